/** Every monitor of a project at once, for a list that is searched, sorted and filtered where it is shown. */
import { setImmediate as turn } from 'node:timers/promises'
import {
  type LastCheck,
  listFlappingKeys,
  listKeysInMaintenance,
  listLastChecks,
  listLines,
  listOpenIncidents,
  listTagsOfAll,
  type MonitorLine,
  type OpenIncident,
} from '../store/dashboard-monitors.ts'
import { listMeasuresOfRanges } from '../store/results.ts'
import type { Reader } from '../store/store.ts'
import type { Context } from './context.ts'

export interface ListedMonitor extends MonitorLine {
  isFlapping: boolean
  inMaintenance: boolean
  /** By name. */
  tags: readonly string[]
  /** Unix ms; null before the first check. */
  lastCheckAt: number | null
  /** Of the last check; null when it did not pass, or measured nothing. */
  lastResponseMs: number | null
  openIncident: OpenIncident | null
}

/** More than any plan offers. The rest of a larger project is found by `GET /api/monitors`. */
export const MOST_LISTED = 10_000

/**
 * By name. Eight queries, between which others have their turn.
 *
 * @returns `hasMore` when the project has more monitors than one answer holds
 */
export async function listAllMonitors(
  { store: { db }, now }: Pick<Context, 'store' | 'now'>,
  projectId: string,
): Promise<{ monitors: ListedMonitor[]; hasMore: boolean }> {
  const lines = await listLines(db, projectId, MOST_LISTED + 1)
  await turn()
  const checks = await listLastChecks(db, projectId)
  await turn()
  const responses = await readResponses(db, checks)
  await turn()
  const tags = await listTagsOfAll(db, projectId)
  const flapping = await listFlappingKeys(db, projectId)
  const inMaintenance = await listKeysInMaintenance(db, projectId, now())
  const incidents = await listOpenIncidents(db, projectId)
  const monitors = lines.slice(0, MOST_LISTED).map((line) => ({
    ...line,
    isFlapping: flapping.has(line.key),
    inMaintenance: inMaintenance.has(line.key),
    tags: tags.get(line.key)?.sort() ?? [],
    lastCheckAt: checks.get(line.key)?.checkedAt ?? null,
    lastResponseMs: responses.get(line.key) ?? null,
    openIncident: incidents.get(line.key) ?? null,
  }))
  return { monitors, hasMore: lines.length > MOST_LISTED }
}

/** By monitor key: how long the last checks took. */
async function readResponses(db: Reader, checks: ReadonlyMap<number, LastCheck>): Promise<Map<number, number>> {
  const ranges = [...checks.values()].map(({ scheduledAt, ...place }) => ({
    ...place,
    from: scheduledAt,
    to: scheduledAt + 1,
  }))
  const responses = new Map<number, number>()
  for (const { monitorKey, status, responseTimeMs } of await listMeasuresOfRanges(db, ranges))
    if ((status === 'up' || status === 'degraded') && responseTimeMs !== null) responses.set(monitorKey, responseTimeMs)
  return responses
}
