/** Assertions of a monitor: conditions on its response, with paths picked from a response. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { runWatchedCheck } from '../../api/watched-check.ts'
import { EntryList } from '../../parts/forms/entry-list.tsx'
import { getValueAt, type Path, toCreateBody, toDraft } from '../../parts/forms/schema-form/draft.ts'
import { FieldAt } from '../../parts/forms/schema-form/fields.tsx'
import type { ListModel } from '../../parts/forms/schema-form/model.ts'
import { type FieldProps, ScopeProvider, useField, useScope } from '../../parts/forms/schema-form/scope.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { useProblemText } from '../../ui/notice.tsx'
import { type AnswerValue, listAnswerValues } from './answer-paths.ts'
import { type AssertionDraft, changeAssertion, listFields } from './assertion-draft.ts'

export function AssertionsField({ field, at }: FieldProps<ListModel>) {
  const { assertions: labels } = useText().formNotes
  const { number } = useFormat()
  const { label, help, error, value, set } = useField(field, at)
  const assertions = value as readonly AssertionDraft[]
  const most = field.maxItems ?? Number.POSITIVE_INFINITY
  const add = () => set([...assertions, toDraft(field.item, { source: 'json', comparison: 'equals' })])
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{label}</legend>
      {help && <p className="mb-1.5 text-sm text-muted">{help}</p>}
      {error && <FieldError>{error}</FieldError>}
      <EntryList
        entries={assertions}
        nameOf={(_, index) => labels.entry(number(index + 1))}
        addLabel={labels.add}
        onAdd={assertions.length < most ? add : undefined}
        fullText={labels.most(number(most))}
        onRemove={(index) => set(assertions.filter((_, other) => other !== index))}
      >
        {(assertion, index) => <AssertionFields assertion={assertion} at={[...at, index]} />}
      </EntryList>
    </fieldset>
  )
}

/** The fields that the source and the comparison of an assertion use. A change of them clears the other fields. */
function AssertionFields({ assertion, at }: { assertion: AssertionDraft; at: Path }) {
  const scope = useScope()
  const set = (path: Path, value: unknown) =>
    path.length === at.length + 1
      ? scope.set(at, changeAssertion(assertion, String(path.at(-1)), value))
      : scope.set(path, value)
  const pick = ({ path, value }: AnswerValue) =>
    scope.set(at, {
      ...assertion,
      path,
      ...(assertion.comparison === 'equals' && assertion.value === '' && { value: String(value) }),
    })
  return (
    <ScopeProvider value={{ ...scope, set }}>
      <div className="grid gap-4 sm:grid-cols-2">
        {listFields(assertion).map((name) => (
          <FieldAt key={name} at={[...at, name]} />
        ))}
      </div>
      {assertion.source === 'json' && <PathPicker onPick={pick} />}
    </ScopeProvider>
  )
}

/** A condition that no response meets, because a failed check returns the response. */
const NEVER = { source: 'json', path: '$', comparison: 'not_exists' }

/** Checks the target once, and lists the values of its response. */
function PathPicker({ onPick }: { onPick: (value: AnswerValue) => void }) {
  const { assertions: labels } = useText().formNotes
  const describeProblem = useProblemText()
  const [values, setValues] = useState<readonly AnswerValue[] | null>(null)
  const answer = useAnswer()
  const read = () =>
    answer.mutate(undefined, {
      onSuccess: (response) =>
        setValues(response?.body ? listAnswerValues(response.body, response.body_truncated) : null),
    })
  const isWithoutJson = answer.isSuccess && values === null
  return (
    <div className="flex flex-col gap-2" aria-live="polite">
      <Button size="small" className="self-start" isPending={answer.isPending} onClick={read}>
        {labels.pick}
      </Button>
      {answer.error && <FieldError>{describeProblem(toProblem(answer.error))}</FieldError>}
      {isWithoutJson && <p className="text-sm text-muted">{labels.noJson}</p>}
      {values && (
        <ul aria-label={labels.values} className="max-h-64 overflow-auto rounded-md border border-line">
          {values.map((one) => (
            <li key={one.path}>
              <button
                type="button"
                className="flex w-full flex-wrap gap-x-3 px-3 py-1.5 text-left font-mono text-sm wrap-anywhere hover:bg-ground"
                onClick={() => {
                  onPick(one)
                  setValues(null)
                  answer.reset()
                }}
              >
                <span>{one.path}</span>
                <span className="text-muted">{JSON.stringify(one.value)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Runs a check with the values of the form. If they cannot be checked, the newest stored response is used. */
function useAnswer() {
  const { model, draft, isNew, excludedIds } = useScope()
  const [id] = excludedIds
  return useMutation({
    mutationFn: async () => {
      const body = toCreateBody(model!, draft)
      const config = { ...(getValueAt(body, ['http_config']) as object), assertions: [NEVER] }
      try {
        return (await runWatchedCheck('/api/monitors/test', { ...body, http_config: config }, () => {})).response
      } catch (error) {
        const stored = isNew || id === undefined ? undefined : await findStoredResponse(id)
        if (!stored) throw error
        return stored
      }
    },
  })
}

async function findStoredResponse(id: string) {
  const query = { status: 'down', limit: 1 } as const
  const { results } = await getData(api.GET('/api/monitors/{id}/results', { params: { path: { id }, query } }))
  const [newest] = results
  if (!newest) return undefined
  const path = { id, resultId: newest.id }
  return (await getData(api.GET('/api/monitors/{id}/results/{resultId}', { params: { path } }))).result.response
}
