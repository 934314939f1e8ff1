/**
 * Runs an action that no form submits: a button, a menu entry, the choice of a select. A failure is a message that stays
 * until the user dismisses it. It offers to try again unless the server refused the action for good.
 *
 *     const { run, isPending } = useAction()
 *     run({ name: text.pause, send: () => getData(api.POST(…)), onDone: () => toast.done(text.paused) })
 */
import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type ApiProblem, isSessionEnd, toProblem } from '../api/problem.ts'
import { getProjectId } from '../api/project.ts'
import { useProblemText, useProblemTitle } from '../ui/notice.tsx'
import { showMessage } from '../ui/toast-messages.ts'

interface Action<T> {
  /** Label of the action with its subject: `Acknowledge: Shop is down`. */
  name: string
  send: () => Promise<T>
  onDone?: (data: T) => unknown
  /** Called after success and failure. */
  onSettled?: () => unknown
  /** Replaces the text of some refusals. */
  describe?: (problem: ApiProblem) => string | undefined
}

interface Started extends Action<unknown> {
  /** The current project at the start. The user may switch before the answer. */
  projectId: string | null
}

export function useAction(): { run: <T>(action: Action<T>) => void; isPending: boolean } {
  const showFailure = useFailureMessage()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ send }: Started) => send(),
    // Not awaited, because a read that follows must not keep the button busy
    onSuccess: (data, { onDone }) => void onDone?.(data),
    onError: (error, action) => showFailure(action, error, () => mutate(action)),
    onSettled: (_data, _error, { onSettled }) => void onSettled?.(),
  })
  const run = useCallback((action: Action<unknown>) => mutate({ ...action, projectId: getProjectId() }), [mutate])
  return { run: run as <T>(action: Action<T>) => void, isPending }
}

/** Returns a function that shows that an action failed, or that its outcome is unknown. */
export function useFailureMessage(): (
  action: Pick<Started, 'name' | 'describe' | 'projectId'>,
  error: unknown,
  retry: () => void,
) => void {
  const titleProblem = useProblemTitle()
  const describeProblem = useProblemText()
  return ({ name, describe, projectId }, error, retry) => {
    const problem = toProblem(error)
    // The page is about to show the sign-in, which offers the action again
    if (isSessionEnd(problem)) return
    showMessage({
      title: titleProblem(problem, name),
      description: describe?.(problem) ?? describeProblem(problem),
      retry: problem.isTransient || problem.status === 429 ? retry : undefined,
      isFailure: true,
      projectId,
    })
  }
}
