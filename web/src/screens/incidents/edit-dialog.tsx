import { useQueryClient } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'
import type { RequestBody } from '../../api/types.ts'
import { FormDialog } from '../../parts/forms/dialogs/form-dialog.tsx'
import { useDraft } from '../../parts/forms/drafts/use-draft.ts'
import { MonitorPicker } from '../../parts/monitors/monitor-picker.tsx'
import { useText } from '../../text/text.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import { SEVERITIES } from './filter.ts'
import { type Incident, refreshIncident, toIncidentKey } from './queries.ts'

/** Fields that show their own errors. */
const FIELDS = ['title', 'public_title', 'affected_monitor_ids', 'status_page_update']

const patchIncident = (id: string, body: RequestBody<'/api/incidents/{id}', 'patch'>) =>
  getData(api.PATCH('/api/incidents/{id}', { params: { path: { id } }, body }))

export function EditDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const { incidents, status, common } = useText()
  const { form: labels } = incidents
  const client = useQueryClient()
  const toast = useToast()
  const formDraft = useDraft(`incident:${incident.id}`, () => ({
    title: incident.title,
    severity: incident.severity,
    publicTitle: incident.public_title ?? '',
    pageText: incident.status_page_update ?? '',
    monitorIds: incident.affected_monitor_ids,
  }))
  const { title, severity, publicTitle, pageText, monitorIds } = formDraft.value
  const set = (some: Partial<typeof formDraft.value>) => formDraft.set((before) => ({ ...before, ...some }))
  const { id } = incident
  const before = {
    title: incident.title,
    severity: incident.severity,
    public_title: incident.public_title ?? null,
    status_page_update: incident.status_page_update ?? null,
    affected_monitor_ids: incident.affected_monitor_ids,
  }
  const form = useSubmit(
    () =>
      patchIncident(id, {
        title,
        severity,
        public_title: publicTitle.trim() || null,
        status_page_update: pageText.trim() || null,
        affected_monitor_ids: monitorIds,
      }),
    {
      onDone: ({ incident: edited }) => {
        formDraft.done()
        client.setQueryData(toIncidentKey(id), edited)
        refreshIncident(client, id)
        toast.done(common.saved, undefined, () => patchIncident(id, before).finally(() => refreshIncident(client, id)))
        onClose()
      },
    },
  )
  return (
    <FormDialog
      onClose={onClose}
      title={labels.edit}
      draft={formDraft}
      form={form}
      ownFields={FIELDS}
      submit={common.save}
    >
      <TextField
        label={labels.title}
        value={title}
        maxLength={255}
        onChange={(event) => set({ title: event.target.value })}
        error={form.findError('title')}
      />
      <SelectField
        label={labels.severity}
        value={severity}
        onChange={(event) => set({ severity: event.target.value as Incident['severity'] })}
        options={SEVERITIES.map((value) => ({ value, label: status.severity[value] }))}
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
        rows={3}
        maxLength={1000}
        value={pageText}
        onChange={(event) => set({ pageText: event.target.value })}
        error={form.findError('status_page_update')}
      />
      <MonitorPicker
        label={incident.check_id ? labels.alsoAffected : labels.affected}
        isOptional
        value={monitorIds}
        onChange={(ids) => set({ monitorIds: ids })}
        excludedIds={incident.check_id ? [incident.check_id] : []}
        error={form.findError('affected_monitor_ids')}
      />
    </FormDialog>
  )
}
