/** Starts maintenance now: asks for the monitors and the length. Load it lazily. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useNow } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { FormDialog } from '../forms/dialogs/form-dialog.tsx'
import { GroupsPicker } from './group-picker.tsx'
import { MonitorPicker } from './monitor-picker.tsx'

const MINUTE_MS = 60_000
/** Minutes. The longest lengths cover a night. */
const LENGTHS = [30, 60, 120, 480, 720]

/** @param monitorId the monitor that is chosen at first */
export default function MaintenanceNow({ monitorId, onClose }: { monitorId?: string; onClose: () => void }) {
  const { maintenance } = useText()
  const { form: labels } = maintenance
  const { time, duration } = useFormat()
  const client = useQueryClient()
  const toast = useToast()
  const now = useNow()
  const [name, setName] = useState(labels.defaultName)
  const [monitorIds, setMonitorIds] = useState<string[]>(monitorId === undefined ? [] : [monitorId])
  const [groupIds, setGroupIds] = useState<string[]>([])
  const [minutes, setMinutes] = useState('60')
  const form = useSubmit(
    () => {
      const begin = Date.now()
      return getData(
        api.POST('/api/maintenance-windows', {
          body: {
            name,
            monitor_ids: monitorIds,
            group_ids: groupIds,
            starts_at: new Date(begin).toISOString(),
            ends_at: new Date(begin + Number(minutes) * MINUTE_MS).toISOString(),
          },
        }),
      )
    },
    {
      onDone: ({ maintenance_window: { id } }) => {
        const refresh = () => client.invalidateQueries({ queryKey: ['maintenance'] })
        const undo = () => getData(api.DELETE('/api/maintenance-windows/{id}', { params: { path: { id } } }))
        void refresh()
        toast.done(maintenance.started, undefined, () => undo().finally(refresh))
        onClose()
      },
    },
  )
  return (
    <FormDialog
      onClose={onClose}
      title={labels.start}
      description={labels.startHelp}
      form={form}
      ownFields={['name', 'monitor_ids', 'group_ids']}
      submit={labels.startSubmit}
    >
      <MonitorPicker
        label={labels.monitors}
        value={monitorIds}
        onChange={setMonitorIds}
        error={form.findError('monitor_ids')}
      />
      <GroupsPicker
        label={labels.groups}
        help={labels.groupsHelp}
        value={groupIds}
        onChange={setGroupIds}
        error={form.findError('group_ids')}
      />
      <div>
        <p className="mb-1 font-medium">{labels.duration}</p>
        <div className="flex flex-wrap items-center gap-3">
          <Segments
            label={labels.duration}
            value={minutes}
            onChange={setMinutes}
            options={LENGTHS.map((length) => ({ value: String(length), label: duration(length * MINUTE_MS) }))}
          />
          <span className="text-muted tabular">{maintenance.until(time(now + Number(minutes) * MINUTE_MS))}</span>
        </div>
      </div>
      <TextField
        label={labels.name}
        value={name}
        maxLength={80}
        onChange={(event) => setName(event.target.value)}
        error={form.findError('name')}
      />
    </FormDialog>
  )
}
