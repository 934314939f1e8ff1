/** Generates a script from a seed; the same seed gives the same script. */
import { createSeededRandom } from '../../test/support/factories/random.ts'
import { createChance } from './fleet.ts'
import {
  ABSENCES,
  createAbsence,
  createAlertStorm,
  createFlappingTarget,
  createFleetOutage,
  createOutagesOnly,
  createOverload,
  createReceiverAbsence,
  createRegionScenario,
  createStartScenario,
  createTroubleScenario,
  FLEETS,
  type FleetKind,
  getMinMonitors,
  PROBE_TROUBLES,
  REGION_TROUBLES,
} from './scenarios.ts'
import type { Scenario, Script } from './script.ts'

/** A stride coprime to the number of fleets, so that neighbours in a script differ in size and interval. */
const STRIDE = 4

export function createScript(seed: number): Script {
  const chance = createChance(createSeededRandom(seed))
  let fleetIndex = seed * STRIDE
  const fleet = (atLeast = 1): FleetKind => {
    do fleetIndex += STRIDE
    while (FLEETS[fleetIndex % FLEETS.length]!.size < atLeast)
    return FLEETS[fleetIndex % FLEETS.length]!
  }
  const scenarios: Scenario[] = [
    ...Array.from({ length: 3 }, () => createOutagesOnly(chance, fleet())),
    ...(['router', 'address', 'network'] as const).map((behind) => createFleetOutage(chance, fleet(), behind)),
    ...PROBE_TROUBLES.map((trouble) => createTroubleScenario(chance, fleet(getMinMonitors(trouble)), trouble)),
    ...PROBE_TROUBLES.map((trouble) => createStartScenario(chance, fleet(getMinMonitors(trouble)), trouble)),
    ...ABSENCES.map((absence) => createAbsence(chance, fleet(), absence)),
    createReceiverAbsence(chance, fleet(8), 'refused'),
    createReceiverAbsence(chance, fleet(8), '503'),
    createAlertStorm(chance, chance.pick([30, 60])),
    createFlappingTarget(chance, { size: 3, intervalSeconds: chance.pick([30, 60]) }),
    ...REGION_TROUBLES.flatMap((trouble) =>
      [false, true].map((hasOutages) =>
        createRegionScenario(chance, { size: 9, intervalSeconds: chance.pick([30, 60]) }, trouble, hasOutages),
      ),
    ),
    createOverload(chance, [
      [30, 300],
      [60, 100],
    ]),
  ]
  return {
    seed,
    scenarios: scenarios.map((scenario, index) => ({ ...scenario, name: toUniqueName(scenario, index, scenarios) })),
  }
}

function toUniqueName({ name }: Scenario, index: number, all: readonly Scenario[]): string {
  const before = all.slice(0, index).filter((other) => other.name === name).length
  return before === 0 ? name : `${name} (${before + 1})`
}
