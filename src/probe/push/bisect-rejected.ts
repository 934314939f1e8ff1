/** Which results of a batch are those that the server refuses for good. */
import type { CheckResult } from '../../core/probes/protocol.ts'
import { isPermanent } from './refusal.ts'

/** So many results that stand alone may be refused before the server has taken anything. */
const MAX_LONE_REJECTIONS = 3

/**
 * Halves a batch that was refused until the culprits stand alone; all others are delivered by then. Nobody is a culprit
 * while the server takes nothing at all: then it is the server, or something in front of it, that is no good.
 *
 * @param witness what the server is asked to take besides, should it have taken nothing yet
 * @returns the culprits
 * @throws what `push` throws; the refusal itself when the server takes nothing
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
