/** What of the probes is worth a word where nobody has asked about them. */
import type { Schemas } from '../api/types.ts'

export type Probe = Schemas['Probe']

const DAY_MS = 24 * 60 * 60_000

interface ProbeTrouble {
  /** Names of probes. */
  stuck: string[]
  /** Names of probes that were lost within a day, where others are at work. */
  lost: string[]
  /** Codes of regions whose probes were all lost. */
  deserted: string[]
}

const isAtWork = ({ state }: Probe): boolean => state === 'live' || state === 'stuck'

/**
 * Null when all is well. One that stopped is missed by nobody, and that one of several was lost is no news after a day.
 *
 * @param now Unix ms
 */
export function troubleOf(probes: readonly Probe[], now: number): ProbeTrouble | null {
  const lost = probes.filter(({ state }) => state === 'lost')
  const isDeserted = (code: string) => !probes.some((probe) => probe.region === code && isAtWork(probe))
  const trouble = {
    stuck: namesOf(probes.filter(({ state }) => state === 'stuck')),
    lost: namesOf(lost.filter((probe) => !isDeserted(probe.region) && Date.parse(probe.last_seen_at) > now - DAY_MS)),
    deserted: [...new Set(lost.map(({ region }) => region))].filter(isDeserted),
  }
  return Object.values(trouble).some((names) => names.length > 0) ? trouble : null
}

const namesOf = (probes: readonly Probe[]): string[] => [...new Set(probes.map(({ name }) => name))]
