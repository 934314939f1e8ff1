import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PhaseEvent, WatchedResult } from '../../../api/watched-check.ts'
import { addPhase, closePhases, type PhaseRow } from './phase-rows.ts'

export interface CheckRun {
  start: () => void
  clear: () => void
  isPending: boolean
  phases: readonly PhaseRow[]
  result: WatchedResult | null
  /** Why the check could not run. */
  error: Error | null
}

/** @param run starts the check and reports its phases */
export function useCheckRun(
  run: (onPhase: (event: PhaseEvent) => void) => Promise<WatchedResult>,
  handlers: { onResult?: (result: WatchedResult) => void; onError?: (error: Error) => void } = {},
): CheckRun {
  const [phases, setPhases] = useState<readonly PhaseRow[]>([])
  const { mutate, reset, isPending, data, error } = useMutation({
    mutationFn: async () => {
      setPhases([])
      const result = await run((event) => setPhases((rows) => addPhase(rows, event, performance.now())))
      setPhases((rows) => closePhases(rows, result, performance.now()))
      return result
    },
    ...(handlers.onResult && { onSuccess: handlers.onResult }),
    ...(handlers.onError && { onError: handlers.onError }),
  })
  return { start: () => !isPending && mutate(), clear: reset, isPending, phases, result: data ?? null, error }
}
