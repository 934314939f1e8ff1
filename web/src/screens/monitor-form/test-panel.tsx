/** Runs the check that a form describes, before anything is saved, and shows what it found right there. */
import { useMutation } from '@tanstack/react-query'
import { FlaskConical, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import type { BodyOf, Schemas } from '../../api/types.ts'
import { ResultDetail } from '../../parts/result-detail.tsx'
import type { SchemaForm } from '../../parts/schema-form/use-schema-form.ts'
import { useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { useProblemText } from '../../ui/trouble.tsx'

interface Trial {
  run: () => void
  clear: () => void
  isPending: boolean
  result: Schemas['FullCheckResult'] | null
  /** What went wrong with the trial itself, in words. */
  trouble: string | null
}

/** @param bodyOf what the form describes; throws what is wrong with it */
export function useTrial(form: SchemaForm, bodyOf: () => Record<string, unknown>): Trial {
  const { monitor } = useText().forms
  const words = useProblemText()
  const trial = useMutation({
    mutationFn: async () => {
      const body = bodyOf() as BodyOf<'/api/monitors/test', 'post'>
      return (await dataOf(api.POST('/api/monitors/test', { body }))).result
    },
    onError: (error) => form.showIssues(asProblem(error).issues),
  })
  const problem = trial.error ? asProblem(trial.error) : null
  const areFields = problem !== null && problem.issues.length > 0
  return {
    run: () => !trial.isPending && trial.mutate(),
    clear: trial.reset,
    isPending: trial.isPending,
    result: trial.data ?? null,
    trouble: problem && (areFields ? monitor.testFields : words(problem)),
  }
}

export function TestButton({ trial }: { trial: Trial }) {
  const { monitor } = useText().forms
  return (
    <Button icon={FlaskConical} isPending={trial.isPending} onClick={trial.run}>
      {monitor.test}
    </Button>
  )
}

export function TestResult({ trial }: { trial: Trial }) {
  const { monitor } = useText().forms
  const { common } = useText()
  const { result, trouble, isPending } = trial
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (result) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [result])
  return (
    <div aria-live="polite">
      {isPending && <p className="text-muted">{monitor.testing}</p>}
      {!isPending && trouble && (
        <p className="rounded-md border border-down bg-down-soft px-3 py-2 text-down">{trouble}</p>
      )}
      {!isPending && result && (
        <section
          ref={panel}
          aria-label={monitor.testResult}
          className="relative rounded-lg border border-line bg-ground p-4"
        >
          <IconButton icon={X} label={common.dismiss} onClick={trial.clear} className="absolute top-2 right-2" />
          <h2 className="mb-3 font-semibold">{monitor.testResult}</h2>
          <ResultDetail result={result} />
          <p className="mt-4 text-sm text-muted">{monitor.testNote}</p>
        </section>
      )}
    </div>
  )
}
