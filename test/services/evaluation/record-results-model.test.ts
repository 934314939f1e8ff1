/**
 * Random histories, played through the real services and predicted by an independent model: both must agree on every
 * monitor. `TEST_SEED` repeats the same histories; `TEST_HISTORIES` sets their number.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createSeededRandom } from '../../support/factories/random.ts'
import { MONDAY } from '../../support/time/clock.ts'
import { openModelFixture } from './model/fixture.ts'
import { Dice, formatHistory, type History, makeWorld, shrink } from './model/histories.ts'
import { play } from './model/play.ts'
import { computeExpected, type Expected } from './model/reference.ts'

const SEED = Number(process.env.TEST_SEED ?? 1)
const HISTORIES = Number(process.env.TEST_HISTORIES ?? 500)

/** The decisions are the same on every database, and PostgreSQL takes three times as long. */
const PORTIONS: Record<DialectName, number> = { sqlite: 1, postgres: 0.5 }

/** Histories under one clock. */
const WORLD = 125

/** Rounds per world: mostly few, because most failures show early. */
const ROUNDS = [10, 10, 10, 30] as const

const computed = ({ watched, events }: History): Expected => byFamily(computeExpected(watched, events))

/** Sorts incidents, because the incidents that one batch opens have no fixed order. */
const byFamily = (life: Expected): Expected => ({
  ...life,
  incidents: life.incidents.toSorted((a, b) => a.family.localeCompare(b.family)),
})

const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b)

for (const dialect of DIALECTS)
  test(`${dialect}: a random history ends in the state that the model predicts`, async (t) => {
    const desk = await openModelFixture(t, dialect)
    const random = createSeededRandom(SEED)
    const dice = new Dice(random)
    const total = Math.ceil(HISTORIES * PORTIONS[dialect])
    for (let world = 0; world * WORLD < total; world++) {
      const start = MONDAY + world * 10 * DAY_MS
      const count = Math.min(WORLD, total - world * WORLD)
      const histories = makeWorld(random, {
        count,
        rounds: ROUNDS[world % ROUNDS.length]!,
        start,
        prefix: `world-${world}`,
        setsBack: world % 2 === 0,
      })
      const found = (await play(desk, histories, (items) => dice.some(items, items.length))).map(byFamily)
      const wrong = histories.findIndex((history, index) => !isSame(found[index], computed(history)))
      if (wrong < 0) continue
      const place = `TEST_SEED=${SEED} on ${dialect}, history ${wrong} of world ${world}`
      let tries = 0
      const alone = async (history: History) => {
        const again = { ...history, watched: { ...history.watched, name: `try-${tries++}` } }
        return { is: byFamily((await play(desk, [again]))[0]!), wanted: computed(again) }
      }
      const differs = async (history: History) => {
        const { is, wanted } = await alone(history)
        return !isSame(is, wanted)
      }
      if (!(await differs(histories[wrong]!)))
        assert.deepEqual(found[wrong], computed(histories[wrong]!), `${place}, and only together with other histories`)
      const shortest = await shrink(histories[wrong]!, differs)
      const { is, wanted } = await alone(shortest)
      assert.deepEqual(is, wanted, `${place}:\n${formatHistory(shortest)}\n`)
    }
  })
