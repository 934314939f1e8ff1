/** History of a status page, for feeds, other programs and past months. */

import { DAY_MS, MINUTE_MS } from '../../core/platform/time/time.ts'
import type { PublicWindow } from '../../core/status-pages/public-maintenance.ts'
import type { PublicIncident } from '../../core/status-pages/public-status.ts'
import { findFirstStartedAt } from '../../store/status-pages/public-incidents.ts'
import type { Context } from '../platform/context.ts'
import { readIncidentsStarted, readPublicWindows } from './public-incidents.ts'
import type { ShownPage } from './public-status.ts'

/** Maximum number of incidents in a month or another period. */
const MAX_INCIDENTS = 500

type HistoryContext = Pick<Context, 'store'>

/** Lists incidents that began within the period, newest first. Unix ms; `to` is exclusive. */
export const listPublicIncidents = (
  { store }: HistoryContext,
  { facts, listed }: ShownPage,
  period: { from: number; to: number },
  limit = MAX_INCIDENTS,
): Promise<PublicIncident[]> => readIncidentsStarted(store.db, { projectId: facts.projectId, listed }, period, limit)

/** Returns the start of the first incident, Unix ms; null when there was none. */
export const findFirstIncident = ({ store }: HistoryContext, { facts, listed }: ShownPage): Promise<number | null> =>
  findFirstStartedAt(store.db, facts.projectId, listed)

/** Recent incidents and maintenance windows, for feeds and other programs. */
export interface RecentPast {
  /** Newest first, including all open incidents. */
  incidents: PublicIncident[]
  windows: PublicWindow[]
}

/** How far feeds reach back. */
const RECENT_MS = 90 * DAY_MS

const MAX_RECENT = 50

/** A reported incident may begin slightly in the future. */
const AHEAD_MS = MINUTE_MS

/** Reads the recent history with a bounded number of queries. */
export async function readRecentPast({ store }: HistoryContext, page: ShownPage): Promise<RecentPast> {
  const { status, listed } = page
  const since = status.readAt - RECENT_MS
  const started = await listPublicIncidents({ store }, page, { from: since, to: status.readAt + AHEAD_MS }, MAX_RECENT)
  const all = new Map([...status.openIncidents, ...started].map((incident) => [incident.key, incident]))
  return {
    incidents: [...all.values()].toSorted((a, b) => b.startedAt - a.startedAt || (a.key < b.key ? -1 : 1)),
    windows: await readPublicWindows(store.db, listed, since),
  }
}
