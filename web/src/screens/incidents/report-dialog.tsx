/** Dialog to report an incident that no check has detected. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, getData } from '../../api/client.ts'
import { FormDialog } from '../../parts/forms/dialogs/form-dialog.tsx'
import { useDraft } from '../../parts/forms/drafts/use-draft.ts'
import { MonitorPicker } from '../../parts/monitors/monitor-picker.tsx'
import { useText } from '../../text/text.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type IncidentType, SEVERITIES, TYPES } from './filter.ts'
import type { Incident } from './queries.ts'

/** Fields that show their own errors. */
const FIELDS = ['title', 'error_message', 'affected_monitor_ids', 'public_title', 'status_page_update', 'started_at']

/** Name of the draft. */
export const REPORT = 'incident:new'

interface Report {
  title: string
  severity: Incident['severity']
  type: IncidentType
  details: string
  monitorIds: string[]
  publicTitle: string
  pageText: string
  startedAt: string
}

const EMPTY: Report = {
  title: '',
  severity: 'major',
  type: 'connection_error',
  details: '',
  monitorIds: [],
  publicTitle: '',
  pageText: '',
  startedAt: '',
}

export function ReportDialog({ onClose }: { onClose: () => void }) {
  const { incidents, status } = useText()
  const { form: labels } = incidents
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const formDraft = useDraft(REPORT, EMPTY)
  const { title, severity, type, details, monitorIds, publicTitle, pageText, startedAt } = formDraft.value
  const set = (some: Partial<Report>) => formDraft.set((before) => ({ ...before, ...some }))

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
            ...(publicTitle.trim() && { public_title: publicTitle }),
            ...(pageText.trim() && { status_page_update: pageText }),
            ...(startedAt && { started_at: new Date(startedAt).toISOString() }),
          },
        }),
      ),
    {
      onDone: ({ incident }) => {
        formDraft.done()
        void client.invalidateQueries({ queryKey: ['incidents'] })
        toast.done(labels.reported)
        onClose()
        void navigate({ to: '/incidents/$id', params: { id: incident.id } })
      },
    },
  )
  return (
    <FormDialog
      onClose={onClose}
      title={labels.report}
      description={labels.reportHelp}
      draft={formDraft}
      form={form}
      ownFields={FIELDS}
      submit={labels.submit}
    >
      <TextField
        label={labels.title}
        value={title}
        placeholder={labels.titleExample}
        onChange={(event) => set({ title: event.target.value })}
        error={form.findError('title')}
        maxLength={255}
        autoFocus
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={labels.severity}
          value={severity}
          onChange={(event) => set({ severity: event.target.value as Incident['severity'] })}
          options={SEVERITIES.map((value) => ({ value, label: status.severity[value] }))}
        />
        <SelectField
          label={labels.type}
          value={type}
          onChange={(event) => set({ type: event.target.value as IncidentType })}
          options={TYPES.map((value) => ({ value, label: incidents.type[value] }))}
        />
      </div>
      <MonitorPicker
        label={labels.affected}
        help={labels.affectedHelp}
        isOptional
        value={monitorIds}
        onChange={(ids) => set({ monitorIds: ids })}
        error={form.findError('affected_monitor_ids')}
      />
      <TextAreaField
        label={labels.details}
        help={labels.detailsHelp}
        isOptional
        rows={3}
        maxLength={1000}
        value={details}
        onChange={(event) => set({ details: event.target.value })}
        error={form.findError('error_message')}
      />
      <TextField
        label={labels.publicTitle}
        help={labels.publicTitleHelp}
        isOptional
        value={publicTitle}
        maxLength={255}
        onChange={(event) => set({ publicTitle: event.target.value })}
        error={form.findError('public_title')}
      />
      <TextAreaField
        label={labels.page}
        help={labels.pageHelp}
        isOptional
        rows={2}
        maxLength={1000}
        value={pageText}
        onChange={(event) => set({ pageText: event.target.value })}
        error={form.findError('status_page_update')}
      />
      <TextField
        label={labels.startedAt}
        help={labels.startedHelp}
        isOptional
        type="datetime-local"
        value={startedAt}
        onChange={(event) => set({ startedAt: event.target.value })}
        error={form.findError('started_at')}
      />
    </FormDialog>
  )
}
