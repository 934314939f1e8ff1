// @slow: runs hours of a scripted world
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFailures } from '../../../bench/world/acceptance.ts'
import { createChance } from '../../../bench/world/fleet.ts'
import { judge } from '../../../bench/world/judge.ts'
import { runScenario } from '../../../bench/world/movable/run-scenario.ts'
import {
  createAbsence,
  createFleetOutage,
  createOutagesOnly,
  createOverload,
  createRegionScenario,
  createStartScenario,
  createTroubleScenario,
  PROBE_TROUBLES,
  REGION_TROUBLES,
} from '../../../bench/world/scenarios.ts'
import type { Scenario } from '../../../bench/world/script.ts'
import { createSeededRandom } from '../../support/factories/random.ts'

const SEED = 1
const FEW = { size: 3, intervalSeconds: 30 }

const JOBS = { count: 6, periodsMs: [60_000] }

const chance = () => createChance(createSeededRandom(SEED))

const troubleOf = (wanted: string) => PROBE_TROUBLES.find(({ name }) => name === wanted)!

const inTrouble = (name: string) => createTroubleScenario(chance(), FEW, troubleOf(name))

/** Small variants of the scenarios that `npm run bench -- world` runs. */
const SCENARIOS: readonly Scenario[] = [
  createOutagesOnly(chance(), FEW),
  createFleetOutage(chance(), FEW, 'address'),
  ...['dead line', 'dead line, near cache', 'link down', 'name server silent', 'name server SERVFAIL'].map(inTrouble),
  createStartScenario(chance(), FEW, troubleOf('dead line')),
  createAbsence(chance(), FEW, ['stopped', 40_000], JOBS),
  createAbsence(chance(), FEW, ['killed', 20_000], JOBS),
  createOverload(chance(), [[30, 330]]),
  createRegionScenario(chance(), FEW, REGION_TROUBLES.find(({ name }) => name === 'all without server')!, true),
]

for (const scenario of SCENARIOS)
  test(`a service passes the judgement of the scripted world: ${scenario.name}`, async (t) => {
    const report = await runScenario(t, scenario, { seed: SEED })
    assert.deepEqual(listFailures([judge(scenario, report)]), [])
    assert.ok(scenario.outages.length === 0 || report.events.length > 0, 'it reported something')
  })
