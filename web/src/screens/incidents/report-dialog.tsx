/** Dialog to report an incident that no check has detected. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { MonitorPicker } from '../../parts/monitor-picker.tsx'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { Form, useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type IncidentType, SEVERITIES, TYPES } from './filter.ts'
import type { Incident } from './queries.ts'

/** Fields that show their own errors. */
const FIELDS = ['title', 'error_message', 'affected_monitor_ids', 'status_page_update', 'started_at']

export function ReportDialog({ onClose }: { onClose: () => void }) {
  const { incidents, status, common } = useText()
  const { form: labels } = incidents
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const [title, setTitle] = useState('')
  const [severity, setSeverity] = useState<Incident['severity']>('major')
  const [type, setType] = useState<IncidentType>('connection_error')
  const [details, setDetails] = useState('')
  const [monitorIds, setMonitorIds] = useState<string[]>([])
  const [pageText, setPageText] = useState('')
  const [startedAt, setStartedAt] = useState('')

  const form = useSubmit(
    () =>
      getData(
        api.POST('/api/incidents', {
          body: {
            title,
            severity,
            type,
            source: 'manual',
            error_message: details.trim() || title || '–', // without a title the API reports the title as missing
            affected_monitor_ids: monitorIds,
            ...(pageText.trim() && { status_page_update: pageText }),
            ...(startedAt && { started_at: new Date(startedAt).toISOString() }),
          },
        }),
      ),
    {
      onDone: ({ incident }) => {
        void client.invalidateQueries({ queryKey: ['incidents'] })
        toast.done(labels.reported)
        onClose()
        void navigate({ to: '/incidents/$id', params: { id: incident.id } })
      },
    },
  )
  return (
    <Dialog isOpen onClose={onClose} title={labels.report} description={labels.reportHelp}>
      <Form form={form} ownFields={FIELDS}>
        <TextField
          label={labels.title}
          value={title}
          placeholder={labels.titleExample}
          onChange={(event) => setTitle(event.target.value)}
          error={form.findError('title')}
          maxLength={255}
          autoFocus
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={labels.severity}
            value={severity}
            onChange={(event) => setSeverity(event.target.value as Incident['severity'])}
            options={SEVERITIES.map((value) => ({ value, label: status.severity[value] }))}
          />
          <SelectField
            label={labels.type}
            value={type}
            onChange={(event) => setType(event.target.value as IncidentType)}
            options={TYPES.map((value) => ({ value, label: incidents.type[value] }))}
          />
        </div>
        <MonitorPicker
          label={labels.affected}
          help={labels.affectedHelp}
          isOptional
          value={monitorIds}
          onChange={setMonitorIds}
          error={form.findError('affected_monitor_ids')}
        />
        <TextAreaField
          label={labels.details}
          help={labels.detailsHelp}
          isOptional
          rows={3}
          maxLength={1000}
          value={details}
          onChange={(event) => setDetails(event.target.value)}
          error={form.findError('error_message')}
        />
        <TextAreaField
          label={labels.page}
          help={labels.pageHelp}
          isOptional
          rows={2}
          maxLength={1000}
          value={pageText}
          onChange={(event) => setPageText(event.target.value)}
          error={form.findError('status_page_update')}
        />
        <TextField
          label={labels.startedAt}
          help={labels.startedHelp}
          isOptional
          type="datetime-local"
          value={startedAt}
          onChange={(event) => setStartedAt(event.target.value)}
          error={form.findError('started_at')}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {labels.submit}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
