/** The form of a monitor, for a new one and for one that there is. */
import { type ReactNode, useRef } from 'react'
import type { ApiProblem } from '../../api/problem.ts'
import { toCreateBody } from '../../parts/schema-form/draft.ts'
import { SchemaForm } from '../../parts/schema-form/schema-form.tsx'
import { PlansLink, Unavailable } from '../../parts/schema-form/unavailable.tsx'
import type { SchemaForm as FormState } from '../../parts/schema-form/use-schema-form.ts'
import { UnsavedGuard } from '../../parts/unsaved.tsx'
import { useText } from '../../text/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { MonitorFields } from './monitor-fields.tsx'
import { TestButton, TestResult, useTestRun } from './test-panel.tsx'

interface MonitorFormProps {
  form: FormState
  /** Whether the type is one that is checked: what waits for pings cannot be tried. */
  canTest: boolean
  action: string
  /** Where giving up leads. */
  backTo: string
  /** Whether leaving now loses nothing. */
  isDone: () => boolean
}

export function MonitorForm({ form, canTest, action, backTo, isDone }: MonitorFormProps) {
  const { common } = useText()
  const describeProblem = useSubmitProblemText()
  // All of it, whatever of it is new: a trial knows nothing of what is saved
  const trial = useTestRun(form, () => {
    form.buildBody(['name'])
    return toCreateBody(form.model, form.scope.draft)
  })
  const isDirty = useRef<() => boolean>(() => false)
  isDirty.current = () => form.isDirty && !isDone()
  return (
    <SchemaForm form={form} describeProblem={describeProblem} fields={<MonitorFields model={form.model} />}>
      {canTest && <TestResult trial={trial} />}
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-3 sm:mx-0 sm:px-0">
        <Button type="submit" variant="primary" isPending={form.submit.isPending}>
          {action}
        </Button>
        {canTest && <TestButton trial={trial} />}
        <ButtonLink to={backTo} look="ghost" className="max-sm:hidden">
          {common.cancel}
        </ButtonLink>
      </div>
      <UnsavedGuard isDirty={() => isDirty.current()} />
    </SchemaForm>
  )
}

/** What a plan refuses, with what to do about it. */
function useSubmitProblemText(): (problem: ApiProblem) => ReactNode {
  const { monitor } = useText().forms
  return (problem) => {
    const { code, message, details } = problem
    if (code === 'MONITOR_LIMIT_REACHED')
      return (
        <>
          {monitor.limitReached(String(details.limit ?? ''))} <PlansLink />
        </>
      )
    return code.endsWith('_NOT_AVAILABLE') ? <Unavailable refusal={{ code, message }} /> : undefined
  }
}
