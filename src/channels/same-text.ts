/** Compares signatures in constant time, so that the duration does not reveal how much of one was right. */
import { timingSafeEqual } from 'node:crypto'

export function isSameText(given: string, good: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(good)]
  return one.length === other.length && timingSafeEqual(one, other)
}
