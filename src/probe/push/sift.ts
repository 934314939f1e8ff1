/** Which results of a batch are those that the server refuses for good. */
import type { CheckResult } from '../../core/probes/protocol.ts'
import { isForGood } from './refusal.ts'

/** So many results that stand alone may be refused before the server has taken anything. */
const STRIKES = 3

/**
 * Halves a batch that was refused until the culprits stand alone; all others are delivered by then. Nobody is a culprit
 * while the server takes nothing at all: then it is the server, or something in front of it, that is no good.
 *
 * @param witness what the server is asked to take besides, should it have taken nothing yet
 * @returns the culprits
 * @throws what `push` throws; the refusal itself when the server takes nothing
 */
export async function sift(
  batch: readonly CheckResult[],
  push: (results: readonly CheckResult[]) => Promise<void>,
  refusal: unknown,
  witness: CheckResult | null = null,
): Promise<CheckResult[]> {
  let isProven = false
  const attempt = async (part: readonly CheckResult[]): Promise<boolean> => {
    try {
      await push(part)
      isProven = true
      return true
    } catch (error) {
      if (isForGood(error)) return false
      throw error
    }
  }
  const prove = async (culprits: readonly CheckResult[]): Promise<void> => {
    for (const other of [batch.at(-1)!, witness])
      if (!isProven && other !== null && !culprits.includes(other)) await attempt([other])
    if (!isProven) throw refusal
  }
  const culprits: CheckResult[] = []
  const halve = async (part: readonly CheckResult[]): Promise<void> => {
    if (part !== batch && (await attempt(part))) return
    if (part.length === 1) {
      culprits.push(part[0]!)
      if (!isProven && culprits.length === STRIKES) await prove(culprits)
      return
    }
    const middle = Math.ceil(part.length / 2)
    await halve(part.slice(0, middle))
    await halve(part.slice(middle))
  }
  await halve(batch)
  if (!isProven) await prove(culprits)
  return culprits
}
