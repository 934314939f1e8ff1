import { useMemo, useState } from 'react'
import { createFieldProblem } from '../../../api/problem.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { type Submit, useSubmit } from '../../../ui/form.tsx'
import { hideSecrets } from '../drafts/hide-secrets.ts'
import { type FormDraft, useDraft } from '../drafts/use-draft.ts'
import { checkForm, type FieldViolation } from './check.ts'
import { type Draft, type Path, toCreateBody, toDraft, toUpdateBody, withValueAt } from './draft.ts'
import { UNIT_MS } from './durations.ts'
import { assignIssues, type Issue, listIssuePaths } from './issues.ts'
import { type ObjectModel, toFormModel } from './model.ts'
import type { Schema } from './schema.ts'
import type { CustomFields, FormScope } from './scope.tsx'

interface Options<T> {
  name: string
  variant?: string | null
  schema: Schema
  /** Initial values, as the API returns them. */
  values?: Readonly<Record<string, unknown>>
  /** A creation sends values that differ from the defaults; an update sends changed values. */
  isNew: boolean
  send: (body: Record<string, unknown>) => Promise<T>
  onDone?: (data: T) => void
  excludedIds?: readonly string[]
  /** Name of the draft that survives leaving and reloading; null for a draft that is not kept. See `useDraft`. */
  draftName: string | null
  /** Values entered for another variant, which a new variant begins with. */
  entered?: Readonly<Record<string, unknown>> | undefined
  /** Values of custom fields that the body does not have. They are kept with the draft. */
  extras?: Readonly<Record<string, Draft>> | undefined
  custom?: CustomFields | undefined
  marksOptional?: boolean
}

export interface SchemaForm {
  model: ObjectModel
  scope: FormScope
  /** Passed to `Form`. */
  submit: Submit
  formDraft: FormDraft<Draft>
  /**
   * Builds the body from the current draft.
   *
   * @throws ApiProblem for missing or out-of-bounds values
   */
  buildBody: (excludedIds?: readonly string[]) => Record<string, unknown>
  /** Builds the update that restores the values at the start. */
  buildUndo: () => Record<string, unknown>
  /** Shows the field errors of another request. */
  showIssues: (issues: readonly Issue[]) => void
  /** Paths of fields that show their own errors, so that the form does not repeat them. */
  issuePaths: readonly string[]
}

const NO_IDS: readonly string[] = []

/** Reads `values` on the first render only: give the component a `key` if they may change. */
export function useSchemaForm<T>(options: Options<T>): SchemaForm {
  const { name, variant = null, schema, values, isNew, send, onDone, excludedIds = NO_IDS, extras, custom } = options
  const violationText = useViolationText()
  const model = useMemo(() => toFormModel(schema), [schema])
  const [start] = useState(() => ({ ...(toDraft(model, values) as object), ...extras }))
  const formDraft = useDraft<Draft>(options.draftName, start, {
    variant,
    entered: options.entered && toDraft(model, options.entered),
    hideSecrets: (before, after) => ({ ...(after as object), ...(hideSecrets(model, before, after) as object) }),
  })
  const draft = formDraft.value
  const [issues, setIssues] = useState<readonly Issue[]>([])

  const buildBody = (omittedFields: readonly string[] = []) => {
    const found = checkForm(model, draft).filter(({ field }) => !omittedFields.includes(field))
    if (found.length > 0)
      throw createFieldProblem(found.map((finding) => ({ field: finding.field, message: violationText(finding) })))
    return isNew ? toCreateBody(model, draft) : toUpdateBody(model, start, draft)
  }
  const showIssues = (next: readonly Issue[]) => setIssues(assignIssues(model, next))
  const submit = useSubmit(async () => send(buildBody()), {
    onFailed: (problem) => showIssues(problem.issues),
    onDone: (data) => {
      formDraft.done()
      onDone?.(data)
    },
  })
  const set = (at: Path, value: Draft) => {
    const path = at.join('.')
    formDraft.set((before: Draft) => withValueAt(before, at, value))
    // A changed value invalidates its earlier errors
    setIssues((all) => all.filter(({ field }) => field !== path && !field.startsWith(`${path}.`)))
  }
  return {
    model,
    scope: {
      name,
      variant,
      isNew,
      draft,
      set,
      issues,
      excludedIds,
      warnsWithoutTargets: true,
      custom,
      model,
      marksOptional: options.marksOptional === true,
    },
    submit,
    formDraft,
    buildBody,
    buildUndo: () => toUpdateBody(model, draft, start),
    showIssues,
    issuePaths: useMemo(() => listIssuePaths(model), [model]),
  }
}

export function useViolationText(): (finding: FieldViolation) => string {
  const { check } = useText().forms
  const { number, ms, duration } = useFormat()
  return ({ violation, unit }) => {
    if (typeof violation === 'string') return check[violation]
    const [kind, bound] = violation
    const size = unit === null ? undefined : UNIT_MS[unit]
    if (size === undefined) return check[kind](number(bound))
    return check[kind](bound * size < 1_000 ? ms(bound * size) : duration(bound * size))
  }
}
