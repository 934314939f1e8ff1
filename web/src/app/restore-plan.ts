/** The requests that revert pauses and resumes. Without access to the server, so that it can be tested directly. */

/** Status of a monitor before the change. */
export interface StatusBefore {
  id: string
  status: 'active' | 'paused' | 'disabled'
  paused_until?: string | undefined
}

interface RestoreStep {
  action: 'pause' | 'resume' | 'disable'
  /** End of the pause. */
  until?: string
  ids: string[]
}

/**
 * Groups monitors by the request that restores them. A pause that would have ended in the meantime ends at once.
 *
 * @param now Unix ms
 */
export function planRestore(before: readonly StatusBefore[], now: number): RestoreStep[] {
  const steps = new Map<string, RestoreStep>()
  for (const { id, status, paused_until: until } of before) {
    const isOver = until !== undefined && Date.parse(until) <= now
    const action = status === 'disabled' ? 'disable' : status === 'active' || isOver ? 'resume' : 'pause'
    const key = `${action} ${action === 'pause' ? until : ''}`
    const last = steps.get(key)
    if (last) last.ids.push(id)
    else steps.set(key, { action, ids: [id], ...(action === 'pause' && until !== undefined && { until }) })
  }
  return [...steps.values()]
}
