/** Form for new and existing monitors. */
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
  /** Whether a test check can run. Heartbeat monitors wait for pings and cannot be tested. */
  canTest: boolean
  action: string
  /** Target of the cancel button. */
  backTo: string
  /** Whether the page can be left without losing input. */
  isDone: () => boolean
}

export function MonitorForm({ form, canTest, action, backTo, isDone }: MonitorFormProps) {
  const { common } = useText()
  const describeProblem = useSubmitProblemText()
  // All values, changed or not: a test check does not read the saved monitor
  const trial = useTestRun(form, () => {
    form.buildBody(['name'])
    return toCreateBody(form.model, form.scope.draft)
  })
  const isDirty = useRef<() => boolean>(() => false)
  isDirty.current = () => form.isDirty && !isDone()
  return (
    <SchemaForm form={form} describeProblem={describeProblem} fields={<MonitorFields model={form.model} />}>
      {canTest && <TestResult trial={trial} />}
      <div className="sticky bottom-(--bottom-bar) z-10 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-3 sm:mx-0 sm:px-0">
        <Button type="submit" variant="primary" isPending={form.submit.isPending}>
          {action}
        </Button>
        {canTest && <TestButton trial={trial} />}
        <ButtonLink to={backTo} variant="ghost" className="max-sm:hidden">
          {common.cancel}
        </ButtonLink>
      </div>
      <UnsavedGuard isDirty={() => isDirty.current()} />
    </SchemaForm>
  )
}

/** Text for refusals by the plan, with a link to the plan. */
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
