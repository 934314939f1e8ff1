/** An unexpected answer of the server, and its meaning for the probe. */
import type { CheckResult } from '../../core/probes/protocol.ts'

/**
 * `token`: the token is unknown or revoked. `content`: this message is rejected permanently. `later`: the server is
 * busy or broken, or a proxy answered.
 */
type RefusalKind = 'token' | 'content' | 'later'

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  /** Pause that the server requests, ms; null when it requests none. */
  readonly retryAfterMs: number | null

  constructor(kind: RefusalKind, message: string, retryAfterMs: number | null = null) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

/** Whether the same message will always be rejected again. */
export const isPermanent = (error: unknown): boolean => error instanceof Refusal && error.kind === 'content'

/**
 * If this number of single results is rejected and none was accepted, other results test whether the server accepts
 * any.
 */
const MAX_LONE_REJECTIONS = 3

/**
 * Halves a rejected batch until the poisoned results, which the server rejects permanently, are isolated. All other
 * results are delivered by then. While the server accepts no result at all, no result counts as poisoned: the cause is
 * the server or a proxy.
 *
 * @param canary extra result to send if the server has accepted none so far.
 * @returns the poisoned results.
 * @throws errors of `push`; the rejection itself when the server accepts no result
 */
export async function bisectRejected(
  batch: readonly CheckResult[],
  push: (results: readonly CheckResult[]) => Promise<void>,
  refusal: unknown,
  canary: CheckResult | null = null,
): Promise<CheckResult[]> {
  let hasAccepted = false
  const tryPush = async (part: readonly CheckResult[]): Promise<boolean> => {
    try {
      await push(part)
      hasAccepted = true
      return true
    } catch (error) {
      if (isPermanent(error)) return false
      throw error
    }
  }
  const assertServerAccepts = async (poisoned: readonly CheckResult[]): Promise<void> => {
    for (const other of [batch.at(-1)!, canary])
      if (!hasAccepted && other !== null && !poisoned.includes(other)) await tryPush([other])
    if (!hasAccepted) throw refusal
  }
  const poisoned: CheckResult[] = []
  const bisect = async (part: readonly CheckResult[]): Promise<void> => {
    if (part !== batch && (await tryPush(part))) return
    if (part.length === 1) {
      poisoned.push(part[0]!)
      if (!hasAccepted && poisoned.length === MAX_LONE_REJECTIONS) await assertServerAccepts(poisoned)
      return
    }
    const middle = Math.ceil(part.length / 2)
    await bisect(part.slice(0, middle))
    await bisect(part.slice(middle))
  }
  await bisect(batch)
  if (!hasAccepted) await assertServerAccepts(poisoned)
  return poisoned
}
