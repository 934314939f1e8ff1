/** Random fleets of monitors with types, targets and networks. */
import type { Failure, Job, Network, ScriptedMonitor, Target, TargetType } from './script.ts'

export interface Chance {
  /** 0 (inclusive) to 1 (exclusive). */
  random: () => number
  /** Whole milliseconds. */
  between: (leastMs: number, mostMs: number) => number
  pick: <T>(choices: readonly T[]) => T
}

export const createChance = (random: () => number): Chance => ({
  random,
  between: (least, most) => Math.round(least + random() * (most - least)),
  pick: (choices) => choices[Math.floor(random() * choices.length)]!,
})

/** Networks without a common prefix, so that a probe can treat them as unrelated. */
export const NETWORKS: readonly Network[] = [
  { id: 'n1', family: 4, uplink: 'a', prefix: '11.1.1.0' },
  { id: 'n2', family: 4, uplink: 'b', prefix: '22.2.2.0' },
  { id: 'n3', family: 4, uplink: 'a', prefix: '33.3.3.0' },
  { id: 'n4', family: 4, uplink: 'b', prefix: '44.4.4.0' },
  { id: 'n5', family: 4, uplink: 'a', prefix: '55.5.5.0' },
  { id: 'n6', family: 4, uplink: 'b', prefix: '66.6.6.0' },
]

export const IPV6_NETWORKS: readonly Network[] = [
  { id: 's1', family: 6, uplink: 'a', prefix: '2a01:71:1::' },
  { id: 's2', family: 6, uplink: 'a', prefix: '2a02:72:2::' },
  { id: 's3', family: 6, uplink: 'a', prefix: '2a03:73:3::' },
]

/** @param number 1-250 */
export const toAddress = ({ family, prefix }: Network, number: number): string =>
  family === 4 ? prefix.replace(/0$/, String(number)) : `${prefix}${number.toString(16)}`

const TYPES: readonly TargetType[] = ['HTTP', 'TCP', 'KEYWORD', 'ICMP', 'DNS']

/** Half of the monitors need two failures in a row, which is the default. */
const FAILURE_THRESHOLDS = [1, 2, 2, 3]

const TIMEOUT_MS = 3_000

export interface FleetOptions {
  size: number
  intervalSeconds: number
  networks?: readonly Network[]
  /** Whether all share one address. */
  isOneAddress?: boolean
  /** Share of monitors whose target is a host name. */
  byName?: number
  /** Number of the first monitor, for scenarios with several fleets. */
  from?: number
  receiver?: string
  types?: readonly TargetType[]
}

export function createFleet(chance: Chance, options: FleetOptions): ScriptedMonitor[] {
  const { size, from = 1, receiver = 'ops', types = TYPES } = options
  const first = Math.floor(chance.random() * types.length)
  return Array.from({ length: size }, (_, index) => ({
    id: `m${from + index}`,
    receiver,
    target: createTarget(chance, options, from + index, types[(first + index) % types.length]!),
    job: null,
  }))
}

function createTarget(chance: Chance, options: FleetOptions, number: number, type: TargetType): Target {
  const { networks = NETWORKS, isOneAddress = false, byName = 0.5, intervalSeconds } = options
  const network = networks[number % networks.length]!
  return {
    type,
    network: network.id,
    address: toAddress(network, isOneAddress ? 250 : 1 + (number % 249)),
    hostName: chance.random() < byName ? `h${number}.${network.id}.example` : null,
    intervalSeconds,
    timeoutMs: TIMEOUT_MS,
    failureThreshold: chance.pick(FAILURE_THRESHOLDS),
  }
}

const CLIENTS = ['no retry', '--retry 3', '--retry 3 --retry-connrefused'] as const

const PERIODS_MS: readonly number[] = [60_000, 120_000, 300_000]

export interface JobsOptions {
  count: number
  periodsMs?: readonly number[]
  receiver?: string
}

export function createJobs(
  chance: Chance,
  { count, periodsMs = PERIODS_MS, receiver = 'ops' }: JobsOptions,
): ScriptedMonitor[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `j${index + 1}`,
    receiver,
    target: null,
    job: createJob(chance, index, periodsMs),
  }))
}

function createJob(chance: Chance, index: number, periodsMs: readonly number[]): Job {
  const periodMs = chance.pick(periodsMs)
  const firstPingMs = 1_000 + chance.between(0, periodMs - 2_000)
  return { periodMs, firstPingMs, graceMs: chance.pick([10_000, 30_000, 60_000]), client: CLIENTS[index % 3]! }
}

const FAILURES: Readonly<Record<TargetType, readonly Failure[]>> = {
  HTTP: ['refused', 'reset', 'hang', 'status-500'],
  KEYWORD: ['refused', 'reset', 'hang', 'status-500', 'wrong-keyword'],
  TCP: ['refused', 'hang'],
  ICMP: ['hang'],
  DNS: ['refused', 'hang', 'wrong-answer'],
}

/** Ways in which all of these monitors can fail. A DNS monitor with a name uses the probe's own name server. */
export function listFailures({ target }: ScriptedMonitor): readonly Failure[] {
  if (target === null) return ['silence', 'fail-ping']
  const isName = target.hostName !== null
  const own = target.type === 'DNS' && isName ? (['wrong-answer'] as const) : FAILURES[target.type]
  return isName ? [...own, 'name-gone', 'name-servfail'] : own
}
