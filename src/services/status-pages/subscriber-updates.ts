/**
 * News of status pages on their way to subscribers. What a page has to tell is put into its public words once, all of it
 * together, and then put in line for some subscribers at a time: after a crash it goes on where it was.
 */
import type { Incident } from '../../core/incidents/incident.ts'
import { DAY_MS, MINUTE_MS } from '../../core/platform/time/time.ts'
import { getPublicTitle } from '../../core/status-pages/public-incident.ts'
import {
  type IncidentCause,
  isIncidentCause,
  isNewForSubscribers,
  type MaintenanceCause,
  type NotifiedIncident,
  type UpdateItem,
} from '../../core/status-pages/subscriber-update.ts'
import { loadIncidents } from '../../store/incidents/incident-reads.ts'
import type { Tx } from '../../store/platform/store.ts'
import { queueUpdateEmails } from '../../store/status-pages/subscriber-emails.ts'
import {
  deleteNotifiedIncidents,
  deleteSubscriberUpdates,
  findDuePage,
  findNextUpdateAt,
  listNotifiedIncidents,
  listShownNames,
  lockSubscriberUpdates,
  rescheduleUpdates,
  type SubscriberUpdate,
  saveNotifiedIncidents,
  saveSubscriberUpdate,
} from '../../store/status-pages/subscriber-updates.ts'
import { findQuietUntil } from '../notifications/maintenance-quiet.ts'
import type { Context } from '../platform/context.ts'

type UpdateContext = Pick<Context, 'store' | 'now'>

/** News of a page that are looked at together; it has no more components, as a rule. */
const MAX_NEWS = 500

/** Things told in one mail; whoever reads of so many, goes to the page. */
const MAX_ITEMS = 100

/** Subscribers that news are put in line for in one transaction: some milliseconds. */
const SUBSCRIBERS_AT_ONCE = 500

/** What could not be told for so long, because no server ran or none had a mail server, is no news any more. */
const STALE_MS = DAY_MS

/** How often it is looked whether the maintenance is over in which an incident is not told. */
const QUIET_RETRY_MS = MINUTE_MS

/** What is due but locked is in the hands of another server at this moment. */
const CONTESTED_MS = 100

/** Does a part of what is due. @returns when there is more to do, Unix ms; null when nothing is to come */
export async function queueDueUpdates(context: UpdateContext): Promise<number | null> {
  const pageId = await findDuePage(context.store.db, context.now())
  if (pageId === null) return findNextUpdateAt(context.store.db)
  const isOurs = await context.store.transact((tx) => queuePageUpdates(tx, pageId, context.now()))
  return context.now() + (isOurs ? 0 : CONTESTED_MS)
}

async function queuePageUpdates(tx: Tx, pageId: string, now: number): Promise<boolean> {
  const all = await lockSubscriberUpdates(tx, pageId, MAX_NEWS)
  if (all.length === 0) return false
  const decided = all.filter((news) => news.items !== null)
  const fresh = all.filter((news) => news.items === null)
  const leader = await decideUpdate(tx, pageId, fresh, now)
  for (const news of leader ? [...decided, leader] : decided) {
    const last = await queueUpdateEmails(tx, news, news.queuedUpTo, SUBSCRIBERS_AT_ONCE, now)
    await saveSubscriberUpdate(tx, { ...news, queuedUpTo: last ?? news.queuedUpTo }, last === null ? null : now)
  }
  return true
}

