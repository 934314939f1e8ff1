/** Form for new and existing maintenance windows. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { useDraft } from '../../parts/drafts/use-draft.ts'
import { GroupsPicker } from '../../parts/group-picker.tsx'
import { MonitorPicker } from '../../parts/monitor-picker.tsx'
import { getLocalZone, ZonePicker } from '../../parts/zone-picker.tsx'
import { useText } from '../../text/text.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Window } from './draft.ts'
import { createDraft, type Draft, findChanges, toDraft, toTimes, withFrom } from './draft.ts'
import { deleteWindow, restoreWindow } from './end-window.ts'
import { Preview } from './preview.tsx'
import { WINDOWS } from './queries.ts'
import { RecurrenceFields } from './recurrence-fields.tsx'

/** Fields that show their own errors. */
const FIELDS = ['name', 'description', 'monitor_ids', 'group_ids', 'starts_at', 'ends_at', 'recurrence']

interface WindowFormProps {
  /** Null for a new window. */
  window: Window | null
  /** The monitor that a new window begins with. */
  monitorId?: string | undefined
  onClose: () => void
}

/** Name of the draft of a window. */
export const toDraftName = (window: Window | null): string => `maintenance:${window?.id ?? 'new'}`

export function WindowForm({ window, monitorId, onClose }: WindowFormProps) {
  const { maintenance, common } = useText()
  const { form: labels } = maintenance
  const client = useQueryClient()
  const toast = useToast()
  const [first] = useState(() =>
    window
      ? toDraft(window, getLocalZone())
      : { ...createDraft(getLocalZone(), Date.now()), ...(monitorId && { monitorIds: [monitorId] }) },
  )
  const kept = useDraft<Draft>(toDraftName(window), first)
  const { value: draft, set: setDraft } = kept
  const set = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the monitor joins a restored draft once
  useEffect(() => {
    if (monitorId && !draft.monitorIds.includes(monitorId)) set({ monitorIds: [...draft.monitorIds, monitorId] })
  }, [monitorId])

  const form = useSubmit(
    () => {
      const { name, description, monitorIds, groupIds } = draft
      const plain = { name, description, monitor_ids: monitorIds, group_ids: groupIds }
      if (!window) {
        const times = toTimes(draft) ?? { starts_at: '', ends_at: '' } // the API reports both fields as invalid
        return getData(api.POST('/api/maintenance-windows', { body: { ...plain, ...times } }))
      }
      const body = { ...plain, ...findChanges(first, draft) }
      return getData(api.PUT('/api/maintenance-windows/{id}', { params: { path: { id: window.id } }, body }))
    },
    {
      onDone: ({ maintenance_window: { id } }) => {
        kept.done()
        const refresh = () => client.invalidateQueries({ queryKey: WINDOWS })
        void refresh()
        toast.done(window ? maintenance.changed : maintenance.saved, undefined, () =>
          (window ? restoreWindow(window) : deleteWindow(id)).finally(refresh),
        )
        onClose()
      },
    },
  )
  return (
    <FormDialog
      onClose={onClose}
      title={window ? labels.edit : labels.plan}
      draft={kept}
      form={form}
      ownFields={FIELDS}
      submit={window ? common.save : labels.submit}
    >
      <TextField
        label={labels.name}
        placeholder={labels.nameExample}
        value={draft.name}
        maxLength={80}
        onChange={(event) => set({ name: event.target.value })}
        error={form.findError('name')}
      />
      <TextField
        label={labels.description}
        help={labels.descriptionHelp}
        isOptional
        value={draft.description}
        maxLength={500}
        onChange={(event) => set({ description: event.target.value })}
        error={form.findError('description')}
      />
      <MonitorPicker
        label={labels.monitors}
        value={draft.monitorIds}
        onChange={(monitorIds) => set({ monitorIds })}
        error={form.findError('monitor_ids')}
      />
      <GroupsPicker
        label={labels.groups}
        help={labels.groupsHelp}
        value={draft.groupIds}
        onChange={(groupIds) => set({ groupIds })}
        error={form.findError('group_ids')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={labels.from}
          type="datetime-local"
          value={draft.from}
          onChange={(event) => setDraft(withFrom(draft, event.target.value))}
          error={form.findError('starts_at')}
        />
        <TextField
          label={draft.kind === 'once' ? labels.to : labels.firstTo}
          type="datetime-local"
          value={draft.to}
          min={draft.from}
          onChange={(event) => set({ to: event.target.value })}
          error={form.findError('ends_at')}
        />
      </div>
      <ZonePicker
        label={labels.zone}
        help={labels.zoneHelp}
        value={draft.zone}
        onChange={(zone) => set({ zone })}
        error={form.findError('recurrence.timezone')}
      />
      <RecurrenceFields draft={draft} set={set} errorOf={form.findError} />
      <Preview draft={draft} />
    </FormDialog>
  )
}
