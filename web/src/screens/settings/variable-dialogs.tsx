/** Dialogs that create, change and delete a variable. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { ManagedNote } from '../../app/managed/managed.tsx'
import { useProject } from '../../app/me.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Cancel, Confirm, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { CheckField, TextAreaField, TextField } from '../../ui/field.tsx'
import { Form, FormProblem, useSubmit } from '../../ui/form.tsx'
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
    <Dialog isOpen onClose={onClose} title={variable ? labels.editTitle(variable.name) : labels.new}>
      <Form form={form}>
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
        <DialogActions>
          <Cancel />
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {variable ? common.save : common.create}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
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
    <Confirm
      isOpen
      onClose={onClose}
      onConfirm={deletion.submit}
      isPending={deletion.isPending}
      title={labels.deleteTitle(name)}
      action={common.delete}
    >
      <p>{count > 0 ? labels.inUse(format.number(count)) : labels.deleteText}</p>
      <ManagedNote resources={[variable]} />
      <FormProblem problem={deletion.problem} />
    </Confirm>
  )
}
