/** Dialog to resolve or reopen an incident with a message. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { getProjectHeader } from '../../api/project.ts'
import { FormDialog } from '../../parts/forms/dialogs/form-dialog.tsx'
import { useText } from '../../text/text.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import { toUndo } from '../../ui/toast-messages.ts'
import { type Incident, refreshIncident, toIncidentKey } from './queries.ts'

interface MoveDialogProps {
  incident: Incident
  to: 'open' | 'resolved'
  onClose: () => void
}

/** Returns the incident to its earlier status. Reopening clears the acknowledgement, so it is repeated. */
async function restoreStatus({ id, status }: Incident): Promise<void> {
  const request = { headers: getProjectHeader(), params: { path: { id } } }
  const to = status === 'resolved' ? 'resolved' : 'open'
  await getData(api.POST('/api/incidents/{id}/status', { ...request, body: { status: to } }))
  if (status === 'acknowledged') await getData(api.POST('/api/incidents/{id}/acknowledge', request))
}

export function MoveDialog({ incident, to, onClose }: MoveDialogProps) {
  const { incidents } = useText()
  const { detail } = incidents
  const client = useQueryClient()
  const toast = useToast()
  const [note, setNote] = useState('')
  const isResolve = to === 'resolved'
  const { id } = incident
  const form = useSubmit(
    () =>
      getData(
        api.POST('/api/incidents/{id}/status', {
          params: { path: { id } },
          body: { status: to, ...(note.trim() && { note: note.trim() }) },
        }),
      ),
    {
      onDone: ({ incident: moved }) => {
        client.setQueryData(toIncidentKey(id), moved)
        refreshIncident(client, id)
        const undo = toUndo('incident', [id], () => restoreStatus(incident).finally(() => refreshIncident(client, id)))
        toast.done(isResolve ? detail.resolved : detail.reopened, undefined, undo)
        onClose()
      },
    },
  )
  const help = !isResolve
    ? detail.reopenHelp
    : incident.source === 'system'
      ? detail.resolveSystem
      : detail.resolveManual
  return (
    <FormDialog
      onClose={onClose}
      title={isResolve ? detail.resolveTitle : detail.reopenTitle}
      description={help}
      form={form}
      ownFields={['note']}
      submit={isResolve ? incidents.resolve : incidents.reopen}
    >
      <TextAreaField
        label={isResolve ? detail.resolveNote : detail.reopenNote}
        placeholder={isResolve ? detail.resolveNoteExample : undefined}
        isOptional
        rows={3}
        maxLength={5000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={form.findError('note')}
        autoFocus
      />
    </FormDialog>
  )
}
