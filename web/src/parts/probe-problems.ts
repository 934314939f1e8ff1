/** Probe problems that deserve a notice outside the screen of probes. */
import type { Schemas } from '../api/types.ts'

export type Probe = Schemas['Probe']

const DAY_MS = 24 * 60 * 60_000

interface ProbeProblems {
  /** Names of probes. */
  stuck: string[]
  /** Names of probes lost within a day, in regions that still have a probe. */
  lost: string[]
  /** Codes of regions whose probes are all lost. */
  uncoveredRegions: string[]
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
  }
  return Object.values(problems).some((names) => names.length > 0) ? problems : null
}

const listNames = (probes: readonly Probe[]): string[] => [...new Set(probes.map(({ name }) => name))]
