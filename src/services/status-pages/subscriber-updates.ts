/**
 * Queues status page updates for subscribers. All due updates of a page are merged into one, the leader. The leader is
 * formatted once, and then queued for a batch of subscribers at a time. After a crash queueing continues where it
 * stopped.
 */
import type { Incident } from '../../core/incidents/incident.ts'
import type { NewIncidentUpdate } from '../../core/incidents/incident-update.ts'
import type { Occurrence } from '../../core/maintenance/occurrence.ts'
import { DAY_MS, MINUTE_MS } from '../../core/platform/time/time.ts'
import { getPublicTitle } from '../../core/status-pages/public-incident.ts'
import {
  BATCH_DELAY_MS,
  type IncidentCause,
  isIncidentCause,
  isNewForSubscribers,
  type MaintenanceCause,
  type MaintenanceItemKind,
  type NotifiedIncident,
  toUpdateCause,
  type UpdateCause,
  type UpdateItem,
} from '../../core/status-pages/subscriber-update.ts'
import { loadIncidents } from '../../store/incidents/incident-reads.ts'
import { listWindowGroups } from '../../store/maintenance/maintenance-progress.ts'
import type { Tx } from '../../store/platform/store.ts'
import { queueUpdateEmails } from '../../store/status-pages/subscriber-emails.ts'
import {
  deleteNotifiedIncidents,
  deleteSubscriberUpdates,
  findDuePage,
  findNextUpdateAt,
  insertSubscriberUpdates,
  listNotifiedIncidents,
  listShownNames,
  listSubscribedPages,
  lockSubscriberUpdates,
  rescheduleUpdates,
  type SubscriberUpdate,
  saveNotifiedIncidents,
  saveSubscriberUpdate,
} from '../../store/status-pages/subscriber-updates.ts'
import { findQuietUntil } from '../notifications/notify.ts'
import type { Context } from '../platform/context.ts'
import type { BaseWork } from '../platform/work.ts'

type UpdateContext = Pick<Context, 'store' | 'now'>

/** Maximum number of updates of a page that are read at once. Pages usually have fewer components. */
const MAX_UPDATES = 500

/** Maximum number of items in one email; the page shows the rest. */
const MAX_ITEMS = 100

/** Subscribers per transaction, which takes some milliseconds. */
const SUBSCRIBERS_AT_ONCE = 500

/**
 * Age at which unsent updates are dropped. They stay unsent while no server runs, or while no mail server is
 * configured.
 */
const STALE_MS = DAY_MS

/** How often an incident held during maintenance is checked again. */
const QUIET_RETRY_MS = MINUTE_MS

/** Delay after which updates locked by another server are checked again. */
const CONTESTED_MS = 100

/**
 * Queues a batch of due updates.
 *
 * @returns when to call it again, Unix ms; null when no update is pending
 */
export async function queueDueUpdates(context: UpdateContext): Promise<number | null> {
  const pageId = await findDuePage(context.store.db, context.now())
  if (pageId === null) return findNextUpdateAt(context.store.db)
  const isOurs = await context.store.transact((tx) => queuePageUpdates(tx, pageId, context.now()))
  return context.now() + (isOurs ? 0 : CONTESTED_MS)
}

async function queuePageUpdates(tx: Tx, pageId: string, now: number): Promise<boolean> {
  const all = await lockSubscriberUpdates(tx, pageId, MAX_UPDATES)
  if (all.length === 0) return false
  const decided = all.filter((update) => update.items !== null)
  const fresh = all.filter((update) => update.items === null)
  const leader = await decideUpdate(tx, pageId, fresh, now)
  for (const update of leader ? [...decided, leader] : decided) {
    const last = await queueUpdateEmails(tx, update, SUBSCRIBERS_AT_ONCE, now)
    await saveSubscriberUpdate(tx, { ...update, queuedUpTo: last ?? update.queuedUpTo }, last === null ? null : now)
  }
  return true
}

/** @returns the leader, with the items of all updates; null when there is nothing to send */
async function decideUpdate(
  tx: Tx,
  pageId: string,
  fresh: readonly SubscriberUpdate[],
  now: number,
): Promise<SubscriberUpdate | null> {
  const [stale, timely] = [fresh.filter(isStale(now)), fresh.filter((update) => !isStale(now)(update))]
  const inputs = await loadInputs(tx, pageId, timely)
  const quietUntil = await findQuietUntil(tx, [...inputs.incidents.values()], now)
  const waits = ({ cause }: SubscriberUpdate): boolean => {
    const incident =
      isIncidentCause(cause) && cause.kind === 'opened' ? inputs.incidents.get(cause.incidentId) : undefined
    return incident !== undefined && incident.status !== 'resolved' && quietUntil(incident) !== null
  }
  const [waiting, ready] = [timely.filter(waits), timely.filter((update) => !waits(update))]
  await rescheduleUpdates(tx, listIds(waiting), now + QUIET_RETRY_MS)
  const items = ready.flatMap((update) => toItems(update, inputs))
  await saveNotified(tx, pageId, ready, inputs, now)
  const [leader, ...others] = items.length > 0 ? ready : []
  await deleteSubscriberUpdates(tx, [...listIds(stale), ...(leader ? listIds(others) : listIds(ready))])
  return leader ? { ...leader, items: items.slice(0, MAX_ITEMS) } : null
}

