/**
 * Scenarios for real time. They resemble the scenarios for simulated time but have short waits, since every second is
 * real. Each has one fleet and one kind of trouble, with real outages around and during it.
 */
import { createSeededRandom } from '../../../test/support/factories/random.ts'
import { type Chance, createChance, createFleet, createJobs, listFailures, NETWORKS } from '../fleet.ts'
import { ABSENCES, createFlappingTarget, type FleetKind, PROBE_TROUBLES, type ProbeTrouble } from '../scenarios.ts'
import type { Failure, Job, Outage, Scenario, ScriptedMonitor, Span, Trouble } from '../script.ts'
import { type LineStyle, MAILBOX, type RealScenario } from './laboratory.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

interface Plan {
  name: string
  fleet: FleetKind
  create: (chance: Chance, fleet: FleetKind) => Scenario
  isShort?: true
  lineStyle?: LineStyle
}

const toFleetKind = (size: number, intervalSeconds: number): FleetKind => ({ size, intervalSeconds })

const getTrouble = (name: string): ProbeTrouble => {
  const found = PROBE_TROUBLES.find((trouble) => trouble.name === name)
  if (!found) throw new Error(`no trouble "${name}" in the script`)
  return found
}

const createTroublePlan = (name: string, fleet: FleetKind, isShort?: true): Plan => ({
  name,
  fleet,
  create: (chance) => createProbeTrouble(chance, fleet, getTrouble(name), false),
  ...(isShort && { isShort }),
})

const createStartPlan = (name: string, fleet: FleetKind, isShort?: true): Plan => ({
  name: `start in ${name}`,
  fleet,
  create: (chance) => createProbeTrouble(chance, fleet, getTrouble(name), true),
  ...(isShort && { isShort }),
})

const createStyledPlans = (fleets: Partial<Record<LineStyle, FleetKind>>): Plan[] =>
  Object.entries(fleets).map(([style, fleet]) => ({
    ...createTroublePlan('dead line', fleet),
    name: `dead line, ${style}`,
    lineStyle: style as LineStyle,
  }))

const PLANS: readonly Plan[] = [
  createTroublePlan('dead line', toFleetKind(30, 300)),
  ...ABSENCES.map(([how, lengthMs]): Plan => {
    const fleet = toFleetKind(8, 30)
    const name = `${how} ${lengthMs / SECOND} s`
    const isShort = lengthMs < MINUTE && lengthMs > 10 * SECOND
    return { name, fleet, create: (chance) => createAbsence(chance, fleet, how, lengthMs), ...(isShort && { isShort }) }
  }),
  createTroublePlan('dead line', toFleetKind(3, 60), true),
  createTroublePlan('dead line', toFleetKind(1, 30)),
  createTroublePlan('dead line', toFleetKind(8, 30)),
  createTroublePlan('dead line', toFleetKind(100, 60)),
  createTroublePlan('dead line, near cache', toFleetKind(30, 30), true),
  createTroublePlan('dead line, near cache', toFleetKind(3, 30)),
  ...createStyledPlans({
    answers: toFleetKind(8, 30),
    cable: toFleetKind(3, 60),
    'no route': toFleetKind(30, 60),
    lossy: toFleetKind(8, 30),
  }),
  createTroublePlan('link down', toFleetKind(8, 60)),
  createTroublePlan('flapping line', toFleetKind(30, 60)),
  createTroublePlan('flapping line, near cache', toFleetKind(8, 30)),
  createTroublePlan('half-dead line', toFleetKind(8, 30)),
  createTroublePlan('half-dead link', toFleetKind(30, 60)),
  createTroublePlan('dead IPv6', toFleetKind(8, 30)),
  createTroublePlan('name server silent', toFleetKind(8, 30), true),
  createTroublePlan('name server refused', toFleetKind(30, 60)),
  createTroublePlan('name server SERVFAIL', toFleetKind(8, 60)),
  createTroublePlan('name server caching', toFleetKind(30, 30), true),
  createStartPlan('dead line', toFleetKind(8, 30), true),
  createStartPlan('dead line, near cache', toFleetKind(30, 60)),
  createStartPlan('link down', toFleetKind(3, 30)),
  createStartPlan('half-dead line', toFleetKind(8, 60)),
  createStartPlan('name server silent', toFleetKind(8, 60)),
  createStartPlan('name server SERVFAIL', toFleetKind(30, 30)),
  createStartPlan('name server caching', toFleetKind(8, 30)),
  ...(['refused', '503'] as const).flatMap((how) =>
    (['ops', MAILBOX] as const).map((receiver): Plan => {
      const fleet = toFleetKind(8, 30)
      const name = `${receiver === MAILBOX ? 'mail server' : 'receiver'} ${how}`
      const isShort = how === '503' && receiver === 'ops'
      return {
        name,
        fleet,
        create: (chance) => createReceiverAbsence(chance, fleet, how, receiver),
        ...(isShort && { isShort }),
      }
    }),
  ),
  { name: 'storm', fleet: toFleetKind(15, 30), create: createAlertStorm, isShort: true },
  ...(['router', 'address', 'network'] as const).map((behind, index): Plan => {
    const fleet = [toFleetKind(8, 30), toFleetKind(30, 60), toFleetKind(3, 30)][index]!
    return { name: `one ${behind}`, fleet, create: (chance) => createFleetOutage(chance, fleet, behind) }
  }),
  { name: 'flapping target', fleet: toFleetKind(3, 30), create: createFlappingTarget },
]

