/** Dialogs that create, change and delete a variable. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { useProject } from '../../app/me.ts'
import { ConfirmSubmit } from '../../parts/dialogs/confirm-request.tsx'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { CheckField, TextAreaField, TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'

export type Variable = Schemas['Variable']

interface Draft {
  name: string
  value: string
  is_secret: boolean
  description: string
}

/** A stored secret is unknown to the browser, so an empty value keeps it. */
const toChange = ({ value, ...draft }: Draft, { value: before }: Variable) => ({
  ...draft,
  ...(value !== (before ?? '') && { value }),
})

function useDone(onClose: () => void): (message: string) => void {
  const client = useQueryClient()
  const toast = useToast()
  return (message) => {
    toast.done(message)
    void client.invalidateQueries({ queryKey: ['variables'] })
    onClose()
  }
}

/** @param variable null for a new variable */
export function VariableDialog({ variable, onClose }: { variable: Variable | null; onClose: () => void }) {
  const { settings, common } = useText()
  const labels = settings.variables
  const { id: projectId } = useProject()
  const done = useDone(onClose)
  const { name = '', value = '', is_secret = true, description = '' } = variable ?? {}
  const [draft, setDraft] = useState<Draft>({ name, value, is_secret, description })
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const send = () =>
    variable
      ? getData(
          api.PATCH('/api/projects/{projectId}/variables/{id}', {
            params: { path: { projectId, id: variable.id } },
            body: toChange(draft, variable),
          }),
        )
      : getData(api.POST('/api/projects/{projectId}/variables', { params: { path: { projectId } }, body: draft }))
  const form = useSubmit(send, { onDone: () => done(variable ? common.saved : labels.created(draft.name)) })
  return (
    <FormDialog
      onClose={onClose}
      title={variable ? labels.editTitle(variable.name) : labels.new}
      form={form}
      submit={variable ? common.save : common.create}
    >
      <TextField
        label={labels.name}
        help={labels.nameHelp}
        value={draft.name}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => change({ name: event.target.value })}
        error={form.findError('name')}
      />
      <TextAreaField
        label={labels.value}
        help={variable?.is_secret ? labels.keepHelp : labels.valueHelp}
        value={draft.value}
        rows={2}
        maxLength={4096}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ value: event.target.value })}
        error={form.findError('value')}
      />
      <CheckField
        label={labels.secret}
        help={labels.secretHelp}
        checked={draft.is_secret}
        onChange={(event) => change({ is_secret: event.target.checked })}
        error={form.findError('is_secret')}
      />
      <TextField
        label={labels.description}
        isOptional
        value={draft.description}
        maxLength={500}
        autoComplete="off"
        onChange={(event) => change({ description: event.target.value })}
        error={form.findError('description')}
      />
    </FormDialog>
  )
}

export function VariableDeletion({ variable, onClose }: { variable: Variable; onClose: () => void }) {
  const { settings, common } = useText()
  const labels = settings.variables
  const format = useFormat()
  const done = useDone(onClose)
  const { id, name, project_id: projectId, monitor_count: count } = variable
  const deletion = useSubmit(
    () => getData(api.DELETE('/api/projects/{projectId}/variables/{id}', { params: { path: { projectId, id } } })),
    { onDone: () => done(labels.deleted(name)) },
  )
  return (
    <ConfirmSubmit
      onClose={onClose}
      resources={[variable]}
      form={deletion}
      title={labels.deleteTitle(name)}
      action={common.delete}
    >
      <p>{count > 0 ? labels.inUse(format.number(count)) : labels.deleteText}</p>
    </ConfirmSubmit>
  )
}
