/**
 * Scenarios for real time: as those of the movable world, but with short waits, because every second of them is one. Each
 * is for one fleet and one kind of trouble, with real outages around it and in it.
 */
import { seededRandom } from '../../../test/support/factories/random.ts'
import { type Chance, chanceOf, failuresOf, makeFleet, makeJobs, NETWORKS } from '../fleet.ts'
import { AWAY, type FleetKind, flappingTarget, PROBE_TROUBLES, type ProbeTrouble } from '../scenarios.ts'
import type { Failure, Job, Outage, Scenario, ScriptedMonitor, Span, Trouble } from '../script.ts'
import { type LineStyle, MAILBOX, type RealScenario } from './laboratory.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

interface Plan {
  name: string
  fleet: FleetKind
  make: (chance: Chance, fleet: FleetKind) => Scenario
  isShort?: true
  lineStyle?: LineStyle
}

const fleetOf = (size: number, intervalSeconds: number): FleetKind => ({ size, intervalSeconds })

const troubleOf = (name: string): ProbeTrouble => {
  const found = PROBE_TROUBLES.find((trouble) => trouble.name === name)
  if (!found) throw new Error(`no trouble "${name}" in the script`)
  return found
}

const troubled = (name: string, fleet: FleetKind, isShort?: true): Plan => ({
  name,
  fleet,
  make: (chance) => probeTrouble(chance, fleet, troubleOf(name), false),
  ...(isShort && { isShort }),
})

const startedDuring = (name: string, fleet: FleetKind, isShort?: true): Plan => ({
  name: `start in ${name}`,
  fleet,
  make: (chance) => probeTrouble(chance, fleet, troubleOf(name), true),
  ...(isShort && { isShort }),
})

const styled = (fleets: Partial<Record<LineStyle, FleetKind>>): Plan[] =>
  Object.entries(fleets).map(([style, fleet]) => ({
    ...troubled('dead line', fleet),
    name: `dead line, ${style}`,
    lineStyle: style as LineStyle,
  }))

const PLANS: readonly Plan[] = [
  troubled('dead line', fleetOf(30, 300)),
  ...AWAY.map(([how, lengthMs]): Plan => {
    const fleet = fleetOf(8, 30)
    const name = `${how} ${lengthMs / SECOND} s`
    const isShort = lengthMs < MINUTE && lengthMs > 10 * SECOND
    return { name, fleet, make: (chance) => away(chance, fleet, how, lengthMs), ...(isShort && { isShort }) }
  }),
  troubled('dead line', fleetOf(3, 60), true),
  troubled('dead line', fleetOf(1, 30)),
  troubled('dead line', fleetOf(8, 30)),
  troubled('dead line', fleetOf(100, 60)),
  troubled('dead line, near cache', fleetOf(30, 30), true),
  troubled('dead line, near cache', fleetOf(3, 30)),
  ...styled({ answers: fleetOf(8, 30), cable: fleetOf(3, 60), 'no route': fleetOf(30, 60), lossy: fleetOf(8, 30) }),
  troubled('link down', fleetOf(8, 60)),
  troubled('flapping line', fleetOf(30, 60)),
  troubled('flapping line, near cache', fleetOf(8, 30)),
  troubled('half-dead line', fleetOf(8, 30)),
  troubled('half-dead link', fleetOf(30, 60)),
  troubled('dead IPv6', fleetOf(8, 30)),
  troubled('name server silent', fleetOf(8, 30), true),
  troubled('name server refused', fleetOf(30, 60)),
  troubled('name server SERVFAIL', fleetOf(8, 60)),
  troubled('name server caching', fleetOf(30, 30), true),
  startedDuring('dead line', fleetOf(8, 30), true),
  startedDuring('dead line, near cache', fleetOf(30, 60)),
  startedDuring('link down', fleetOf(3, 30)),
  startedDuring('half-dead line', fleetOf(8, 60)),
  startedDuring('name server silent', fleetOf(8, 60)),
  startedDuring('name server SERVFAIL', fleetOf(30, 30)),
  startedDuring('name server caching', fleetOf(8, 30)),
  ...(['refused', '503'] as const).flatMap((how) =>
    (['ops', MAILBOX] as const).map((receiver): Plan => {
      const fleet = fleetOf(8, 30)
      const name = `${receiver === MAILBOX ? 'mail server' : 'receiver'} ${how}`
      const isShort = how === '503' && receiver === 'ops'
      return { name, fleet, make: (chance) => receiverAway(chance, fleet, how, receiver), ...(isShort && { isShort }) }
    }),
  ),
  { name: 'storm', fleet: fleetOf(15, 30), make: storm, isShort: true },
  ...(['router', 'address', 'network'] as const).map((behind, index): Plan => {
    const fleet = [fleetOf(8, 30), fleetOf(30, 60), fleetOf(3, 30)][index]!
    return { name: `one ${behind}`, fleet, make: (chance) => wholeFleet(chance, fleet, behind) }
  }),
  { name: 'flapping target', fleet: fleetOf(3, 30), make: flappingTarget },
]

