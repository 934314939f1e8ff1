/** What a status page knows beyond what it shows at once: for feeds, for other programs, and for months gone by. */

import { DAY_MS, MINUTE_MS } from '../../core/platform/time/time.ts'
import type { PublicWindow } from '../../core/status-pages/public-maintenance.ts'
import type { PublicIncident } from '../../core/status-pages/public-status.ts'
import { findFirstStartedAt } from '../../store/status-pages/public-incidents.ts'
import type { Context } from '../platform/context.ts'
import { readIncidentsStarted } from './public-incidents.ts'
import type { ShownPage } from './public-status.ts'
import { readPublicWindows } from './public-windows.ts'

/** Incidents of one month, or of whatever somebody looks at, at most. */
const MAX_INCIDENTS = 500

type HistoryContext = Pick<Context, 'store'>

/** Those that began within the period, newest first. Unix ms; `to` is no longer part of it. */
export const listPublicIncidents = (
  { store }: HistoryContext,
  { facts, listed }: ShownPage,
  from: number,
  to: number,
  most = MAX_INCIDENTS,
): Promise<PublicIncident[]> => readIncidentsStarted(store.db, facts.projectId, listed, { from, to }, most)

/** When the first of them began, Unix ms; null when there never was one. */
export const findFirstIncident = ({ store }: HistoryContext, { facts, listed }: ShownPage): Promise<number | null> =>
  findFirstStartedAt(store.db, facts.projectId, listed)

/** What programs are told of the past and of what is planned. */
export interface RecentPast {
  /** Newest first; whatever is open is among them. */
  incidents: PublicIncident[]
  windows: PublicWindow[]
}

/** How far programs look back; a page whose last incident is older has nothing to tell. */
const RECENT_MS = 90 * DAY_MS

const MAX_RECENT = 50

/** What is reported may begin a little later than now. */
const AHEAD_MS = MINUTE_MS

/** A bounded number of queries. */
export async function readRecentPast({ store }: HistoryContext, page: ShownPage): Promise<RecentPast> {
  const { status, listed } = page
  const since = status.readAt - RECENT_MS
  const started = await listPublicIncidents({ store }, page, since, status.readAt + AHEAD_MS, MAX_RECENT)
  const all = new Map([...status.openIncidents, ...started].map((incident) => [incident.key, incident]))
  return {
    incidents: [...all.values()].toSorted((a, b) => b.startedAt - a.startedAt || (a.key < b.key ? -1 : 1)),
    windows: await readPublicWindows(store.db, listed, since),
  }
}
