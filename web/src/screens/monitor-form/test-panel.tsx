/** Runs a check with the unsaved values of a form and shows its result below the form. */
import { FlaskConical, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { toProblem } from '../../api/problem.ts'
import { runWatchedCheck } from '../../api/watched-check.ts'
import type { SchemaForm } from '../../parts/forms/schema-form/use-schema-form.ts'
import { CheckProgress } from '../../parts/results/check-progress/check-progress.tsx'
import { type CheckRun, useCheckRun } from '../../parts/results/check-progress/use-check-run.ts'
import { useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { useProblemText } from '../../ui/notice.tsx'
import { findOtherScheme, isTlsExpected } from './suggestions.ts'

interface TestRun extends Omit<CheckRun, 'error'> {
  /** Why the test check could not run. */
  problemText: string | null
}

/** @param buildBody throws ApiProblem if the form has errors */
export function useTestRun(form: SchemaForm, buildBody: () => Record<string, unknown>): TestRun {
  const { monitor } = useText().forms
  const describeProblem = useProblemText()
  const { error, ...run } = useCheckRun(
    async (onPhase) => runWatchedCheck('/api/monitors/test', buildBody(), onPhase),
    {
      onError: (error) => form.showIssues(toProblem(error).issues),
    },
  )
  const problem = error ? toProblem(error) : null
  const areFields = problem !== null && problem.issues.length > 0
  return { ...run, problemText: problem && (areFields ? monitor.testFields : describeProblem(problem)) }
}

export function TestButton({ trial: testRun }: { trial: TestRun }) {
  const { monitor } = useText().forms
  return (
    <Button icon={FlaskConical} isPending={testRun.isPending} onClick={testRun.start}>
      {monitor.test}
    </Button>
  )
}

interface TestResultProps {
  trial: TestRun
  /** Target of the form. */
  target: string
  /** Replaces the target. */
  onTarget: (target: string) => void
}

export function TestResult({ trial: testRun, target, onTarget }: TestResultProps) {
  const { monitor } = useText().forms
  const { common } = useText()
  const { phases, result, problemText, isPending } = testRun
  const panel = useRef<HTMLDivElement>(null)
  const rows = phases.length
  const other = result && findOtherScheme(target, result)
  useEffect(() => {
    if (result || rows > 0 || problemText) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [result, rows, problemText])
  return (
    <div ref={panel} aria-live="polite" className="scroll-mb-[calc(5rem+var(--bottom-bar))]">
      {!isPending && problemText && (
        <p className="rounded-md border border-error bg-error-soft px-3 py-2 text-error">{problemText}</p>
      )}
      {(isPending || result) && (
        <section aria-label={monitor.testResult} className="relative rounded-lg border border-line bg-ground p-4">
          {result && (
            <IconButton icon={X} label={common.dismiss} onClick={testRun.clear} className="absolute top-2 right-2" />
          )}
          <h2 className="mb-3 font-semibold">{isPending ? monitor.testing : monitor.testResult}</h2>
          <CheckProgress phases={phases} result={result} />
          {other && (
            <div role="alert" className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
              <p className="font-medium">{monitor.otherScheme[isTlsExpected(other) ? 'https' : 'http']}</p>
              <Button
                onClick={() => {
                  testRun.clear()
                  onTarget(other)
                }}
              >
                {monitor.switchTo(isTlsExpected(other) ? 'https' : 'http')}
              </Button>
            </div>
          )}
          {result && <p className="mt-4 text-sm text-muted">{monitor.testNote}</p>}
        </section>
      )}
    </div>
  )
}
