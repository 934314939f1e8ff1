/**
 * News of status pages on their way to subscribers. What a page has to tell is put into its public words once, all of it
 * together, and then put in line for some subscribers at a time: after a crash it goes on where it was.
 */
import type { Incident } from '../../core/incidents/incident.ts'
import { DAY_MS, MINUTE_MS } from '../../core/platform/time/time.ts'
import {
  type IncidentCause,
  isNews,
  isOfIncident,
  type MaintenanceCause,
  type NewsItem,
  type ToldBefore,
} from '../../core/status-pages/page-news.ts'
import { publicTitle } from '../../core/status-pages/public-incident.ts'
import { loadIncidents } from '../../store/incidents/incident-reads.ts'
import type { Tx } from '../../store/platform/store.ts'
import {
  deleteNews,
  findDuePage,
  forgetTold,
  listShownNames,
  listTold,
  lockNews,
  nextNewsAt,
  postponeNews,
  type StoredNews,
  saveNews,
  saveTold,
} from '../../store/status-pages/status-news.ts'
import { lineUp } from '../../store/status-pages/subscriber-mails.ts'
import { findQuiet } from '../notifications/quiet.ts'
import type { Context } from '../platform/context.ts'

type Rounds = Pick<Context, 'store' | 'now'>

/** News of a page that are looked at together; it has no more components, as a rule. */
const MOST_NEWS = 500

/** Things told in one mail; whoever reads of so many, goes to the page. */
const MOST_ITEMS = 100

/** Subscribers that news are put in line for in one transaction: some milliseconds. */
const SUBSCRIBERS_AT_ONCE = 500

/** What could not be told for so long, because no server ran or none had a mail server, is no news any more. */
const STALE_MS = DAY_MS

/** How often it is looked whether the maintenance is over in which an incident is not told. */
const QUIET_LOOK_MS = MINUTE_MS

/** What is due but locked is in the hands of another server at this moment. */
const CONTESTED_MS = 100

/** Does a part of what is due. @returns when there is more to do, Unix ms; null when nothing is to come */
export async function handOutNews(context: Rounds): Promise<number | null> {
  const pageId = await findDuePage(context.store.db, context.now())
  if (pageId === null) return nextNewsAt(context.store.db)
  const isOurs = await context.store.transact((tx) => handOut(tx, pageId, context.now()))
  return context.now() + (isOurs ? 0 : CONTESTED_MS)
}

async function handOut(tx: Tx, pageId: string, now: number): Promise<boolean> {
  const all = await lockNews(tx, pageId, MOST_NEWS)
  if (all.length === 0) return false
  const decided = all.filter((news) => news.items !== null)
  const fresh = all.filter((news) => news.items === null)
  const lead = await decide(tx, pageId, fresh, now)
  for (const news of lead ? [...decided, lead] : decided) {
    const last = await lineUp(tx, news, news.toldUpTo, SUBSCRIBERS_AT_ONCE, now)
    await saveNews(tx, { ...news, toldUpTo: last ?? news.toldUpTo }, last === null ? null : now)
  }
  return true
}

/** @returns one for all that is told; null when nothing is */
async function decide(tx: Tx, pageId: string, fresh: readonly StoredNews[], now: number): Promise<StoredNews | null> {
  const [stale, timely] = [fresh.filter(isStale(now)), fresh.filter((news) => !isStale(now)(news))]
  const known = await loadKnown(tx, pageId, timely)
  const quietUntil = await findQuiet(tx, [...known.incidents.values()], now)
  const waits = ({ cause }: StoredNews): boolean => {
    const incident = isOfIncident(cause) && cause.kind === 'opened' ? known.incidents.get(cause.incidentId) : undefined
    return incident !== undefined && incident.status !== 'resolved' && quietUntil(incident) !== null
  }
  const [waiting, ready] = [timely.filter(waits), timely.filter((news) => !waits(news))]
  await postponeNews(tx, idsOf(waiting), now + QUIET_LOOK_MS)
  const items = ready.flatMap((news) => itemsOf(news, known))
  await remember(tx, pageId, ready, known, now)
  const [lead, ...others] = items.length > 0 ? ready : []
  await deleteNews(tx, [...idsOf(stale), ...(lead ? idsOf(others) : idsOf(ready))])
  return lead ? { ...lead, items: items.slice(0, MOST_ITEMS) } : null
}

const idsOf = (news: readonly StoredNews[]): string[] => news.map(({ id }) => id)

const isStale =
  (now: number) =>
  ({ createdAt }: StoredNews): boolean =>
    createdAt < now - STALE_MS

/** What has to be known to put causes into words. */
interface Known {
  incidents: ReadonlyMap<string, Incident>
  /** What subscribers know, moved along with what they are told. */
  told: Map<string, ToldBefore>
  /** Of the components of the page, in its order, by the monitor's id. */
  names: ReadonlyMap<string, string>
}

async function loadKnown(tx: Tx, pageId: string, news: readonly StoredNews[]): Promise<Known> {
  const ids = [...new Set(news.flatMap(({ cause }) => (isOfIncident(cause) ? [cause.incidentId] : [])))]
  return {
    incidents: await loadIncidents(tx, ids),
    told: await listTold(tx, pageId, ids),
    names: news.length > 0 ? await listShownNames(tx, pageId) : new Map(),
  }
}

function itemsOf({ cause }: StoredNews, known: Known): NewsItem[] {
  const about = new Set(cause.monitorIds)
  const components = [...known.names].flatMap(([id, name]) => (about.has(id) ? [name] : []))
  // Taken off the page since
  if (components.length === 0) return []
  return isOfIncident(cause) ? incidentItem(cause, components, known) : [maintenanceItem(cause, components)]
}

function incidentItem(cause: IncidentCause, components: string[], { incidents, told }: Known): NewsItem[] {
  const { kind, incidentId, message, at } = cause
  const incident = incidents.get(incidentId) ?? null
  if (!incident || !isNews(cause, incident, told.get(incidentId) ?? null)) return []
  if (kind === 'resolved') told.delete(incidentId)
  else told.set(incidentId, { said: incident.statusPageUpdate })
  return [{ kind, title: publicTitle({ ...incident, components }), message: message ?? '', components, at }]
}

const maintenanceItem = (
  { kind, name, description, at, startsAt, endsAt }: MaintenanceCause,
  components: string[],
): NewsItem => ({ kind, title: name, message: description, components, at, startsAt, endsAt })

async function remember(
  tx: Tx,
  pageId: string,
  ready: readonly StoredNews[],
  { told }: Known,
  now: number,
): Promise<void> {
  const ids = [...new Set(ready.flatMap(({ cause }) => (isOfIncident(cause) ? [cause.incidentId] : [])))]
  await saveTold(
    tx,
    pageId,
    ids.flatMap((id) => (told.has(id) ? [{ id, said: told.get(id)!.said }] : [])),
    now,
  )
  await forgetTold(
    tx,
    pageId,
    ids.filter((id) => !told.has(id)),
  )
}
