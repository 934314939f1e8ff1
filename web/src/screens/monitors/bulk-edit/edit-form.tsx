/** First step of a bulk edit: the fields and their new values. */
import { useState } from 'react'
import { createFieldProblem } from '../../../api/problem.ts'
import { type Draft, withValueAt } from '../../../parts/forms/schema-form/draft.ts'
import { Fields } from '../../../parts/forms/schema-form/fields.tsx'
import type { Issue } from '../../../parts/forms/schema-form/issues.ts'
import { type FormScope, ScopeProvider } from '../../../parts/forms/schema-form/scope.tsx'
import { useViolationText } from '../../../parts/forms/schema-form/use-schema-form.ts'
import { type Edit, type EditResult, sendEdits } from '../../../parts/monitors/monitor-edits.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogActions } from '../../../ui/dialog.tsx'
import { Form, useSubmit } from '../../../ui/form.tsx'
import { MultiField } from '../../../ui/multi-field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import {
  addToDraft,
  buildEdits,
  checkFields,
  type EditedMonitor,
  type EditField,
  isEditableList,
  LIST_MODES,
  type ListMode,
  toFieldPath,
} from './edit-fields.ts'
import { useFieldLabel } from './value-text.ts'

/** A checked edit with the answer of the dry run. */
export interface PreparedEdit {
  edits: Edit[]
  result: EditResult
  otherTypeCount: number
}

export function useEditState(fields: readonly EditField[]) {
  const [keys, setKeys] = useState<readonly string[]>([])
  const [draft, setDraft] = useState<Draft>({})
  const [modes, setModes] = useState<Readonly<Record<string, ListMode>>>({})
  const choose = (next: readonly string[]) => {
    const added = fields.filter(({ key }) => next.includes(key) && !keys.includes(key))
    setDraft(added.reduce(addToDraft, draft))
    setKeys(next)
  }
  const chosen = keys.flatMap((key) => fields.find((field) => field.key === key) ?? [])
  return { keys, chosen, choose, draft, setDraft, modes, setModes }
}

interface EditFormProps {
  fields: readonly EditField[]
  monitors: readonly EditedMonitor[]
  state: ReturnType<typeof useEditState>
  onPrepared: (prepared: PreparedEdit) => void
  onCancel: () => void
}

export function EditForm({ fields, monitors, state, onPrepared, onCancel }: EditFormProps) {
  const text = useText().bulkEdit
  const { common } = useText()
  const violationText = useViolationText()
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const { keys, chosen, choose, draft, setDraft, modes } = state
  const form = useSubmit(
    async () => {
      const found = checkFields(chosen, draft)
      if (found.length > 0)
        throw createFieldProblem(found.map((one) => ({ field: one.field, message: violationText(one) })))
      const { edits, otherTypeCount } = buildEdits(monitors, chosen, draft, modes)
      return { edits, otherTypeCount, result: await sendEdits(edits, true) }
    },
    {
      onDone: onPrepared,
      onFailed: (problem) => setIssues(problem.issues.map((issue) => ({ ...issue, field: toFieldPath(issue.field) }))),
    },
  )
  const scope: FormScope = {
    ...{ name: 'monitor', variant: null, isNew: false, draft, issues, excludedIds: [] },
    set: (at, value) => {
      setDraft((before: Draft) => withValueAt(before, at, value))
      setIssues((all) => all.filter(({ field }) => !`${field}.`.startsWith(`${at.join('.')}.`)))
    },
  }
  return (
    <ScopeProvider value={scope}>
      <Form form={form} ownFields={['edits', ...keys]} className="gap-5">
        <FieldPicker fields={fields} monitors={monitors} keys={keys} onChange={choose} />
        {chosen.map((field) => (
          <ChosenField key={field.key} field={field} monitors={monitors} state={state} />
        ))}
        <DialogActions>
          <Button onClick={onCancel}>{common.cancel}</Button>
          <Button type="submit" variant="primary" disabled={chosen.length === 0} isPending={form.isPending}>
            {text.preview}
          </Button>
        </DialogActions>
      </Form>
    </ScopeProvider>
  )
}

const countMonitors = ({ types }: EditField, monitors: readonly EditedMonitor[]): number =>
  monitors.filter(({ type }) => types.has(type)).length

interface FieldPickerProps {
  fields: readonly EditField[]
  monitors: readonly EditedMonitor[]
  keys: readonly string[]
  onChange: (keys: readonly string[]) => void
}

function FieldPicker({ fields, monitors, keys, onChange }: FieldPickerProps) {
  const text = useText().bulkEdit
  const { number } = useFormat()
  const labelOf = useFieldLabel()
  const choices = fields.map((field) => {
    const count = countMonitors(field, monitors)
    const detail = count < monitors.length ? { detail: text.some(number(count), number(monitors.length)) } : {}
    return { value: field.key, label: labelOf(field.field), ...detail }
  })
  return (
    <MultiField
      label={text.fields}
      help={text.fieldsHelp}
      placeholder={text.search}
      choices={choices}
      value={keys}
      onChange={onChange}
    />
  )
}

function ChosenField({ field, monitors, state }: { field: EditField } & Pick<EditFormProps, 'monitors' | 'state'>) {
  const text = useText().bulkEdit
  const { number } = useFormat()
  const labelOf = useFieldLabel()
  const count = countMonitors(field, monitors)
  const { modes, setModes } = state
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line p-3">
      {isEditableList(field.key) && (
        <Segments
          label={text.mode(labelOf(field.field))}
          options={LIST_MODES.map((mode) => ({ value: mode, label: text.modes[mode] }))}
          value={modes[field.key] ?? 'add'}
          onChange={(mode) => setModes({ ...modes, [field.key]: mode })}
        />
      )}
      <Fields fields={[field]} />
      {count < monitors.length && (
        <p className="text-sm text-muted">{text.some(number(count), number(monitors.length))}</p>
      )}
    </div>
  )
}