const listIds = (updates: readonly SubscriberUpdate[]): string[] => updates.map(({ id }) => id)

const isStale =
  (now: number) =>
  ({ createdAt }: SubscriberUpdate): boolean =>
    createdAt < now - STALE_MS

/** Data needed to format updates. */
interface ItemInputs {
  incidents: ReadonlyMap<string, Incident>
  /** The incidents subscribers were notified of. Updated with each item. */
  notified: Map<string, NotifiedIncident>
  /** Component names by the id of the monitor or group, in the order of the page. */
  names: ReadonlyMap<string, string>
}

async function loadInputs(tx: Tx, pageId: string, updates: readonly SubscriberUpdate[]): Promise<ItemInputs> {
  const ids = [...new Set(updates.flatMap(({ cause }) => (isIncidentCause(cause) ? [cause.incidentId] : [])))]
  return {
    incidents: await loadIncidents(tx, ids),
    notified: await listNotifiedIncidents(tx, pageId, ids),
    names: updates.length > 0 ? await listShownNames(tx, pageId) : new Map(),
  }
}

function toItems({ cause }: SubscriberUpdate, inputs: ItemInputs): UpdateItem[] {
  const about = new Set(cause.monitorIds)
  const components = [...inputs.names].flatMap(([id, name]) => (about.has(id) ? [name] : []))
  // Removed from the page in the meantime
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

type RecordContext = Pick<Context, 'newId' | 'now'>

/**
 * Records updates for subscribers of status pages, in the transaction of their cause. Runs one query when no page with
 * subscribers is affected.
 *
 * @param entries incident updates, each recorded once
 */
export async function recordSubscriberUpdates(
  tx: Tx,
  context: RecordContext,
  entries: readonly NewIncidentUpdate[],
): Promise<void> {
  const drafts = entries.flatMap((entry) => {
    const cause = toUpdateCause(entry)
    return cause ? [{ sourceId: entry.id, cause, about: listSubjects(entry.incident) }] : []
  })
  await insertDrafts(tx, context, drafts)
}

/** The incident of a group is about the group only: its members have incidents of their own. */
function listSubjects({ monitor, groupId, affectedMonitorIds }: Incident): readonly string[] {
  if (groupId !== null) return [groupId]
  return monitor ? [monitor.id, ...affectedMonitorIds] : affectedMonitorIds
}

/** @param monitors the affected monitors */
export async function recordMaintenanceUpdate(
  { tx, context, at, newId }: BaseWork,
  kind: MaintenanceItemKind,
  { id: windowId, name, description, startsAt, endsAt }: Occurrence & { id: string; name: string; description: string },
  monitors: readonly { id: string }[],
): Promise<void> {
  const cause = { kind, name, description, startsAt, endsAt, at }
  const about = [...monitors, ...(await listWindowGroups(tx, windowId))].map(({ id }) => id)
  await insertDrafts(tx, context, [{ sourceId: newId(), cause, about }])
}

type CauseWithoutMonitors<Cause> = Cause extends UpdateCause ? Omit<Cause, 'monitorIds'> : never

interface Draft {
  sourceId: string
  cause: CauseWithoutMonitors<UpdateCause>
  /** Ids of the affected monitors and groups. */
  about: readonly string[]
}

async function insertDrafts(tx: Tx, context: RecordContext, drafts: readonly Draft[]): Promise<void> {
  const about = [...new Set(drafts.flatMap((draft) => draft.about))]
  if (about.length === 0) return
  const pages = await listSubscribedPages(tx, about)
  if (pages.size === 0) return
  const now = context.now()
  const updates = drafts.flatMap(({ sourceId, cause, about: ids }) =>
    [...pages].flatMap(([pageId, shown]) => {
      const monitorIds = [...new Set(ids)].filter((id) => shown.has(id))
      if (monitorIds.length === 0) return []
      return [
        {
          id: context.newId(),
          pageId,
          sourceId,
          cause: { ...cause, monitorIds },
          dueAt: now + BATCH_DELAY_MS,
          createdAt: now,
        },
      ]
    }),
  )
  await insertSubscriberUpdates(tx, updates)
}
