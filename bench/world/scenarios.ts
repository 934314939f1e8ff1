/** Scenarios of a script. Each seed plays every kind of trouble with different fleets. */
import {
  type Chance,
  createFleet,
  createJobs,
  IPV6_NETWORKS,
  type JobsOptions,
  listFailures,
  NETWORKS,
} from './fleet.ts'
import type {
  Failure,
  LinePart,
  NameServerLocation,
  Outage,
  Scenario,
  ScriptedMonitor,
  Span,
  Trouble,
} from './script.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

export interface FleetKind {
  size: number
  intervalSeconds: number
}

export const FLEETS: readonly FleetKind[] = [1, 3, 8, 30, 100].flatMap((size) =>
  [60, 30, 300].map((intervalSeconds) => ({ size, intervalSeconds })),
)

type Parts = Pick<Scenario, 'name' | 'monitors' | 'outages' | 'troubles'> & Partial<Scenario>

function createScenario({ monitors, outages, troubles, ...rest }: Parts): Scenario {
  const ends = [...outages, ...troubles].map(({ toMs }) => toMs)
  return {
    lengthMs: Math.max(...ends) + computeLongestRoundMs(monitors) + 90 * SECOND,
    nameServer: 'far',
    nameTtlSeconds: 5,
    networks: [...NETWORKS],
    receivers: [...new Set(monitors.map(({ receiver }) => receiver))],
    monitors,
    outages: outages.sort((a, b) => a.fromMs - b.fromMs).map((outage, index) => ({ ...outage, id: `o${index + 1}` })),
    troubles: troubles.sort((a, b) => a.fromMs - b.fromMs),
    ...rest,
  }
}

const getRoundMs = ({ target, job }: ScriptedMonitor): number =>
  target ? target.intervalSeconds * SECOND : job!.periodMs + job!.graceMs

const computeLongestRoundMs = (monitors: readonly ScriptedMonitor[]): number => Math.max(...monitors.map(getRoundMs))

/** Long enough to check every monitor twice and find it up. */
const computeWarmUpMs = (monitors: readonly ScriptedMonitor[]): number =>
  2 * computeLongestRoundMs(monitors) + 30 * SECOND

/** Long enough that the service must report it, whatever the monitor's settings. */
const computeDetectableMs = (monitor: ScriptedMonitor, chance: Chance): number =>
  getRoundMs(monitor) + chance.between(60 * SECOND, 120 * SECOND)

const formatName = (kind: string, { size, intervalSeconds }: FleetKind): string => `${kind} ${size}@${intervalSeconds}`

/** The scenario assigns its id. */
function createOutage(monitors: readonly ScriptedMonitor[], span: Span, how: Failure): Outage {
  return { id: '', monitors: monitors.map(({ id }) => id), how, isFlap: false, ...span }
}

const createSingleOutage = (
  chance: Chance,
  monitor: ScriptedMonitor,
  fromMs: number,
  lengthMs = computeDetectableMs(monitor, chance),
): Outage => createOutage([monitor], { fromMs, toMs: fromMs + lengthMs }, chance.pick(listFailures(monitor)))

