/** Dialog for the defaults of the project or of a group: the user selects fields and sets their values. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createFieldProblem } from '../../../api/problem.ts'
import { useProject } from '../../../app/me.ts'
import { useText } from '../../../text/text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, useSubmit } from '../../../ui/form.tsx'
import { MultiField } from '../../../ui/multi-field.tsx'
import { LoadError, Skeleton } from '../../../ui/notice.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { FormActions } from '../../forms/dialogs/form-dialog.tsx'
import { checkForm } from '../../forms/schema-form/check.ts'
import { type Draft, getValueAt, toBody, toDraft, withValueAt } from '../../forms/schema-form/draft.ts'
import { findFieldTexts } from '../../forms/schema-form/field-texts.ts'
import { Fields } from '../../forms/schema-form/fields.tsx'
import { formQuery } from '../../forms/schema-form/form-query.ts'
import type { Issue } from '../../forms/schema-form/issues.ts'
import { type FieldModel, type ObjectModel, toFormModel } from '../../forms/schema-form/model.ts'
import { type FormScope, ScopeProvider } from '../../forms/schema-form/scope.tsx'
import { useViolationText } from '../../forms/schema-form/use-schema-form.ts'
import { DEFAULT_FIELDS, DEFAULTS, defaultsQuery, type StoredDefaults, saveDefaults } from './defaults-query.ts'

interface DefaultsDialogProps {
  /** Null for the defaults of the project. */
  group: { id: string; name: string } | null
  onClose: () => void
}

export function DefaultsDialog({ group, onClose }: DefaultsDialogProps) {
  const text = useText().monitorDefaults
  const project = useProject()
  const form = useQuery(formQuery('monitor'))
  const stored = useQuery({ ...defaultsQuery(project.id, group?.id ?? null), staleTime: 0 })
  const error = form.error ?? stored.error
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={group ? text.groupTitle(group.name) : text.projectTitle(project.name)}
    >
      {error ? (
        <LoadError error={error} onRetry={() => void Promise.all([form.refetch(), stored.refetch()])} />
      ) : form.data && stored.data && !stored.isFetching ? (
        <DefaultsForm
          fields={listFields(form.data.variants)}
          stored={stored.data}
          groupId={group?.id ?? null}
          onClose={onClose}
        />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  )
}

/** Returns the fields from the variant that has all of them. */
function listFields(variants: readonly { schema: Parameters<typeof toFormModel>[0] }[]): FieldModel[] {
  const models = variants.map(({ schema }) =>
    toFormModel(schema).fields.filter(({ name }) => DEFAULT_FIELDS.includes(name)),
  )
  return models.toSorted((a, b) => b.length - a.length)[0] ?? []
}

interface DefaultsFormProps {
  fields: readonly FieldModel[]
  stored: StoredDefaults
  groupId: string | null
  onClose: () => void
}

function DefaultsForm({ fields, stored, groupId, onClose }: DefaultsFormProps) {
  const text = useText()
  const labels = text.monitorDefaults
  const client = useQueryClient()
  const toast = useToast()
  const projectId = useProject().id
  const violationText = useViolationText()
  const before = stored.defaults as Readonly<Record<string, unknown>>
  const [keys, setKeys] = useState<readonly string[]>(Object.keys(before))
  const [draft, setDraft] = useState<Draft>(() =>
    Object.fromEntries(fields.map((field) => [field.name, toDraft(field, before[field.name]) ?? []])),
  )
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const chosen = fields.filter(({ name }) => keys.includes(name))
  const refresh = () => void client.invalidateQueries({ queryKey: DEFAULTS })
  const form = useSubmit(
    () => {
      const model = { fields: chosen.map((field) => ({ ...field, isRequired: true })) } as unknown as ObjectModel
      const found = checkForm(model, draft)
      if (found.length > 0)
        throw createFieldProblem(found.map((one) => ({ field: one.field, message: violationText(one) })))
      const values = chosen.map((field) => [field.name, toBody(field, getValueAt(draft, [field.name]))])
      return saveDefaults(projectId, groupId, Object.fromEntries(values))
    },
    {
      onDone: () => {
        toast.done(labels.saved, undefined, () => saveDefaults(projectId, groupId, { ...before }).finally(refresh))
        refresh()
        onClose()
      },
      onFailed: (problem) => setIssues(problem.issues),
    },
  )
  const scope: FormScope = {
    ...{ name: 'monitor', variant: null, isNew: false, draft, issues, excludedIds: [] },
    set: (at, value) => {
      setDraft((old: Draft) => withValueAt(old, at, value))
      setIssues((all) => all.filter(({ field }) => !`${field}.`.startsWith(`${at.join('.')}.`)))
    },
  }
  return (
    <ScopeProvider value={scope}>
      <Form form={form} ownFields={keys} className="gap-5">
        <p className="text-muted">{groupId === null ? labels.projectHelp : labels.groupHelp}</p>
        <MultiField
          label={labels.fields}
          help={labels.fieldsHelp}
          placeholder={text.bulkEdit.search}
          choices={fields.map((field) => ({
            value: field.name,
            label: findFieldTexts(text, 'monitor', null, field).label,
          }))}
          value={keys}
          onChange={setKeys}
        />
        {chosen.map((field) => (
          <div key={field.name} className="rounded-lg border border-line p-3">
            <Fields fields={[{ field, at: [field.name] }]} />
          </div>
        ))}
        <FormActions form={form} submit={text.common.save} />
      </Form>
    </ScopeProvider>
  )
}