/** @returns one for all that is told; null when nothing is */
async function decideUpdate(
  tx: Tx,
  pageId: string,
  fresh: readonly SubscriberUpdate[],
  now: number,
): Promise<SubscriberUpdate | null> {
  const [stale, timely] = [fresh.filter(isStale(now)), fresh.filter((news) => !isStale(now)(news))]
  const inputs = await loadInputs(tx, pageId, timely)
  const quietUntil = await findQuietUntil(tx, [...inputs.incidents.values()], now)
  const waits = ({ cause }: SubscriberUpdate): boolean => {
    const incident =
      isIncidentCause(cause) && cause.kind === 'opened' ? inputs.incidents.get(cause.incidentId) : undefined
    return incident !== undefined && incident.status !== 'resolved' && quietUntil(incident) !== null
  }
  const [waiting, ready] = [timely.filter(waits), timely.filter((news) => !waits(news))]
  await rescheduleUpdates(tx, listIds(waiting), now + QUIET_RETRY_MS)
  const items = ready.flatMap((news) => toItems(news, inputs))
  await saveNotified(tx, pageId, ready, inputs, now)
  const [leader, ...others] = items.length > 0 ? ready : []
  await deleteSubscriberUpdates(tx, [...listIds(stale), ...(leader ? listIds(others) : listIds(ready))])
  return leader ? { ...leader, items: items.slice(0, MAX_ITEMS) } : null
}

const listIds = (news: readonly SubscriberUpdate[]): string[] => news.map(({ id }) => id)

const isStale =
  (now: number) =>
  ({ createdAt }: SubscriberUpdate): boolean =>
    createdAt < now - STALE_MS

/** What has to be known to put causes into words. */
interface ItemInputs {
  incidents: ReadonlyMap<string, Incident>
  /** What subscribers know, moved along with what they are told. */
  notified: Map<string, NotifiedIncident>
  /** Of the components of the page, in its order, by the monitor's id. */
  names: ReadonlyMap<string, string>
}

async function loadInputs(tx: Tx, pageId: string, news: readonly SubscriberUpdate[]): Promise<ItemInputs> {
  const ids = [...new Set(news.flatMap(({ cause }) => (isIncidentCause(cause) ? [cause.incidentId] : [])))]
  return {
    incidents: await loadIncidents(tx, ids),
    notified: await listNotifiedIncidents(tx, pageId, ids),
    names: news.length > 0 ? await listShownNames(tx, pageId) : new Map(),
  }
}

function toItems({ cause }: SubscriberUpdate, inputs: ItemInputs): UpdateItem[] {
  const about = new Set(cause.monitorIds)
  const components = [...inputs.names].flatMap(([id, name]) => (about.has(id) ? [name] : []))
  // Taken off the page since
  if (components.length === 0) return []
  return isIncidentCause(cause) ? toIncidentItem(cause, components, inputs) : [toMaintenanceItem(cause, components)]
}

function toIncidentItem(cause: IncidentCause, components: string[], { incidents, notified }: ItemInputs): UpdateItem[] {
  const { kind, incidentId, message, at } = cause
  const incident = incidents.get(incidentId) ?? null
  if (!incident || !isNewForSubscribers(cause, incident, notified.get(incidentId) ?? null)) return []
  if (kind === 'resolved') notified.delete(incidentId)
  else notified.set(incidentId, { pageUpdate: incident.statusPageUpdate })
  return [{ kind, title: getPublicTitle({ ...incident, components }), message: message ?? '', components, at }]
}

const toMaintenanceItem = (
  { kind, name, description, at, startsAt, endsAt }: MaintenanceCause,
  components: string[],
): UpdateItem => ({ kind, title: name, message: description, components, at, startsAt, endsAt })

async function saveNotified(
  tx: Tx,
  pageId: string,
  ready: readonly SubscriberUpdate[],
  { notified }: ItemInputs,
  now: number,
): Promise<void> {
  const ids = [...new Set(ready.flatMap(({ cause }) => (isIncidentCause(cause) ? [cause.incidentId] : [])))]
  await saveNotifiedIncidents(
    tx,
    pageId,
    ids.flatMap((id) => (notified.has(id) ? [{ id, pageUpdate: notified.get(id)!.pageUpdate }] : [])),
    now,
  )
  await deleteNotifiedIncidents(
    tx,
    pageId,
    ids.filter((id) => !notified.has(id)),
  )
}
