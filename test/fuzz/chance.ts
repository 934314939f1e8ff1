/** Random choices from a seed. */
import { createSeededRandom } from '../support/factories/random.ts'

export interface Chance {
  /** 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** A whole number from a closed range. */
  int(from: number, to: number): number
  /** Returns true with this probability. */
  in(share: number): boolean
  pick<T>(list: readonly T[]): T
}

export function makeChance(seed: number): Chance {
  const next = createSeededRandom(seed)
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    in: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)]!,
  }
}
