/** Probe problems that deserve a notice outside the screen of probes. */
import type { Schemas } from '../../api/types.ts'

export type Probe = Schemas['Probe']

const DAY_MS = 24 * 60 * 60_000

/** A probe whose machine is too small for its checks. */
interface Overload {
  name: string
  skippedPercent: number
  lateMs: number
}

interface ProbeProblems {
  /** Names of probes. */
  stuck: string[]
  /** Names of probes lost within a day, in regions that still have a probe. */
  lost: string[]
  /** Codes of regions whose probes are all lost. */
  uncoveredRegions: string[]
  /** The overloaded probe that leaves out the largest share of its checks. */
  overload: Overload | null
}

const isOnline = ({ state }: Probe): boolean => state === 'live' || state === 'stuck'

/**
 * Returns the problems, or null if there are none. Stopped probes are no problem. A lost probe beside others is
 * reported for one day.
 *
 * @param now Unix ms
 */
export function findProbeProblems(probes: readonly Probe[], now: number): ProbeProblems | null {
  const lost = probes.filter(({ state }) => state === 'lost')
  const isUncovered = (code: string) => !probes.some((probe) => probe.region === code && isOnline(probe))
  const problems = {
    stuck: listNames(probes.filter(({ state }) => state === 'stuck')),
    lost: listNames(
      lost.filter((probe) => !isUncovered(probe.region) && Date.parse(probe.last_seen_at) > now - DAY_MS),
    ),
    uncoveredRegions: [...new Set(lost.map(({ region }) => region))].filter(isUncovered),
    overload: findOverload(probes),
  }
  return Object.values(problems).some((found) => (Array.isArray(found) ? found.length > 0 : found !== null))
    ? problems
    : null
}

function findOverload(probes: readonly Probe[]): Overload | null {
  const overloads = probes
    .filter(isOnline)
    .flatMap(({ name, skipped_percent: skippedPercent, overdue_ms: lateMs }) =>
      skippedPercent === null ? [] : [{ name, skippedPercent, lateMs: lateMs ?? 0 }],
    )
  return overloads.sort((a, b) => b.skippedPercent - a.skippedPercent || b.lateMs - a.lateMs)[0] ?? null
}

const listNames = (probes: readonly Probe[]): string[] => [...new Set(probes.map(({ name }) => name))]