export function createRealScenarios(seed: number): RealScenario[] {
  const chance = createChance(createSeededRandom(seed))
  return PLANS.map(({ name, fleet, create, isShort = false, lineStyle = 'silent' }) => ({
    ...create(chance, fleet),
    name: `${name} ${fleet.size}@${fleet.intervalSeconds}`,
    isShort,
    lineStyle,
  }))
}

type Parts = Pick<Scenario, 'monitors' | 'outages' | 'troubles'> & Partial<Scenario>

/** @param tailMs after the last change */
function createScenario({ monitors, outages, troubles, ...rest }: Parts, tailMs: number): Scenario {
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

const getRoundMs = ({ target, job }: ScriptedMonitor): number =>
  target ? target.intervalSeconds * SECOND : job!.periodMs + job!.graceMs

const computeTailMs = (monitors: readonly ScriptedMonitor[]): number =>
  Math.max(...monitors.map(getRoundMs)) + 30 * SECOND

/** Long enough to check every monitor once and to resolve all names. */
const computeWarmUpMs = ({ intervalSeconds }: FleetKind): number => intervalSeconds * SECOND + 15 * SECOND

/** Long enough that the service must report it, whatever the monitor's settings. */
const computeDetectableMs = (monitor: ScriptedMonitor): number => getRoundMs(monitor) + 45 * SECOND

function createOutage(chance: Chance, monitor: ScriptedMonitor, { fromMs, toMs }: Span): Outage {
  return { id: '', monitors: [monitor.id], how: chance.pick(listFailures(monitor)), isFlap: false, fromMs, toMs }
}

/**
 * Creates one outage after the trouble. Fleets of eight or more also get one that begins before the trouble and one
 * that begins during it.
 */
function createOutagesAround(chance: Chance, monitors: readonly ScriptedMonitor[], { fromMs, toMs }: Span): Outage[] {
  const [after, before, during] = toShuffled(chance, monitors)
  const outages = [
    createOutage(chance, after!, { fromMs: toMs + 5 * SECOND, toMs: toMs + 5 * SECOND + computeDetectableMs(after!) }),
  ]
  if (monitors.length < 8) return outages
  const early = { fromMs: fromMs - chance.between(2 * SECOND, 20 * SECOND), toMs: toMs + computeDetectableMs(before!) }
  const late = { fromMs: fromMs + chance.between(5 * SECOND, 60 * SECOND), toMs: toMs + computeDetectableMs(during!) }
  return [...outages, createOutage(chance, before!, early), createOutage(chance, during!, late)]
}

function toShuffled<T>({ random }: Chance, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

function createProbeTrouble(chance: Chance, fleet: FleetKind, trouble: ProbeTrouble, isStart: boolean): Scenario {
  const { networks = NETWORKS, byName, nameServer, troubles: make } = trouble
  const monitors = createFleet(chance, { ...fleet, networks, ...(byName !== undefined && { byName }) })
  const fromMs = computeWarmUpMs(fleet) + 25 * SECOND
  const span = { fromMs, toMs: fromMs + Math.max(120 * SECOND, fleet.intervalSeconds * SECOND) }
  const killed: Trouble = { kind: 'killed', fromMs: fromMs - 2 * SECOND, toMs: fromMs + 10 * SECOND }
  const parts = {
    monitors,
    outages: createOutagesAround(chance, monitors, span),
    troubles: [...make(span, chance), ...(isStart ? [killed] : [])],
    networks: [...networks],
    ...(nameServer && { nameServer }),
  }
  return createScenario(parts, computeTailMs(monitors))
}

/** Creates an absence of the service; pings of 50 jobs fall before, during and after it. */
function createAbsence(chance: Chance, fleet: FleetKind, how: 'stopped' | 'killed', lengthMs: number): Scenario {
  const jobs = createJobs(chance, { count: 50 }).map((monitor, index) => ({
    ...monitor,
    job: toOneMinuteJob(monitor.job!, index),
  }))
  const monitors = createFleet(chance, fleet)
  const fromMs = 2 * MINUTE + chance.between(0, 30 * SECOND)
  const span = { fromMs, toMs: fromMs + lengthMs }
  const silent = jobs[7]!
  const silence: Outage = {
    ...createOutage(chance, silent, { fromMs: span.toMs, toMs: span.toMs + computeDetectableMs(silent) }),
    how: 'silence',
  }
  const outages = [...createOutagesAround(chance, monitors, span), silence]
  return createScenario(
    { monitors: [...monitors, ...jobs], outages, troubles: [{ kind: how, ...span }] },
    computeTailMs(jobs),
  )
}

/** Each job pings at a different second of the minute. */
const toOneMinuteJob = ({ client }: Job, index: number): Job => ({
  periodMs: MINUTE,
  graceMs: [10, 20, 30][index % 3]! * SECOND,
  firstPingMs: 1_000 + index * 1_150,
  client,
})

function createReceiverAbsence(chance: Chance, fleet: FleetKind, how: 'refused' | '503', receiver = 'ops'): Scenario {
  const monitors = createFleet(chance, { ...fleet, receiver })
  const fromMs = computeWarmUpMs(fleet) + 70 * SECOND
  const span = { fromMs, toMs: fromMs + 70 * SECOND }
  const [early, late, whole] = monitors as [ScriptedMonitor, ScriptedMonitor, ScriptedMonitor]
  const outages = [
    createOutage(chance, early, { fromMs: fromMs - 75 * SECOND, toMs: fromMs + 10 * SECOND }),
    createOutage(chance, late, { fromMs: fromMs + 5 * SECOND, toMs: span.toMs + 60 * SECOND }),
    createOutage(chance, whole, { fromMs: fromMs - 10 * SECOND, toMs: span.toMs + 20 * SECOND }),
  ]
  const trouble: Trouble = { kind: 'receiver', receiver, how, ...span }
  return createScenario({ monitors, outages, troubles: [trouble], receivers: [receiver] }, computeTailMs(monitors))
}

/**
 * Fails 15 monitors at one address while the receiver is away, together with an unrelated outage and an unrelated
 * recovery.
 */
function createAlertStorm(chance: Chance, { intervalSeconds }: FleetKind): Scenario {
  const types = ['HTTP', 'TCP', 'KEYWORD'] as const
  const crowd = createFleet(chance, { size: 15, intervalSeconds, networks: [NETWORKS[1]!], isOneAddress: true, types })
  const others = createFleet(chance, { size: 4, intervalSeconds, networks: [NETWORKS[0]!, NETWORKS[2]!], from: 16 })
  const fromMs = computeWarmUpMs(toFleetKind(15, intervalSeconds)) + 90 * SECOND
  const toMs = fromMs + 2 * MINUTE
  const [failing, recovering] = others as [ScriptedMonitor, ScriptedMonitor]
  const outages = [
    {
      ...createOutage(chance, crowd[0]!, { fromMs, toMs }),
      monitors: crowd.map(({ id }) => id),
      how: 'refused' as Failure,
    },
    createOutage(chance, failing, { fromMs: fromMs + 10 * SECOND, toMs: toMs + 20 * SECOND }),
    createOutage(chance, recovering, { fromMs: fromMs - 85 * SECOND, toMs: fromMs + 10 * SECOND }),
  ]
  const span = { fromMs: fromMs + 5 * SECOND, toMs: fromMs + 75 * SECOND }
  const monitors = [...crowd, ...others]
  const troubles: Trouble[] = [{ kind: 'receiver', receiver: 'ops', how: 'refused', ...span }]
  return createScenario({ monitors, outages, troubles }, computeTailMs(monitors))
}

/** A real outage of all targets. */
function createFleetOutage(chance: Chance, fleet: FleetKind, behind: 'router' | 'address' | 'network'): Scenario {
  const isOneAddress = behind === 'address'
  const types = ['HTTP', 'TCP', 'KEYWORD', ...(isOneAddress ? [] : (['ICMP'] as const))] as const
  const monitors = createFleet(chance, { ...fleet, networks: [NETWORKS[1]!], isOneAddress, types })
  const fromMs = computeWarmUpMs(fleet) + chance.between(0, 20 * SECOND)
  const outage = createOutage(chance, monitors[0]!, {
    fromMs,
    toMs: fromMs + computeDetectableMs(monitors[0]!) + 30 * SECOND,
  })
  const how = isOneAddress ? 'refused' : 'hang'
  return createScenario(
    { monitors, outages: [{ ...outage, monitors: monitors.map(({ id }) => id), how }], troubles: [] },
    computeTailMs(monitors),
  )
}
