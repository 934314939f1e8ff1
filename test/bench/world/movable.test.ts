// @slow: plays hours of a scripted world
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failuresOf } from '../../../bench/world/bar.ts'
import { chanceOf } from '../../../bench/world/fleet.ts'
import { judge } from '../../../bench/world/judge.ts'
import { play } from '../../../bench/world/movable/play.ts'
import { away, calm, PROBE_TROUBLES, startedDuring, troubled, wholeFleet } from '../../../bench/world/scenarios.ts'
import type { Scenario } from '../../../bench/world/script.ts'
import { seededRandom } from '../../support/factories/random.ts'

const SEED = 1
const FEW = { size: 3, intervalSeconds: 30 }

const JOBS = { count: 6, periodsMs: [60_000] }

const chance = () => chanceOf(seededRandom(SEED))

const troubleOf = (wanted: string) => PROBE_TROUBLES.find(({ name }) => name === wanted)!

const inTrouble = (name: string) => troubled(chance(), FEW, troubleOf(name))

/** Small ones of those that `npm run bench -- world` plays. */
const SCENARIOS: readonly Scenario[] = [
  calm(chance(), FEW),
  wholeFleet(chance(), FEW, 'address'),
  ...['dead line', 'dead line, near cache', 'link down', 'name server silent', 'name server SERVFAIL'].map(inTrouble),
  startedDuring(chance(), FEW, troubleOf('dead line')),
  away(chance(), FEW, ['stopped', 40_000], JOBS),
  away(chance(), FEW, ['killed', 20_000], JOBS),
]

for (const scenario of SCENARIOS)
  test(`a service passes the bar of the scripted world: ${scenario.name}`, async (t) => {
    const report = await play(t, scenario, { seed: SEED })
    assert.deepEqual(failuresOf([judge(scenario, report)]), [])
    assert.ok(scenario.outages.length === 0 || report.turns.length > 0, 'it reported something')
  })
