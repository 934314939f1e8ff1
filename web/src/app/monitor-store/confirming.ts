/** Decides how a status change that waits for confirmation is shown. */
import type { Schemas } from '../../api/types.ts'

export type Confirming = Schemas['Confirming']

/**
 * Returns the state to show instead of the runtime status. A status event may arrive before the result that confirmed
 * it, so a change in the direction of the current status counts as confirmed.
 */
export function getConfirmingState(
  status: string,
  confirming: Confirming | null | undefined,
): 'failing' | 'recovering' | null {
  if (!confirming || status === 'paused') return null
  if (confirming.direction === 'down') return status === 'down' ? null : 'failing'
  return status === 'down' || status === 'degraded' ? 'recovering' : null
}
