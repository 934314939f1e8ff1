/** Makes a script from a seed: the same seed gives the same script. */
import { seededRandom } from '../../test/support/factories/random.ts'
import { chanceOf } from './fleet.ts'
import {
  AWAY,
  away,
  calm,
  FLEETS,
  type FleetKind,
  fewestMonitors,
  flappingTarget,
  PROBE_TROUBLES,
  receiverAway,
  startedDuring,
  storm,
  troubled,
  wholeFleet,
} from './scenarios.ts'
import type { Scenario, Script } from './script.ts'

/** A stride that shares no factor with the number of fleets, so that neighbours in a script differ in size and interval. */
const STRIDE = 4

export function makeScript(seed: number): Script {
  const chance = chanceOf(seededRandom(seed))
  let turn = seed * STRIDE
  const fleet = (atLeast = 1): FleetKind => {
    do turn += STRIDE
    while (FLEETS[turn % FLEETS.length]!.size < atLeast)
    return FLEETS[turn % FLEETS.length]!
  }
  const scenarios: Scenario[] = [
    ...Array.from({ length: 3 }, () => calm(chance, fleet())),
    ...(['router', 'address', 'network'] as const).map((behind) => wholeFleet(chance, fleet(), behind)),
    ...PROBE_TROUBLES.map((trouble) => troubled(chance, fleet(fewestMonitors(trouble)), trouble)),
    ...PROBE_TROUBLES.map((trouble) => startedDuring(chance, fleet(fewestMonitors(trouble)), trouble)),
    ...AWAY.map((absence) => away(chance, fleet(), absence)),
    receiverAway(chance, fleet(8), 'refused'),
    receiverAway(chance, fleet(8), '503'),
    storm(chance, chance.pick([30, 60])),
    flappingTarget(chance, { size: 3, intervalSeconds: chance.pick([30, 60]) }),
  ]
  return {
    seed,
    scenarios: scenarios.map((scenario, index) => ({ ...scenario, name: unique(scenario, index, scenarios) })),
  }
}

function unique({ name }: Scenario, index: number, all: readonly Scenario[]): string {
  const before = all.slice(0, index).filter((other) => other.name === name).length
  return before === 0 ? name : `${name} (${before + 1})`
}