/** Shuffles monitors, so that each outage gets a different one. */
function toShuffled<T>({ random }: Chance, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Networks of the interface that leads to the name server. */
const MAIN_NETWORKS = NETWORKS.filter(({ uplink }) => uplink === 'a')

/** Below this number, outages may hit every target of one interface or IP version; see `LIMITS` in `truth.ts`. */
const MANY_MONITORS = 30

/** Creates outages only, some of them overlapping. A tenth of them are too short to be reported. */
export function createOutagesOnly(chance: Chance, kind: FleetKind): Scenario {
  const networks = kind.size < MANY_MONITORS ? MAIN_NETWORKS : NETWORKS
  const monitors = [
    ...createFleet(chance, { ...kind, networks }),
    ...createJobs(chance, { count: kind.size >= 8 ? 3 : 0 }),
  ]
  const begins = computeWarmUpMs(monitors)
  const outages = toShuffled(chance, monitors)
    .slice(0, 12)
    .map((monitor) => {
      const fromMs = begins + chance.between(0, 5 * MINUTE)
      const isBlip = chance.random() < 0.1
      return createSingleOutage(chance, monitor, fromMs, isBlip ? chance.between(2 * SECOND, 8 * SECOND) : undefined)
    })
  return createScenario({ name: formatName('outages', kind), monitors, outages, troubles: [] })
}

/** Types whose monitors can share an address. */
const ONE_ADDRESS = ['HTTP', 'TCP', 'KEYWORD'] as const

/** Creates a real outage of all targets, which share one router, address or network. */
export function createFleetOutage(chance: Chance, kind: FleetKind, behind: 'router' | 'address' | 'network'): Scenario {
  const networks = [chance.pick(NETWORKS.filter(({ uplink }) => uplink === 'b'))]
  const isOneAddress = behind === 'address'
  const types = isOneAddress ? ONE_ADDRESS : ([...ONE_ADDRESS, 'ICMP'] as const)
  const monitors = createFleet(chance, { ...kind, networks, isOneAddress, types })
  const fromMs = computeWarmUpMs(monitors) + chance.between(0, kind.intervalSeconds * SECOND)
  const how = isOneAddress ? 'refused' : 'hang'
  const outages = [createOutage(monitors, { fromMs, toMs: fromMs + computeDetectableMs(monitors[0]!, chance) }, how)]
  // The name server still answers, which distinguishes this from a dead line
  return createScenario({ name: formatName(`one ${behind}`, kind), monitors, outages, troubles: [] })
}

/** A kind of trouble of the probe. */
export interface ProbeTrouble {
  name: string
  nameServer?: NameServerLocation
  networks?: Scenario['networks']
  byName?: number
  /** Troubles over a span. */
  troubles: (span: Span, chance: Chance) => Trouble[]
}

const createLineTroubles =
  (part: LinePart, how: 'silent' | 'link' = 'silent') =>
  (span: Span): Trouble[] => [{ kind: 'line', how, part, ...span }]

const createNameServerTroubles =
  (how: 'silent' | 'refused' | 'servfail' | 'caching') =>
  (span: Span): Trouble[] => [{ kind: 'name-server', how, ...span }]

/** Alternates between 10 to 40 s dead and 10 to 50 s alive. */
function createFlappingLine({ fromMs, toMs }: Span, chance: Chance): Trouble[] {
  const troubles: Trouble[] = []
  for (let at = fromMs; at < toMs; ) {
    const end = Math.min(toMs, at + chance.between(10 * SECOND, 40 * SECOND))
    troubles.push({ kind: 'line', how: 'silent', part: 'all', fromMs: at, toMs: end })
    at = end + chance.between(10 * SECOND, 50 * SECOND)
  }
  return troubles
}

export const PROBE_TROUBLES: readonly ProbeTrouble[] = [
  { name: 'dead line', troubles: createLineTroubles('all') },
  { name: 'dead line, near cache', nameServer: 'near', troubles: createLineTroubles('all') },
  { name: 'link down', nameServer: 'near', troubles: createLineTroubles('all', 'link') },
  { name: 'flapping line', troubles: createFlappingLine },
  { name: 'flapping line, near cache', nameServer: 'near', troubles: createFlappingLine },
  { name: 'half-dead line', troubles: createLineTroubles({ uplink: 'b' }) },
  { name: 'half-dead link', troubles: createLineTroubles({ uplink: 'b' }, 'link') },
  {
    name: 'dead IPv6',
    networks: [...NETWORKS.slice(0, 3), ...IPV6_NETWORKS],
    troubles: createLineTroubles({ family: 6 }),
  },
  { name: 'name server silent', byName: 0.7, troubles: createNameServerTroubles('silent') },
  { name: 'name server refused', byName: 0.7, troubles: createNameServerTroubles('refused') },
  { name: 'name server SERVFAIL', byName: 0.7, troubles: createNameServerTroubles('servfail') },
  { name: 'name server caching', byName: 0.7, troubles: createNameServerTroubles('caching') },
]

/** Returns the minimum fleet size. Other targets have to answer while one is down; see `LIMITS` in `truth.ts`. */
export const getMinMonitors = ({ name }: ProbeTrouble): number =>
  /^half-dead|IPv6/.test(name) ? MANY_MONITORS : /^name server/.test(name) ? 3 : 1

/** Creates one trouble of the probe, with outages before, around, during and after it. */
export function createTroubleScenario(chance: Chance, kind: FleetKind, trouble: ProbeTrouble): Scenario {
  const { networks, byName, troubles: play, nameServer } = trouble
  const monitors = createFleet(chance, { ...kind, networks: networks ?? NETWORKS, byName })
  const span = chooseSpan(chance, kind, monitors)
  const outages = createOutagesAround(chance, monitors, span)
  const rest = { ...(nameServer && { nameServer }), ...(networks && { networks }) }
  return createScenario({
    name: formatName(trouble.name, kind),
    monitors,
    outages,
    troubles: play(span, chance),
    ...rest,
  })
}

/**
 * Creates a trouble during which the service is killed, or the machine loses power, and starts again before the trouble
 * ends.
 */
export function createStartScenario(chance: Chance, kind: FleetKind, trouble: ProbeTrouble): Scenario {
  const { networks, byName, troubles: play, nameServer } = trouble
  const monitors = createFleet(chance, { ...kind, networks: networks ?? NETWORKS, byName })
  const span = chooseSpan(chance, kind, monitors)
  const outages = createOutagesAround(chance, monitors, span)
  const killedMs = span.fromMs + chance.between(-5 * SECOND, 2 * SECOND)
  const killed: Trouble = { kind: 'killed', fromMs: killedMs, toMs: span.fromMs + chance.between(5_000, 30_000) }
  const troubles = [...play(span, chance), killed]
  const rest = { ...(nameServer && { nameServer }), ...(networks && { networks }) }
  return createScenario({ name: formatName(`start in ${trouble.name}`, kind), monitors, outages, troubles, ...rest })
}

function chooseSpan(chance: Chance, { intervalSeconds }: FleetKind, monitors: readonly ScriptedMonitor[]): Span {
  const intervalMs = intervalSeconds * SECOND
  const fromMs = computeWarmUpMs(monitors) + intervalMs + 4 * MINUTE + chance.between(0, intervalMs)
  return { fromMs, toMs: fromMs + chance.between(90 * SECOND, Math.max(3 * MINUTE, 1.5 * intervalMs)) }
}

/**
 * Creates outages around a trouble. A fleet of one has none in half of the worlds. A fleet of three has one, and larger
 * fleets have up to seven.
 */
function createOutagesAround(chance: Chance, monitors: readonly ScriptedMonitor[], { fromMs, toMs }: Span): Outage[] {
  const kinds: ((monitor: ScriptedMonitor) => Outage)[] = [
    (monitor) =>
      createSingleOutage(
        chance,
        monitor,
        fromMs - computeDetectableMs(monitor, chance) - chance.between(30 * SECOND, 2 * MINUTE),
      ),
    (monitor) => createOutageFrom(chance, monitor, fromMs - chance.between(1 * SECOND, 30 * SECOND), toMs),
    (monitor) => createOutageFrom(chance, monitor, fromMs + chance.between(1 * SECOND, 60 * SECOND), toMs),
    (monitor) => createOutageFrom(chance, monitor, toMs - chance.between(1 * SECOND, 20 * SECOND), toMs),
    (monitor) => createSingleOutage(chance, monitor, toMs + chance.between(1 * SECOND, 30 * SECOND)),
    (monitor) => createSingleOutage(chance, monitor, fromMs + 0.1 * (toMs - fromMs), 0.8 * (toMs - fromMs)),
    (monitor) => createOutageUntil(chance, monitor, fromMs, toMs - chance.between(2 * SECOND, 60 * SECOND)),
  ]
  const count = monitors.length === 1 ? Math.round(chance.random()) : monitors.length < 8 ? 1 : kinds.length
  const order = toShuffled(chance, kinds)
  return toShuffled(chance, monitors)
    .slice(0, count)
    .map((monitor, index) => order[index]!(monitor))
}

/** Begins at `fromMs` and lasts long enough after `toMs`. */
const createOutageFrom = (chance: Chance, monitor: ScriptedMonitor, fromMs: number, toMs: number): Outage =>
  createSingleOutage(chance, monitor, fromMs, toMs - fromMs + computeDetectableMs(monitor, chance))

/** Begins long enough before `fromMs` and ends at `toMs`. */
function createOutageUntil(chance: Chance, monitor: ScriptedMonitor, fromMs: number, toMs: number): Outage {
  const lengthMs = computeDetectableMs(monitor, chance)
  return createSingleOutage(chance, monitor, fromMs - lengthMs, toMs - fromMs + lengthMs)
}

/** Creates a SIGSTOP, or a `kill -9` with a later start. Jobs ping before, during and after it. */
export function createAbsence(
  chance: Chance,
  kind: FleetKind,
  [how, lengthMs]: readonly ['stopped' | 'killed', number],
  jobs: JobsOptions = { count: 50 },
): Scenario {
  const monitors = [...createFleet(chance, kind), ...createJobs(chance, jobs)]
  const fromMs = computeWarmUpMs(monitors) + 6 * MINUTE + chance.between(0, MINUTE)
  const span = { fromMs, toMs: fromMs + lengthMs }
  const outages = createOutagesAround(chance, monitors, span)
  const name = formatName(`${how} ${lengthMs / SECOND} s`, kind)
  return createScenario({ name, monitors, outages, troubles: [{ kind: how, ...span }] })
}

export const ABSENCES: readonly (readonly ['stopped' | 'killed', number])[] = [
  ['stopped', 40 * SECOND],
  ['stopped', 10 * MINUTE],
  ['killed', 2 * SECOND],
  ['killed', 20 * SECOND],
  ['killed', 70 * SECOND],
  ['killed', 10 * MINUTE],
]

/** Codes of regions; their order is the order in troubles. */
const REGIONS = ['r1', 'r2', 'r3'] as const

/** Trouble in some of three regions. */
export interface RegionTrouble {
  name: string
  lengthMs: number
  troubles: (span: Span, monitors: readonly ScriptedMonitor[]) => Trouble[]
}

const deadLine = (region: string, span: Span): Trouble => ({
  kind: 'line',
  how: 'silent',
  part: 'all',
  region,
  ...span,
})

const cut = (region: string, span: Span): Trouble => ({ kind: 'cut', region, ...span })

/** A target refuses the first region from some minutes before the span until its end. */
const block = ([monitor]: readonly ScriptedMonitor[], { fromMs, toMs }: Span): Trouble => ({
  ...{ kind: 'blocked', region: REGIONS[0], monitor: monitor!.id },
  ...{ fromMs: fromMs - 3 * MINUTE, toMs },
})

export const REGION_TROUBLES: readonly RegionTrouble[] = [
  { name: 'line of one dead', lengthMs: 120 * SECOND, troubles: (span) => [deadLine('r1', span)] },
  {
    name: 'lines of two dead',
    lengthMs: 130 * SECOND,
    troubles: (span) => [deadLine('r1', span), deadLine('r2', span)],
  },
  { name: 'one blocked', lengthMs: 120 * SECOND, troubles: (span, monitors) => [block(monitors, span)] },
  {
    name: 'one blocked, lines of two dead',
    lengthMs: 130 * SECOND,
    troubles: (span, monitors) => [block(monitors, span), deadLine('r2', span), deadLine('r3', span)],
  },
  { name: 'probe killed', lengthMs: 60 * SECOND, troubles: (span) => [{ kind: 'killed', region: 'r1', ...span }] },
  { name: 'probe stopped', lengthMs: 60 * SECOND, troubles: (span) => [{ kind: 'stopped', region: 'r1', ...span }] },
  {
    name: 'probe killed, probe stopped',
    lengthMs: 60 * SECOND,
    troubles: (span) => [
      { kind: 'killed', region: 'r1', ...span },
      { kind: 'stopped', region: 'r2', ...span },
    ],
  },
  { name: 'one without server', lengthMs: 120 * SECOND, troubles: (span) => [cut('r1', span)] },
  { name: 'two without server', lengthMs: 80 * SECOND, troubles: (span) => [cut('r1', span), cut('r2', span)] },
  {
    name: 'all without server',
    lengthMs: 150 * SECOND,
    troubles: (span) => REGIONS.map((region) => cut(region, span)),
  },
  { name: 'server killed', lengthMs: 20 * SECOND, troubles: (span) => [{ kind: 'killed', ...span }] },
  { name: 'server killed for long', lengthMs: 150 * SECOND, troubles: (span) => [{ kind: 'killed', ...span }] },
]

/** Creates trouble in three regions, with or without outages before, around, during and after it. */
export function createRegionScenario(
  chance: Chance,
  kind: FleetKind,
  { name, lengthMs, troubles }: RegionTrouble,
  hasOutages: boolean,
): Scenario {
  const monitors = createFleet(chance, kind)
  const fromMs = computeWarmUpMs(monitors) + 6 * MINUTE + chance.between(0, MINUTE)
  const span = { fromMs, toMs: fromMs + lengthMs }
  const within = chance.between(10 * SECOND, Math.max(10 * SECOND, lengthMs - 80 * SECOND))
  const outages = hasOutages
    ? [
        ...createOutagesAround(chance, monitors.slice(1), span),
        createSingleOutage(chance, monitors[0]!, fromMs + within, Math.min(lengthMs, 70 * SECOND)),
      ]
    : []
  return createScenario({
    name: formatName(`regions: ${name}${hasOutages ? ', outages' : ''}`, kind),
    monitors,
    outages,
    troubles: troubles(span, monitors),
    regions: REGIONS,
  })
}

/** Creates a receiver that is away for 70 s while outages begin and end. */
export function createReceiverAbsence(chance: Chance, kind: FleetKind, how: 'refused' | '503'): Scenario {
  const monitors = createFleet(chance, kind)
  const fromMs = computeWarmUpMs(monitors) + 6 * MINUTE
  const span = { fromMs, toMs: fromMs + 70 * SECOND }
  const troubles: Trouble[] = [{ kind: 'receiver', receiver: 'ops', how, ...span }]
  return createScenario({
    name: formatName(`receiver ${how}`, kind),
    monitors,
    outages: createOutagesAround(chance, monitors, span),
    troubles,
  })
}

/**
 * Fails 15 monitors at one address while the receiver is away, together with an unrelated failure and an unrelated
 * recovery.
 */
export function createAlertStorm(chance: Chance, intervalSeconds: number): Scenario {
  const networks = [NETWORKS[1]!]
  const sharedAddress = createFleet(chance, {
    size: 15,
    intervalSeconds,
    networks,
    isOneAddress: true,
    types: ONE_ADDRESS,
  })
  const others = createFleet(chance, { size: 8, intervalSeconds, networks: [NETWORKS[0]!, NETWORKS[2]!], from: 16 })
  const monitors = [...sharedAddress, ...others]
  const fromMs = computeWarmUpMs(monitors) + 5 * MINUTE
  const toMs = fromMs + computeDetectableMs(sharedAddress[0]!, chance)
  const [failing, recovering] = toShuffled(chance, others) as [ScriptedMonitor, ScriptedMonitor]
  const outages = [
    createOutage(sharedAddress, { fromMs, toMs }, 'refused'),
    createSingleOutage(chance, failing, fromMs + chance.between(5 * SECOND, 20 * SECOND)),
    createOutageUntil(chance, recovering, fromMs, fromMs + chance.between(5 * SECOND, 30 * SECOND)),
  ]
  const span = { fromMs: fromMs + 10 * SECOND, toMs: fromMs + 80 * SECOND }
  const troubles: Trouble[] = [{ kind: 'receiver', receiver: 'ops', how: 'refused', ...span }]
  return createScenario({ name: `storm 15@${intervalSeconds}`, monitors, outages, troubles })
}

/** Raises the load within half a minute. */
const createLoad = (fromMs: number, toMs: number, factor: number): Trouble[] =>
  [0.25, 0.5, 0.75, 1].map((share, index, { length }) => ({
    kind: 'overload',
    factor: 1 + share * (factor - 1),
    fromMs: fromMs + index * 10 * SECOND,
    toMs: index + 1 < length ? fromMs + (index + 1) * 10 * SECOND : toMs,
  }))

/**
 * Creates a machine that is too small for its checks. Their results take twice the time that the schedule gives, later four
 * times, and both times no time afterwards. Outages begin in each part.
 *
 * @param sizes number of monitors by interval, s; about ten checks a second or more
 */
export function createOverload(
  chance: Chance,
  sizes: readonly (readonly [intervalSeconds: number, size: number])[],
): Scenario {
  const monitors = sizes.flatMap(([intervalSeconds, size], index) =>
    createFleet(chance, { size, intervalSeconds, byName: 0, from: 1 + 1_000 * index, networks: [NETWORKS[index]!] }),
  )
  const roundMs = computeLongestRoundMs(monitors)
  const fromMs = computeWarmUpMs(monitors)
  const toMs = fromMs + 10 * roundMs
  const troubles = [...createLoad(fromMs, fromMs + 3 * roundMs, 2), ...createLoad(fromMs + 5 * roundMs, toMs, 4)]
  const begins = [
    fromMs + 0.5 * roundMs,
    fromMs + 2 * roundMs,
    fromMs + 5.5 * roundMs,
    toMs - 10 * SECOND,
    toMs + 10 * SECOND,
  ]
  const outages = sizes.flatMap(([intervalSeconds]) =>
    toShuffled(
      chance,
      monitors.filter(({ target }) => target!.intervalSeconds === intervalSeconds),
    )
      .slice(0, begins.length)
      .map((monitor, index) => createSingleOutage(chance, monitor, begins[index]!, 6 * getRoundMs(monitor))),
  )
  return createScenario({ name: `machine too small ${monitors.length}`, monitors, outages, troubles })
}

/** Creates a target that fails and recovers six times, beside stable ones. */
export function createFlappingTarget(chance: Chance, kind: FleetKind): Scenario {
  const monitors = createFleet(chance, { ...kind, types: ['HTTP', 'TCP'], byName: 0 })
  const intervalMs = kind.intervalSeconds * SECOND
  const begins = computeWarmUpMs(monitors)
  const outages = Array.from({ length: 6 }, (_, index) => {
    const fromMs = begins + index * 2.6 * intervalMs
    return { ...createOutage([monitors[0]!], { fromMs, toMs: fromMs + 1.3 * intervalMs }, 'refused'), isFlap: true }
  })
  const lengthMs = begins + (6 * 2.6 + 8) * intervalMs
  return createScenario({ name: formatName('flapping target', kind), monitors, outages, troubles: [], lengthMs })
}
