/** Health of the probes: clock, lateness, queue and version. */
import type { Probe } from '../../parts/probes/probe-problems.ts'
import type { Region } from '../../parts/probes/regions.ts'

/** Smaller clock errors are ignored, ms: network delay is enough to cause them. */
const CLOCK_TOLERANCE_MS = 1_000

/** A probe with more waiting results than one push can contain does not deliver them fast enough. */
const MANY_WAITING = 500

/** Smaller delays are ignored, ms: checks start slightly late on any machine. */
const LATENESS_TOLERANCE_MS = 1_000

export interface RegionProbes {
  region: Region
  /** Online probes first. */
  probes: readonly Probe[]
  onlineCount: number
}

export const isOnline = ({ state }: Probe): boolean => state === 'live' || state === 'stuck'

const RANK: Readonly<Record<Probe['state'], number>> = { stuck: 0, live: 1, lost: 2, stopped: 3 }

/** Groups probes by region, in the order of the regions. */
export const groupByRegion = (regions: readonly Region[], probes: readonly Probe[]): RegionProbes[] =>
  regions.map((region) => {
    const own = probes.filter((probe) => probe.region === region.code)
    return {
      region,
      probes: own.toSorted((a, b) => RANK[a.state] - RANK[b.state] || (a.name < b.name ? -1 : 1)),
      onlineCount: own.filter(isOnline).length,
    }
  })

/** Returns whether all probes run inside servers. */
export const hasOnlyServers = (probes: readonly Probe[]): boolean => probes.every(({ kind }) => kind === 'server')

/** Returns the newest version among servers that run a probe; null if none does. */
export function findServerVersion(probes: readonly Probe[]): string | null {
  const versions = probes.filter((probe) => probe.kind === 'server' && isOnline(probe)).map(({ version }) => version)
  const newestFirst = versions.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return newestFirst[0] ?? null
}

/** Returns the clock error, ms, positive when ahead; null when it is small or unknown. */
export const findClockError = ({ clock_ahead_ms: ahead }: Probe): number | null =>
  ahead === null || Math.abs(ahead) < CLOCK_TOLERANCE_MS ? null : ahead

/** Returns how late checks start, ms; null when they are on time. */
export const findLateness = ({ overdue_ms: late }: Probe): number | null =>
  late === null || late < LATENESS_TOLERANCE_MS ? null : late

export type Remark =
  | { kind: 'stuck' | 'stuckAlone' | 'lost' | 'lostAlone' | 'stopped' | 'clock' | 'waiting' }
  | { kind: 'overload'; percent: number }
  | { kind: 'version'; server: string }
  | { kind: 'dropped'; count: number }

/** Lists remarks about a probe, the most severe first. */
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
    ...(probe.skipped_percent === null ? [] : [{ kind: 'overload' as const, percent: probe.skipped_percent }]),
    ...(findClockError(probe) === null ? [] : [{ kind: 'clock' as const }]),
    ...((probe.waiting_results ?? 0) > MANY_WAITING ? [{ kind: 'waiting' as const }] : []),
    ...(probe.dropped_results ? [{ kind: 'dropped' as const, count: probe.dropped_results }] : []),
    ...(serverVersion !== null && probe.version !== serverVersion
      ? [{ kind: 'version' as const, server: serverVersion }]
      : []),
  ]
}

/** Lists the online probes that use a token. */
export const listTokenProbes = (tokenId: string, probes: readonly Probe[]): Probe[] =>
  probes.filter((probe) => probe.token_id === tokenId && isOnline(probe))

/** Returns whether a region has an online probe with another token. */
export const hasOthers = (code: string, tokenId: string, probes: readonly Probe[]): boolean =>
  probes.some((probe) => probe.region === code && probe.token_id !== tokenId && isOnline(probe))
