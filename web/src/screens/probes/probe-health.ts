/** How the probes of the instance stand, as people ask about them. */
import type { Probe } from '../../parts/probe-problems.ts'
import type { Region } from '../../parts/regions.ts'

/** A clock that is off by less is right, ms: so much comes of the way there and back. */
const CLOCK_TOLERANCE_MS = 1_000

/** One push: with more it does not get rid of what it finds. */
const MANY_WAITING = 500

/** Checks start a little late on any machine, ms. */
const LATENESS_TOLERANCE_MS = 1_000

export interface RegionProbes {
  region: Region
  /** Those at work first. */
  probes: readonly Probe[]
  onlineCount: number
}

export const isOnline = ({ state }: Probe): boolean => state === 'live' || state === 'stuck'

const RANK: Readonly<Record<Probe['state'], number>> = { stuck: 0, live: 1, lost: 2, stopped: 3 }

/** Every region with its probes, in the order of the regions. */
export const groupByRegion = (regions: readonly Region[], probes: readonly Probe[]): RegionProbes[] =>
  regions.map((region) => {
    const own = probes.filter((probe) => probe.region === region.code)
    return {
      region,
      probes: own.toSorted((a, b) => RANK[a.state] - RANK[b.state] || (a.name < b.name ? -1 : 1)),
      onlineCount: own.filter(isOnline).length,
    }
  })

/** Whether all there is are the servers themselves. */
export const hasOnlyServers = (probes: readonly Probe[]): boolean => probes.every(({ kind }) => kind === 'server')

/** The newest of the servers that run a probe, as each says of itself; null where none does. */
export function findServerVersion(probes: readonly Probe[]): string | null {
  const versions = probes.filter((probe) => probe.kind === 'server' && isOnline(probe)).map(({ version }) => version)
  const newestFirst = versions.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return newestFirst[0] ?? null
}

/** By how much its clock is off, ms, ahead or behind; null when it is right, or nobody knows. */
export const findClockError = ({ clock_ahead_ms: ahead }: Probe): number | null =>
  ahead === null || Math.abs(ahead) < CLOCK_TOLERANCE_MS ? null : ahead

/** How late its checks start, ms; null when they are in time. */
export const findLateness = ({ overdue_ms: late }: Probe): number | null =>
  late === null || late < LATENESS_TOLERANCE_MS ? null : late

export type Remark =
  | { kind: 'stuck' | 'stuckAlone' | 'lost' | 'lostAlone' | 'stopped' | 'clock' | 'waiting' }
  | { kind: 'version'; server: string }
  | { kind: 'dropped'; count: number }

/** What is to be said of a probe besides its figures, the gravest first. */
export function listRemarks(
  probe: Probe,
  { probes, onlineCount }: RegionProbes,
  serverVersion: string | null,
): Remark[] {
  if (probe.state === 'stopped') return [{ kind: 'stopped' }]
  if (probe.state === 'lost') return [{ kind: onlineCount > 0 ? 'lost' : 'lostAlone' }]
  const hasHelp = probes.some(({ state }) => state === 'live')
  return [
    ...(probe.state === 'stuck' ? [{ kind: hasHelp ? ('stuck' as const) : ('stuckAlone' as const) }] : []),
    ...(findClockError(probe) === null ? [] : [{ kind: 'clock' as const }]),
    ...((probe.waiting_results ?? 0) > MANY_WAITING ? [{ kind: 'waiting' as const }] : []),
    ...(probe.dropped_results ? [{ kind: 'dropped' as const, count: probe.dropped_results }] : []),
    ...(serverVersion !== null && probe.version !== serverVersion
      ? [{ kind: 'version' as const, server: serverVersion }]
      : []),
  ]
}

/** Which live probes use a token. */
export const listTokenProbes = (tokenId: string, probes: readonly Probe[]): Probe[] =>
  probes.filter((probe) => probe.token_id === tokenId && isOnline(probe))

/** Whether a region has somebody at work without those of a token. */
export const hasOthers = (code: string, tokenId: string, probes: readonly Probe[]): boolean =>
  probes.some((probe) => probe.region === code && probe.token_id !== tokenId && isOnline(probe))
