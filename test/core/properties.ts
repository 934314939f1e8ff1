/** Properties that must hold for random inputs. `TEST_SEED` repeats a failure. */
import { test } from 'node:test'
import { Dice } from '../services/evaluation/model/histories.ts'
import { createSeededRandom } from '../support/factories/random.ts'

const SEED = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 32))

/** How often each property is tried; 1 is the default. */
const SCALE = Number(process.env.TEST_SCALE ?? 1)

/** @param tries number of tries, each with another random seed */
export function property(title: string, tries: number, holds: (dice: Dice) => void): void {
  test(title, () => {
    for (let index = 0; index < tries * SCALE; index++) {
      const seed = (SEED + index) >>> 0
      try {
        holds(new Dice(createSeededRandom(seed)))
      } catch (error) {
        throw new Error(`TEST_SEED=${seed} shows it at once`, { cause: error })
      }
    }
  })
}
