/**
 * Data model of a scripted world: networks, monitors, outages of targets, and troubles of the probe and its service. It
 * is plain data, so that a driver in simulated time and one in real time play the same script. All times are ms since
 * the scenario began.
 */
import type { MonitorType } from '../../src/core/monitors/monitor.ts'

export interface Span {
  fromMs: number
  /** Exclusive. */
  toMs: number
}

/** Monitor types with targets in the world. */
export type TargetType = Exclude<MonitorType, 'HEARTBEAT'>

/** A network of targets behind a separate router. The probe reaches it through one of its two interfaces. */
export interface Network {
  id: string
  family: 4 | 6
  /** Interface of the probe that leads to the network. */
  uplink: 'a' | 'b'
  /** In CIDR notation `/24` or `/64` follows; for a host, its number replaces the last zero or is appended. */
  prefix: string
}

/** Location of a target and how it is checked. */
export interface Target {
  type: TargetType
  network: string
  address: string
  /**
   * Null if the monitor uses the address. A DNS monitor with a name queries the probe's name server, otherwise the one
   * at `address`.
   */
  hostName: string | null
  intervalSeconds: number
  timeoutMs: number
  failureThreshold: number
}

/** How a job sends its pings: without retries, or with these options of curl. */
export type PingClient = 'no retry' | '--retry 3' | '--retry 3 --retry-connrefused'

/** A job on the service's side of the line, so that a dead line loses no ping. */
export interface Job {
  periodMs: number
  graceMs: number
  firstPingMs: number
  client: PingClient
}

export interface ScriptedMonitor {
  id: string
  /** Receiver of this monitor's messages. */
  receiver: string
  /** Null for a heartbeat. */
  target: Target | null
  /** Null for all other types. */
  job: Job | null
}

/**
 * How a target fails. `name-gone` is NXDOMAIN and `name-servfail` is SERVFAIL for this one name. `silence` and
 * `fail-ping` are failures of jobs.
 */
export type Failure =
  | 'refused'
  | 'reset'
  | 'hang'
  | 'status-500'
  | 'wrong-keyword'
  | 'wrong-answer'
  | 'name-gone'
  | 'name-servfail'
  | 'silence'
  | 'fail-ping'

/** A single cause that takes monitors down. */
export interface Outage extends Span {
  id: string
  monitors: string[]
  how: Failure
  /** One of many in a row on the same monitor, whose messages the service may hold because of flapping. */
  isFlap: boolean
}

/** The dead part of the line. */
export type LinePart = 'all' | { uplink: 'a' | 'b' } | { family: 4 | 6 }

/**
 * Trouble of the probe, its service or a receiver. In a scenario with regions, `region` names the region whose probe has
 * the trouble; without it, the server is stopped or killed.
 * - `line`: packets are lost (`silent`), or the interface is down without routes (`link`).
 * - `name-server`: it does not answer, its port is closed, it answers SERVFAIL, or it answers only from its cache.
 * - `stopped`: SIGSTOP until SIGCONT.
 * - `killed`: `kill -9` until the next start.
 * - `cut`: the probe of a region cannot reach the server, and keeps its results.
 * - `blocked`: a target refuses the probe of a region.
 * - `receiver`: its port is closed, or it answers 503.
 * - `overload`: the machine needs this many times as long to store the results as the schedule gives.
 */
export type Trouble = Span & { region?: string } & (
    | { kind: 'line'; how: 'silent' | 'link'; part: LinePart }
    | { kind: 'name-server'; how: 'silent' | 'refused' | 'servfail' | 'caching' }
    | { kind: 'stopped' }
    | { kind: 'killed' }
    | { kind: 'cut'; region: string }
    | { kind: 'blocked'; region: string; monitor: string }
    | { kind: 'receiver'; receiver: string; how: 'refused' | '503' }
    | { kind: 'overload'; factor: number }
  )

/**
 * `far`: a name server beyond the line (uplink `a`), silent when the line is dead. `near`: a caching one on the probe's
 * side, which then answers from its cache, and SERVFAIL to the rest.
 */
export type NameServerLocation = 'near' | 'far'

export interface Scenario {
  /** Unique within a script. */
  name: string
  lengthMs: number
  nameServer: NameServerLocation
  /** How long names of targets may be cached. Name servers of the root may be cached for days. */
  nameTtlSeconds: number
  networks: Network[]
  /** Codes of three regions, each with a probe of its own that checks all monitors. Absent: one probe in the server. */
  regions?: readonly string[]
  monitors: ScriptedMonitor[]
  receivers: string[]
  outages: Outage[]
  troubles: Trouble[]
}

export interface Script {
  seed: number
  scenarios: Scenario[]
}

export const isWithin = ({ fromMs, toMs }: Span, atMs: number): boolean => fromMs <= atMs && atMs < toMs

export const hasOverlap = (one: Span, other: Span): boolean => one.fromMs < other.toMs && other.fromMs < one.toMs
