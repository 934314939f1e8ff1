import { useMemo, useState } from 'react'
import { fieldProblem } from '../../api/problem.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { type Submit, useSubmit } from '../../ui/form.tsx'
import { checkForm, type Finding } from './check.ts'
import { creationOf, type Draft, draftOf, isSame, type Path, updateOf, withValueAt } from './draft.ts'
import { type Issue, placed, placesOf } from './issues.ts'
import { modelOf, type ObjectModel } from './model.ts'
import type { Schema } from './schema.ts'
import type { FormScope } from './scope.tsx'

interface Options<T> {
  name: string
  variant?: string | null
  schema: Schema
  /** What the form holds at first, as the API has it. */
  values?: Readonly<Record<string, unknown>>
  /** A creation sends what is other than by default; a change what is other than it was. */
  isNew: boolean
  send: (body: Record<string, unknown>) => Promise<T>
  onDone?: (data: T) => void
  without?: readonly string[]
}

export interface SchemaForm {
  model: ObjectModel
  scope: FormScope
  /** For `Form`. */
  submit: Submit
  isDirty: boolean
  /** What would be sent now. @throws ApiProblem for what is missing or out of bounds */
  checkedBody: (without?: readonly string[]) => Record<string, unknown>
  /** Puts what another request said of the fields at them. */
  showIssues: (issues: readonly Issue[]) => void
  /** All fields, so that nothing is said twice. */
  places: readonly string[]
}

const NOTHING: readonly string[] = []

/** Takes its first values when it is first drawn: give the component a `key` where they may change. */
export function useSchemaForm<T>(options: Options<T>): SchemaForm {
  const { name, variant = null, schema, values, isNew, send, onDone, without = NOTHING } = options
  const faultText = useFaultText()
  const model = useMemo(() => modelOf(schema), [schema])
  const [start] = useState(() => draftOf(model, values))
  const [draft, setDraft] = useState<Draft>(start)
  const [issues, setIssues] = useState<readonly Issue[]>([])

  const checkedBody = (leftOut: readonly string[] = []) => {
    const found = checkForm(model, draft).filter(({ field }) => !leftOut.includes(field))
    if (found.length > 0)
      throw fieldProblem(found.map((finding) => ({ field: finding.field, message: faultText(finding) })))
    return isNew ? creationOf(model, draft) : updateOf(model, start, draft)
  }
  const showIssues = (next: readonly Issue[]) => setIssues(placed(model, next))
  const submit = useSubmit(async () => send(checkedBody()), {
    onFailed: (problem) => showIssues(problem.issues),
    ...(onDone && { onDone }),
  })
  const set = (at: Path, value: Draft) => {
    const path = at.join('.')
    setDraft((before: Draft) => withValueAt(before, at, value))
    // What was wrong with it may be right now
    setIssues((all) => all.filter(({ field }) => field !== path && !field.startsWith(`${path}.`)))
  }
  return {
    model,
    scope: { name, variant, isNew, draft, set, issues, without },
    submit,
    isDirty: useMemo(() => !isSame(start, draft), [start, draft]),
    checkedBody,
    showIssues,
    places: useMemo(() => placesOf(model), [model]),
  }
}

/** Milliseconds in those units that are times. */
const TIMES: Readonly<Record<string, number>> = { milliseconds: 1, seconds: 1_000, minutes: 60_000 }

function useFaultText(): (finding: Finding) => string {
  const { check } = useText().forms
  const { number, ms, duration } = useFormat()
  return ({ fault, unit }) => {
    if (typeof fault === 'string') return check[fault]
    const [kind, bound] = fault
    const size = unit === null ? undefined : TIMES[unit]
    if (size === undefined) return check[kind](number(bound))
    return check[kind](bound * size < 1_000 ? ms(bound * size) : duration(bound * size))
  }
}
