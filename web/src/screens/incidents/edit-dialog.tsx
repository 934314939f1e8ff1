import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { MonitorPicker } from '../../parts/monitor-picker.tsx'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { Form, useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import { SEVERITIES } from './filter.ts'
import { type Incident, toIncidentKey } from './queries.ts'

/** Fields that show their own errors. */
const FIELDS = ['title', 'affected_monitor_ids', 'status_page_update']

export function EditDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const { incidents, status, common } = useText()
  const { form: labels } = incidents
  const client = useQueryClient()
  const toast = useToast()
  const [title, setTitle] = useState(incident.title)
  const [severity, setSeverity] = useState(incident.severity)
  const [pageText, setPageText] = useState(incident.status_page_update ?? '')
  const [monitorIds, setMonitorIds] = useState(incident.affected_monitor_ids)
  const { id } = incident
  const form = useSubmit(
    () =>
      getData(
        api.PATCH('/api/incidents/{id}', {
          params: { path: { id } },
          body: { title, severity, status_page_update: pageText.trim() || null, affected_monitor_ids: monitorIds },
        }),
      ),
    {
      onDone: ({ incident: edited }) => {
        client.setQueryData(toIncidentKey(id), edited)
        void client.invalidateQueries({ queryKey: [`incident:${id}`] })
        void client.invalidateQueries({ queryKey: ['incidents'] })
        toast.done(common.saved)
        onClose()
      },
    },
  )
  return (
    <Dialog isOpen onClose={onClose} title={labels.edit}>
      <Form form={form} ownFields={FIELDS}>
        <TextField
          label={labels.title}
          value={title}
          maxLength={255}
          onChange={(event) => setTitle(event.target.value)}
          error={form.findError('title')}
        />
        <SelectField
          label={labels.severity}
          value={severity}
          onChange={(event) => setSeverity(event.target.value as Incident['severity'])}
          options={SEVERITIES.map((value) => ({ value, label: status.severity[value] }))}
        />
        <TextAreaField
          label={labels.page}
          help={labels.pageHelp}
          isOptional
          rows={3}
          maxLength={1000}
          value={pageText}
          onChange={(event) => setPageText(event.target.value)}
          error={form.findError('status_page_update')}
        />
        <MonitorPicker
          label={incident.check_id ? labels.alsoAffected : labels.affected}
          isOptional
          value={monitorIds}
          onChange={setMonitorIds}
          excludedIds={incident.check_id ? [incident.check_id] : []}
          error={form.findError('affected_monitor_ids')}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {common.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