export function makeRealScenarios(seed: number): RealScenario[] {
  const chance = chanceOf(seededRandom(seed))
  return PLANS.map(({ name, fleet, make, isShort = false, lineStyle = 'silent' }) => ({
    ...make(chance, fleet),
    name: `${name} ${fleet.size}@${fleet.intervalSeconds}`,
    isShort,
    lineStyle,
  }))
}

type Parts = Pick<Scenario, 'monitors' | 'outages' | 'troubles'> & Partial<Scenario>

/** @param tailMs after the last change */
function scenario({ monitors, outages, troubles, ...rest }: Parts, tailMs: number): Scenario {
  return {
    name: '',
    lengthMs: Math.max(...[...outages, ...troubles].map(({ toMs }) => toMs)) + tailMs,
    nameServer: 'far',
    nameTtlSeconds: 5,
    networks: [...NETWORKS],
    receivers: ['ops'],
    monitors,
    outages: outages.sort((a, b) => a.fromMs - b.fromMs).map((outage, index) => ({ ...outage, id: `o${index + 1}` })),
    troubles: troubles.sort((a, b) => a.fromMs - b.fromMs),
    ...rest,
  }
}

const roundMs = ({ target, job }: ScriptedMonitor): number =>
  target ? target.intervalSeconds * SECOND : job!.periodMs + job!.graceMs

const tailMs = (monitors: readonly ScriptedMonitor[]): number => Math.max(...monitors.map(roundMs)) + 30 * SECOND

/** Every monitor was checked once, and the names of all were asked for. */
const warmUpMs = ({ intervalSeconds }: FleetKind): number => intervalSeconds * SECOND + 15 * SECOND

/** Long enough that the service has to report it, whatever the monitor's settings. */
const sureMs = (monitor: ScriptedMonitor): number => roundMs(monitor) + 45 * SECOND

function outageOf(chance: Chance, monitor: ScriptedMonitor, { fromMs, toMs }: Span): Outage {
  return { id: '', monitors: [monitor.id], how: chance.pick(failuresOf(monitor)), isFlap: false, fromMs, toMs }
}

/** Of a fleet of eight or more: one outage that begins before the trouble and one in it; always one after it. */
function around(chance: Chance, monitors: readonly ScriptedMonitor[], { fromMs, toMs }: Span): Outage[] {
  const [after, before, during] = shuffled(chance, monitors)
  const outages = [outageOf(chance, after!, { fromMs: toMs + 5 * SECOND, toMs: toMs + 5 * SECOND + sureMs(after!) })]
  if (monitors.length < 8) return outages
  const early = { fromMs: fromMs - chance.between(2 * SECOND, 20 * SECOND), toMs: toMs + sureMs(before!) }
  const late = { fromMs: fromMs + chance.between(5 * SECOND, 60 * SECOND), toMs: toMs + sureMs(during!) }
  return [...outages, outageOf(chance, before!, early), outageOf(chance, during!, late)]
}

