/** Runs a check with the unsaved values of a form and shows its result below the form. */
import { useMutation } from '@tanstack/react-query'
import { FlaskConical, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api, getData } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import type { RequestBody, Schemas } from '../../api/types.ts'
import { ResultDetail } from '../../parts/result-detail.tsx'
import type { SchemaForm } from '../../parts/schema-form/use-schema-form.ts'
import { useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { useProblemText } from '../../ui/notice.tsx'

interface TestRun {
  run: () => void
  clear: () => void
  isPending: boolean
  result: Schemas['FullCheckResult'] | null
  /** Why the test check could not run. */
  problemText: string | null
}

/** @param buildBody throws ApiProblem if the form has errors */
export function useTestRun(form: SchemaForm, buildBody: () => Record<string, unknown>): TestRun {
  const { monitor } = useText().forms
  const describeProblem = useProblemText()
  const testRun = useMutation({
    mutationFn: async () => {
      const body = buildBody() as RequestBody<'/api/monitors/test', 'post'>
      return (await getData(api.POST('/api/monitors/test', { body }))).result
    },
    onError: (error) => form.showIssues(toProblem(error).issues),
  })
  const problem = testRun.error ? toProblem(testRun.error) : null
  const areFields = problem !== null && problem.issues.length > 0
  return {
    run: () => !testRun.isPending && testRun.mutate(),
    clear: testRun.reset,
    isPending: testRun.isPending,
    result: testRun.data ?? null,
    problemText: problem && (areFields ? monitor.testFields : describeProblem(problem)),
  }
}

export function TestButton({ trial: testRun }: { trial: TestRun }) {
  const { monitor } = useText().forms
  return (
    <Button icon={FlaskConical} isPending={testRun.isPending} onClick={testRun.run}>
      {monitor.test}
    </Button>
  )
}

export function TestResult({ trial: testRun }: { trial: TestRun }) {
  const { monitor } = useText().forms
  const { common } = useText()
  const { result, problemText, isPending } = testRun
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (result) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [result])
  return (
    <div aria-live="polite">
      {isPending && <p className="text-muted">{monitor.testing}</p>}
      {!isPending && problemText && (
        <p className="rounded-md border border-down bg-down-soft px-3 py-2 text-down">{problemText}</p>
      )}
      {!isPending && result && (
        <section
          ref={panel}
          aria-label={monitor.testResult}
          className="relative rounded-lg border border-line bg-ground p-4"
        >
          <IconButton icon={X} label={common.dismiss} onClick={testRun.clear} className="absolute top-2 right-2" />
          <h2 className="mb-3 font-semibold">{monitor.testResult}</h2>
          <ResultDetail result={result} />
          <p className="mt-4 text-sm text-muted">{monitor.testNote}</p>
        </section>
      )}
    </div>
  )
}
