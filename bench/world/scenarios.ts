/** The scenarios of a script. Each seed plays every kind of trouble, with another fleet each time. */
import { type Chance, failuresOf, IPV6_NETWORKS, type JobsOptions, makeFleet, makeJobs, NETWORKS } from './fleet.ts'
import type { Failure, LinePart, NameServerPlace, Outage, Scenario, ScriptedMonitor, Span, Trouble } from './script.ts'

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

function scenario({ monitors, outages, troubles, ...rest }: Parts): Scenario {
  const ends = [...outages, ...troubles].map(({ toMs }) => toMs)
  return {
    lengthMs: Math.max(...ends) + longestRoundMs(monitors) + 90 * SECOND,
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

const roundMs = ({ target, job }: ScriptedMonitor): number =>
  target ? target.intervalSeconds * SECOND : job!.periodMs + job!.graceMs

const longestRoundMs = (monitors: readonly ScriptedMonitor[]): number => Math.max(...monitors.map(roundMs))

/** Long enough that every monitor was checked twice and found up. */
const warmUpMs = (monitors: readonly ScriptedMonitor[]): number => 2 * longestRoundMs(monitors) + 30 * SECOND

/** Long enough that the service has to report it, whatever the monitor's settings. */
const sureMs = (monitor: ScriptedMonitor, chance: Chance): number =>
  roundMs(monitor) + chance.between(60 * SECOND, 120 * SECOND)

const named = (kind: string, { size, intervalSeconds }: FleetKind): string => `${kind} ${size}@${intervalSeconds}`

/** Its number comes with the scenario. */
function outageOf(monitors: readonly ScriptedMonitor[], span: Span, how: Failure): Outage {
  return { id: '', monitors: monitors.map(({ id }) => id), how, isFlap: false, ...span }
}

const one = (chance: Chance, monitor: ScriptedMonitor, fromMs: number, lengthMs = sureMs(monitor, chance)): Outage =>
  outageOf([monitor], { fromMs, toMs: fromMs + lengthMs }, chance.pick(failuresOf(monitor)))

/** Monitors in an order of chance, so that each outage gets one of its own. */
function shuffled<T>({ random }: Chance, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** The interface that leads to the name server. */
const MAIN_NETWORKS = NETWORKS.filter(({ uplink }) => uplink === 'a')

/** Below this, outages may take every target that one interface or IP version leads to; see `LIMITS` in `truth.ts`. */
const MANY = 30

/** Nothing but outages, one after the other and some of them together; a tenth of them too short to be reported. */
export function calm(chance: Chance, kind: FleetKind): Scenario {
  const networks = kind.size < MANY ? MAIN_NETWORKS : NETWORKS
  const monitors = [...makeFleet(chance, { ...kind, networks }), ...makeJobs(chance, { count: kind.size >= 8 ? 3 : 0 })]
  const begins = warmUpMs(monitors)
  const outages = shuffled(chance, monitors)
    .slice(0, 12)
    .map((monitor) => {
      const fromMs = begins + chance.between(0, 5 * MINUTE)
      const isBlip = chance.random() < 0.1
      return one(chance, monitor, fromMs, isBlip ? chance.between(2 * SECOND, 8 * SECOND) : undefined)
    })
  return scenario({ name: named('outages', kind), monitors, outages, troubles: [] })
}

/** Types of several monitors that can share an address. */
const ONE_ADDRESS = ['HTTP', 'TCP', 'KEYWORD'] as const

/** Everything is behind one router, one address or in one network, and all of it fails: a real outage. */
export function wholeFleet(chance: Chance, kind: FleetKind, behind: 'router' | 'address' | 'network'): Scenario {
  const networks = [chance.pick(NETWORKS.filter(({ uplink }) => uplink === 'b'))]
  const isOneAddress = behind === 'address'
  const types = isOneAddress ? ONE_ADDRESS : ([...ONE_ADDRESS, 'ICMP'] as const)
  const monitors = makeFleet(chance, { ...kind, networks, isOneAddress, types })
  const fromMs = warmUpMs(monitors) + chance.between(0, kind.intervalSeconds * SECOND)
  const how = isOneAddress ? 'refused' : 'hang'
  const outages = [outageOf(monitors, { fromMs, toMs: fromMs + sureMs(monitors[0]!, chance) }, how)]
  // The name server answers: that is what tells this from a dead line
  return scenario({ name: named(`one ${behind}`, kind), monitors, outages, troubles: [] })
}

/** How a trouble of the probe comes about. */
export interface ProbeTrouble {
  name: string
  nameServer?: NameServerPlace
  networks?: Scenario['networks']
  byName?: number
  /** The trouble itself, over its span. */
  troubles: (span: Span, chance: Chance) => Trouble[]
}

const line =
  (part: LinePart, how: 'silent' | 'link' = 'silent') =>
  (span: Span): Trouble[] => [{ kind: 'line', how, part, ...span }]

const nameServer =
  (how: 'silent' | 'refused' | 'servfail' | 'caching') =>
  (span: Span): Trouble[] => [{ kind: 'name-server', how, ...span }]

/** Dead for 10 to 40 s, alive for 10 to 50 s, and so on. */
function flapping({ fromMs, toMs }: Span, chance: Chance): Trouble[] {
  const troubles: Trouble[] = []
  for (let at = fromMs; at < toMs; ) {
    const end = Math.min(toMs, at + chance.between(10 * SECOND, 40 * SECOND))
    troubles.push({ kind: 'line', how: 'silent', part: 'all', fromMs: at, toMs: end })
    at = end + chance.between(10 * SECOND, 50 * SECOND)
  }
  return troubles
}

export const PROBE_TROUBLES: readonly ProbeTrouble[] = [
  { name: 'dead line', troubles: line('all') },
  { name: 'dead line, near cache', nameServer: 'near', troubles: line('all') },
  { name: 'link down', nameServer: 'near', troubles: line('all', 'link') },
  { name: 'flapping line', troubles: flapping },
  { name: 'flapping line, near cache', nameServer: 'near', troubles: flapping },
  { name: 'half-dead line', troubles: line({ uplink: 'b' }) },
  { name: 'half-dead link', troubles: line({ uplink: 'b' }, 'link') },
  { name: 'dead IPv6', networks: [...NETWORKS.slice(0, 3), ...IPV6_NETWORKS], troubles: line({ family: 6 }) },
  { name: 'name server silent', byName: 0.7, troubles: nameServer('silent') },
  { name: 'name server refused', byName: 0.7, troubles: nameServer('refused') },
  { name: 'name server SERVFAIL', byName: 0.7, troubles: nameServer('servfail') },
  { name: 'name server caching', byName: 0.7, troubles: nameServer('caching') },
]

/** Other targets have to answer while one of them is down; see `LIMITS` in `truth.ts`. */
export const fewestMonitors = ({ name }: ProbeTrouble): number =>
  /^half-dead|IPv6/.test(name) ? MANY : /^name server/.test(name) ? 3 : 1

/** One trouble of the probe, with outages before, around, during and after it. */
export function troubled(chance: Chance, kind: FleetKind, trouble: ProbeTrouble): Scenario {
  const { networks, byName, troubles: play, nameServer } = trouble
  const monitors = makeFleet(chance, { ...kind, networks: networks ?? NETWORKS, byName })
  const span = spanOf(chance, kind, monitors)
  const outages = around(chance, monitors, span)
  const rest = { ...(nameServer && { nameServer }), ...(networks && { networks }) }
  return scenario({ name: named(trouble.name, kind), monitors, outages, troubles: play(span, chance), ...rest })
}

/** A trouble during which the service is killed, or the machine loses power, and starts again before it is over. */
export function startedDuring(chance: Chance, kind: FleetKind, trouble: ProbeTrouble): Scenario {
  const { networks, byName, troubles: play, nameServer } = trouble
  const monitors = makeFleet(chance, { ...kind, networks: networks ?? NETWORKS, byName })
  const span = spanOf(chance, kind, monitors)
  const outages = around(chance, monitors, span)
  const killedMs = span.fromMs + chance.between(-5 * SECOND, 2 * SECOND)
  const killed: Trouble = { kind: 'killed', fromMs: killedMs, toMs: span.fromMs + chance.between(5_000, 30_000) }
  const troubles = [...play(span, chance), killed]
  const rest = { ...(nameServer && { nameServer }), ...(networks && { networks }) }
  return scenario({ name: named(`start in ${trouble.name}`, kind), monitors, outages, troubles, ...rest })
}

function spanOf(chance: Chance, { intervalSeconds }: FleetKind, monitors: readonly ScriptedMonitor[]): Span {
  const intervalMs = intervalSeconds * SECOND
  const fromMs = warmUpMs(monitors) + intervalMs + 4 * MINUTE + chance.between(0, intervalMs)
  return { fromMs, toMs: fromMs + chance.between(90 * SECOND, Math.max(3 * MINUTE, 1.5 * intervalMs)) }
}

/** A fleet of one has no outage in half of the worlds, a fleet of three has one, larger ones have up to seven. */
function around(chance: Chance, monitors: readonly ScriptedMonitor[], { fromMs, toMs }: Span): Outage[] {
  const kinds: ((monitor: ScriptedMonitor) => Outage)[] = [
    (monitor) => one(chance, monitor, fromMs - sureMs(monitor, chance) - chance.between(30 * SECOND, 2 * MINUTE)),
    (monitor) => from(chance, monitor, fromMs - chance.between(1 * SECOND, 30 * SECOND), toMs),
    (monitor) => from(chance, monitor, fromMs + chance.between(1 * SECOND, 60 * SECOND), toMs),
    (monitor) => from(chance, monitor, toMs - chance.between(1 * SECOND, 20 * SECOND), toMs),
    (monitor) => one(chance, monitor, toMs + chance.between(1 * SECOND, 30 * SECOND)),
    (monitor) => one(chance, monitor, fromMs + 0.1 * (toMs - fromMs), 0.8 * (toMs - fromMs)),
    (monitor) => until(chance, monitor, fromMs, toMs - chance.between(2 * SECOND, 60 * SECOND)),
  ]
  const count = monitors.length === 1 ? Math.round(chance.random()) : monitors.length < 8 ? 1 : kinds.length
  const order = shuffled(chance, kinds)
  return shuffled(chance, monitors)
    .slice(0, count)
    .map((monitor, index) => order[index]!(monitor))
}

/** Begins at `fromMs` and is still there for long enough after `toMs`. */
const from = (chance: Chance, monitor: ScriptedMonitor, fromMs: number, toMs: number): Outage =>
  one(chance, monitor, fromMs, toMs - fromMs + sureMs(monitor, chance))

/** Begins long enough before `fromMs` and ends at `toMs`. */
function until(chance: Chance, monitor: ScriptedMonitor, fromMs: number, toMs: number): Outage {
  const lengthMs = sureMs(monitor, chance)
  return one(chance, monitor, fromMs - lengthMs, toMs - fromMs + lengthMs)
}

/** SIGSTOP, or `kill -9` and a start after a while, with jobs whose pings fall before, into and after it. */
export function away(
  chance: Chance,
  kind: FleetKind,
  [how, lengthMs]: readonly ['stopped' | 'killed', number],
  jobs: JobsOptions = { count: 50 },
): Scenario {
  const monitors = [...makeFleet(chance, kind), ...makeJobs(chance, jobs)]
  const fromMs = warmUpMs(monitors) + 6 * MINUTE + chance.between(0, MINUTE)
  const span = { fromMs, toMs: fromMs + lengthMs }
  const outages = around(chance, monitors, span)
  const name = named(`${how} ${lengthMs / SECOND} s`, kind)
  return scenario({ name, monitors, outages, troubles: [{ kind: how, ...span }] })
}

export const AWAY: readonly (readonly ['stopped' | 'killed', number])[] = [
  ['stopped', 40 * SECOND],
  ['stopped', 10 * MINUTE],
  ['killed', 2 * SECOND],
  ['killed', 20 * SECOND],
  ['killed', 70 * SECOND],
  ['killed', 10 * MINUTE],
]

/** A receiver that is away for 70 s while outages begin and end, and comes back. */
export function receiverAway(chance: Chance, kind: FleetKind, how: 'refused' | '503'): Scenario {
  const monitors = makeFleet(chance, kind)
  const fromMs = warmUpMs(monitors) + 6 * MINUTE
  const span = { fromMs, toMs: fromMs + 70 * SECOND }
  const troubles: Trouble[] = [{ kind: 'receiver', receiver: 'ops', how, ...span }]
  return scenario({ name: named(`receiver ${how}`, kind), monitors, outages: around(chance, monitors, span), troubles })
}

/** 15 monitors behind one address fail while the receiver is away, with a stranger that fails and one that recovers. */
export function storm(chance: Chance, intervalSeconds: number): Scenario {
  const networks = [NETWORKS[1]!]
  const crowd = makeFleet(chance, { size: 15, intervalSeconds, networks, isOneAddress: true, types: ONE_ADDRESS })
  const others = makeFleet(chance, { size: 8, intervalSeconds, networks: [NETWORKS[0]!, NETWORKS[2]!], from: 16 })
  const monitors = [...crowd, ...others]
  const fromMs = warmUpMs(monitors) + 5 * MINUTE
  const toMs = fromMs + sureMs(crowd[0]!, chance)
  const [failing, recovering] = shuffled(chance, others) as [ScriptedMonitor, ScriptedMonitor]
  const outages = [
    outageOf(crowd, { fromMs, toMs }, 'refused'),
    one(chance, failing, fromMs + chance.between(5 * SECOND, 20 * SECOND)),
    until(chance, recovering, fromMs, fromMs + chance.between(5 * SECOND, 30 * SECOND)),
  ]
  const span = { fromMs: fromMs + 10 * SECOND, toMs: fromMs + 80 * SECOND }
  const troubles: Trouble[] = [{ kind: 'receiver', receiver: 'ops', how: 'refused', ...span }]
  return scenario({ name: `storm 15@${intervalSeconds}`, monitors, outages, troubles })
}

/** A target that fails and recovers six times, beside steady ones. */
export function flappingTarget(chance: Chance, kind: FleetKind): Scenario {
  const monitors = makeFleet(chance, { ...kind, types: ['HTTP', 'TCP'], byName: 0 })
  const intervalMs = kind.intervalSeconds * SECOND
  const begins = warmUpMs(monitors)
  const outages = Array.from({ length: 6 }, (_, index) => {
    const fromMs = begins + index * 2.6 * intervalMs
    return { ...outageOf([monitors[0]!], { fromMs, toMs: fromMs + 1.3 * intervalMs }, 'refused'), isFlap: true }
  })
  const lengthMs = begins + (6 * 2.6 + 8) * intervalMs
  return scenario({ name: named('flapping target', kind), monitors, outages, troubles: [], lengthMs })
}