function shuffled<T>({ random }: Chance, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

function probeTrouble(chance: Chance, fleet: FleetKind, trouble: ProbeTrouble, isStart: boolean): Scenario {
  const { networks = NETWORKS, byName, nameServer, troubles: make } = trouble
  const monitors = makeFleet(chance, { ...fleet, networks, ...(byName !== undefined && { byName }) })
  const fromMs = warmUpMs(fleet) + 25 * SECOND
  const span = { fromMs, toMs: fromMs + Math.max(120 * SECOND, fleet.intervalSeconds * SECOND) }
  const killed: Trouble = { kind: 'killed', fromMs: fromMs - 2 * SECOND, toMs: fromMs + 10 * SECOND }
  const parts = {
    monitors,
    outages: around(chance, monitors, span),
    troubles: [...make(span, chance), ...(isStart ? [killed] : [])],
    networks: [...networks],
    ...(nameServer && { nameServer }),
  }
  return scenario(parts, tailMs(monitors))
}

/** Pings of 50 jobs fall before, into and after the absence. */
function away(chance: Chance, fleet: FleetKind, how: 'stopped' | 'killed', lengthMs: number): Scenario {
  const jobs = makeJobs(chance, { count: 50 }).map((monitor, index) => ({
    ...monitor,
    job: hasten(monitor.job!, index),
  }))
  const monitors = makeFleet(chance, fleet)
  const fromMs = 2 * MINUTE + chance.between(0, 30 * SECOND)
  const span = { fromMs, toMs: fromMs + lengthMs }
  const silent = jobs[7]!
  const silence: Outage = {
    ...outageOf(chance, silent, { fromMs: span.toMs, toMs: span.toMs + sureMs(silent) }),
    how: 'silence',
  }
  const outages = [...around(chance, monitors, span), silence]
  return scenario({ monitors: [...monitors, ...jobs], outages, troubles: [{ kind: how, ...span }] }, tailMs(jobs))
}

/** Each job pings at its own second of the minute. */
const hasten = ({ client }: Job, index: number): Job => ({
  periodMs: MINUTE,
  graceMs: [10, 20, 30][index % 3]! * SECOND,
  firstPingMs: 1_000 + index * 1_150,
  client,
})

function receiverAway(chance: Chance, fleet: FleetKind, how: 'refused' | '503', receiver = 'ops'): Scenario {
  const monitors = makeFleet(chance, { ...fleet, receiver })
  const fromMs = warmUpMs(fleet) + 70 * SECOND
  const span = { fromMs, toMs: fromMs + 70 * SECOND }
  const [early, late, whole] = monitors as [ScriptedMonitor, ScriptedMonitor, ScriptedMonitor]
  const outages = [
    outageOf(chance, early, { fromMs: fromMs - 75 * SECOND, toMs: fromMs + 10 * SECOND }),
    outageOf(chance, late, { fromMs: fromMs + 5 * SECOND, toMs: span.toMs + 60 * SECOND }),
    outageOf(chance, whole, { fromMs: fromMs - 10 * SECOND, toMs: span.toMs + 20 * SECOND }),
  ]
  const trouble: Trouble = { kind: 'receiver', receiver, how, ...span }
  return scenario({ monitors, outages, troubles: [trouble], receivers: [receiver] }, tailMs(monitors))
}

/** 15 monitors behind one address fail while the receiver is away, beside an outage and a recovery that have nothing to do with it. */
function storm(chance: Chance, { intervalSeconds }: FleetKind): Scenario {
  const types = ['HTTP', 'TCP', 'KEYWORD'] as const
  const crowd = makeFleet(chance, { size: 15, intervalSeconds, networks: [NETWORKS[1]!], isOneAddress: true, types })
  const others = makeFleet(chance, { size: 4, intervalSeconds, networks: [NETWORKS[0]!, NETWORKS[2]!], from: 16 })
  const fromMs = warmUpMs(fleetOf(15, intervalSeconds)) + 90 * SECOND
  const toMs = fromMs + 2 * MINUTE
  const [failing, recovering] = others as [ScriptedMonitor, ScriptedMonitor]
  const outages = [
    {
      ...outageOf(chance, crowd[0]!, { fromMs, toMs }),
      monitors: crowd.map(({ id }) => id),
      how: 'refused' as Failure,
    },
    outageOf(chance, failing, { fromMs: fromMs + 10 * SECOND, toMs: toMs + 20 * SECOND }),
    outageOf(chance, recovering, { fromMs: fromMs - 85 * SECOND, toMs: fromMs + 10 * SECOND }),
  ]
  const span = { fromMs: fromMs + 5 * SECOND, toMs: fromMs + 75 * SECOND }
  const monitors = [...crowd, ...others]
  const troubles: Trouble[] = [{ kind: 'receiver', receiver: 'ops', how: 'refused', ...span }]
  return scenario({ monitors, outages, troubles }, tailMs(monitors))
}

/** A real outage of everything that is watched. */
function wholeFleet(chance: Chance, fleet: FleetKind, behind: 'router' | 'address' | 'network'): Scenario {
  const isOneAddress = behind === 'address'
  const types = ['HTTP', 'TCP', 'KEYWORD', ...(isOneAddress ? [] : (['ICMP'] as const))] as const
  const monitors = makeFleet(chance, { ...fleet, networks: [NETWORKS[1]!], isOneAddress, types })
  const fromMs = warmUpMs(fleet) + chance.between(0, 20 * SECOND)
  const outage = outageOf(chance, monitors[0]!, { fromMs, toMs: fromMs + sureMs(monitors[0]!) + 30 * SECOND })
  const how = isOneAddress ? 'refused' : 'hang'
  return scenario(
    { monitors, outages: [{ ...outage, monitors: monitors.map(({ id }) => id), how }], troubles: [] },
    tailMs(monitors),
  )
}
