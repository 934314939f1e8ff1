/** Records incident updates. Each update and its deliveries are written in the same transaction. */

import { addAnnotations, type Event } from '../../core/incidents/event.ts'
import type { Incident } from '../../core/incidents/incident.ts'
import type { IncidentUpdate, NewIncidentUpdate } from '../../core/incidents/incident-update.ts'
import { isNotified } from '../../core/incidents/pause.ts'
import { createUpdateEvent } from '../../core/incidents/update-event.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import { insertIncidentUpdates, type StoredIncidentUpdate } from '../../store/incidents/incident-updates.ts'
import { listDefaultRecipients, listMonitorRecipients } from '../../store/notifications/recipients.ts'
import type { Tx } from '../../store/platform/store.ts'
import { publishIncidents } from '../live/live-publisher.ts'
import { findUnnotified } from '../notifications/expiry-recipients.ts'
import { findQuietUntil } from '../notifications/maintenance-quiet.ts'
import { enqueueNotifications, type Notification } from '../notifications/notify.ts'
import type { Context } from '../platform/context.ts'
import { recordSubscriberUpdates } from '../status-pages/record-updates.ts'
import { syncReminders } from './reminders.ts'
import { holdAlerts } from './silenced-alerts.ts'
import { suppressAlerts } from './suppressions.ts'

/**
 * Records incident updates in six or seven queries, for any number of updates. The caller must wake the courier after
 * the commit.
 *
 * @param updates in chronological order per incident
 * @returns the stored entries
 */
export async function recordIncidentUpdates(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now' | 'live'>,
  updates: readonly IncidentUpdate[],
): Promise<StoredIncidentUpdate[]> {
  if (updates.length === 0) return []
  const created = updates.map((update) => ({ ...update, id: context.newId() }))
  const { entries: unsilenced, toNotify: alerts } = await suppressAlerts(tx, context, created)
  const toNotify = alerts.filter(isNotified)
  const { toSend, added } = await holdAlerts(tx, context, toNotify)
  const entries = [...unsilenced, ...added]
  const written = await insertIncidentUpdates(tx, entries)
  publishIncidents(tx, context, entries)
  await syncReminders(tx, context, entries)
  await notifyRecipients(tx, context, toSend)
  // A silence is for operators. Status pages show public updates even when their alerts are suppressed
  await recordSubscriberUpdates(
    tx,
    context,
    entries.filter((each) => each.isPublic || toNotify.includes(each)),
  )
  return written
}

/** Queues the notifications of stored entries, none of which resolves its incident. */
export async function notifyEntries(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now'>,
  entries: readonly NewIncidentUpdate[],
): Promise<void> {
  const { toSend } = await holdAlerts(tx, context, entries)
  await notifyRecipients(tx, context, toSend)
  await recordSubscriberUpdates(tx, context, entries)
}

/** Queues the notifications of entries for recipients only, not for subscribers, even if the alerts are silenced. */
export const notifyRecipients = async (
  tx: Tx,
  context: Pick<Context, 'newId' | 'now'>,
  entries: readonly NewIncidentUpdate[],
): Promise<void> => enqueueNotifications(tx, context, await buildNotifications(tx, entries, context.now()))

/** Builds the notifications of entries. Entries without recipients have none. */
async function buildNotifications(
  tx: Tx,
  entries: readonly (IncidentUpdate & { id: string })[],
  now: number,
): Promise<Notification[]> {
  const recipientsOf = await findRecipientsByIncident(
    tx,
    entries.map(({ incident }) => incident),
  )
  const withRecipients = entries.map((update) => ({ update, targets: recipientsOf(update.incident).targets }))
  const isNewTo = await findUnnotified(tx, withRecipients, now)
  const quietUntil = await findQuietUntil(
    tx,
    entries.map(({ incident }) => incident),
    now,
  )
  return entries.flatMap((entry) => {
    const { id, incident } = entry
    const { targets: all, annotate } = recipientsOf(incident)
    const targets = all.filter((target) => isNewTo(entry, target))
    if (targets.length === 0) return []
    const event = annotate(createUpdateEvent(entry))
    const notBefore = quietUntil(incident) ?? now
    return [{ id, event, incidentId: incident.id, targets, at: incident.updatedAt, notBefore }]
  })
}

interface Recipients {
  targets: NotificationTarget[]
  /** Adds the notes and the runbook of the monitor to an event. */
  annotate(event: Event): Event
}

/**
 * Finds the recipients of each incident: the notification targets of its monitor and of the affected monitors, each
 * target once. An incident without monitors goes to the default targets of its project.
 */
export async function findRecipientsByIncident(
  tx: Tx,
  incidents: readonly Incident[],
): Promise<(incident: Incident) => Recipients> {
  const ofMonitors = await listMonitorRecipients(tx, deduplicate(incidents.flatMap(listMonitorIds)))
  const projectWide = incidents.filter((incident) => listMonitorIds(incident).length === 0)
  const ofProjects = await listDefaultRecipients(tx, deduplicate(projectWide.map(({ projectId }) => projectId)))
  return (incident) => {
    const ids = listMonitorIds(incident)
    const found = ids.length > 0 ? ids.map((id) => ofMonitors.get(id)) : [ofProjects.get(incident.projectId)]
    const targets = found.flatMap((recipients) => recipients?.targets ?? [])
    const annotations = incident.monitor && ofMonitors.get(incident.monitor.id)?.annotations
    return {
      targets: [...new Map(targets.map((target) => [target.id, target])).values()],
      annotate: (event) => (annotations ? addAnnotations(event, annotations) : event),
    }
  }
}

const listMonitorIds = ({ monitor, affectedMonitorIds }: Incident): string[] =>
  monitor ? [monitor.id, ...affectedMonitorIds] : affectedMonitorIds

const deduplicate = <T>(values: readonly T[]): T[] => [...new Set(values)]
