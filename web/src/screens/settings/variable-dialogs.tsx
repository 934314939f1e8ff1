/** Dialogs that create, change and delete a variable. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { useProject } from '../../app/me.ts'
import { ConfirmSubmit } from '../../parts/forms/dialogs/confirm-request.tsx'
import { ResourceDialog } from '../../parts/forms/resources/resource-dialog.tsx'
import { MASK } from '../../parts/forms/schema-form/draft.ts'
import type { TextModel } from '../../parts/forms/schema-form/model.ts'
import { type FieldProps, useField } from '../../parts/forms/schema-form/scope.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'

export type Variable = Schemas['Variable']

/** Query key prefix of the variables. */
const VARIABLES = ['variables']

/** @param variable null for a new variable */
export function VariableDialog({ variable, onClose }: { variable: Variable | null; onClose: () => void }) {
  const { settings } = useText()
  const labels = settings.variables
  const { id: projectId } = useProject()
  return (
    <ResourceDialog
      form="variable"
      title={variable ? labels.editTitle(variable.name) : labels.new}
      resource={variable?.is_secret ? { ...variable, value: MASK } : variable}
      values={{ is_secret: true }}
      custom={{ value: ValueField }}
      create={(body) =>
        getData(api.POST('/api/projects/{projectId}/variables', { params: { path: { projectId } }, body }))
      }
      update={(body) =>
        getData(
          api.PATCH('/api/projects/{projectId}/variables/{id}', {
            params: { path: { projectId, id: variable!.id } },
            body,
          }),
        )
      }
      changes={[VARIABLES]}
      created={labels.created}
      undo={false} // a replaced secret is unknown
      onClose={onClose}
    />
  )
}

/** A stored secret is unknown to the browser: its value is a mask, which an empty field keeps. */
function ValueField({ field, at }: FieldProps<TextModel>) {
  const { keepHelp } = useText().settings.variables
  const { label, help, error, value, set } = useField(field, at)
  const [isStored] = useState(value === MASK)
  return (
    <TextAreaField
      label={label}
      help={isStored ? keepHelp : help}
      value={value === MASK ? '' : (value as string)}
      rows={2}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => set(isStored && target.value === '' ? MASK : target.value)}
      error={error}
    />
  )
}

export function VariableDeletion({ variable, onClose }: { variable: Variable; onClose: () => void }) {
  const { settings, common } = useText()
  const labels = settings.variables
  const format = useFormat()
  const client = useQueryClient()
  const toast = useToast()
  const { id, name, project_id: projectId, monitor_count: count } = variable
  const deletion = useSubmit(
    () => getData(api.DELETE('/api/projects/{projectId}/variables/{id}', { params: { path: { projectId, id } } })),
    {
      onDone: () => {
        toast.done(labels.deleted(name))
        void client.invalidateQueries({ queryKey: VARIABLES })
        onClose()
      },
    },
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
