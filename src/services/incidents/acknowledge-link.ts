/** Acknowledges or snoozes incidents with the signed link of an alert, without an account. */
import type { AcknowledgeLinks } from '../../channels/signed-links.ts'
import type { Incident } from '../../core/incidents/incident.ts'
import { acknowledgeVia, type IncidentUpdate, type LinkReader } from '../../core/incidents/incident-update.ts'
import { snoozeVia } from '../../core/incidents/snooze.ts'
import {
  findOutageState,
  isLinkExpired,
  listOpenOutages,
  type Outage,
  type OutageState,
} from '../../core/notifications/acknowledge-link.ts'
import {
  canManageIncidents,
  type DeliveryTarget,
  isPersonal,
  refuseDelivery,
} from '../../core/notifications/contact-method.ts'
import type { Delivery } from '../../core/notifications/delivery.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import { findProjectOwner } from '../../store/accounts/projects.ts'
import { loadIncidents } from '../../store/incidents/incident-reads.ts'
import { lockProjectIncidents, saveIncidents } from '../../store/incidents/incidents.ts'
import { findDelivery } from '../../store/notifications/deliveries.ts'
import { loadDeliveryTargets } from '../../store/notifications/notification-targets.ts'
import type { Reader } from '../../store/platform/store.ts'
import { type AuditedActor, logAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { type BaseWork, transactSystem } from '../platform/work.ts'
import { toAuditEntry } from './incident-actions.ts'
import { recordIncidentUpdates } from './incident-updates.ts'
import { syncSnoozes } from './snoozes.ts'

export interface LinkedIncident {
  incident: Incident
  state: OutageState
}

/** A valid link. */
export interface AlertLink {
  targetName: string
  isExpired: boolean
  /** Whether the user of a contact method may only read incidents. */
  isReadOnly: boolean
  /** Incidents of the alert that still exist; at least one unless the link is expired. */
  incidents: LinkedIncident[]
  /** Incidents that this request acknowledged or snoozed. */
  changed: LinkedIncident[]
  now: number
}

/** The alert of a valid link. */
export interface FoundAlert {
  delivery: Delivery
  target: DeliveryTarget
  outages: Outage[]
  isExpired: boolean
}

/** @returns null for an invalid link, or when its target or all of its incidents are gone */
export async function findAlertLink(
  { store, now }: Pick<Context, 'store' | 'now'>,
  links: AcknowledgeLinks,
  token: string,
): Promise<AlertLink | null> {
  const found = await findAlert(store.db, links, token, now())
  if (!found) return null
  const ids = found.outages.map(({ incidentId }) => incidentId)
  return toAlertLink(found, await loadIncidents(store.db, ids), now())
}

/**
 * Acknowledges the incidents of the alert that are still open. A second call changes nothing.
 *
 * @returns as `findAlertLink`, with the new states
 */
export const acknowledgeByLink = (
  context: Context,
  links: AcknowledgeLinks,
  token: string,
): Promise<AlertLink | null> => changeByLink(context, links, token, ACKNOWLEDGEMENT)

/**
 * Snoozes the incidents of the alert that are still open.
 *
 * @returns as `findAlertLink`, with the new states
 */
export const snoozeByLink = (
  context: Context,
  links: AcknowledgeLinks,
  token: string,
  minutes: number,
): Promise<AlertLink | null> => changeByLink(context, links, token, toSnooze(minutes))

/** A change of the open incidents of an alert. */
interface AlertChange {
  action: 'incident.acknowledged' | 'incident.snoozed'
  update: (incident: Incident, reader: LinkReader, now: number) => IncidentUpdate
}

export const ACKNOWLEDGEMENT: AlertChange = { action: 'incident.acknowledged', update: acknowledgeVia }

export const toSnooze = (minutes: number): AlertChange => ({
  action: 'incident.snoozed',
  update: (incident, reader, now) => snoozeVia(incident, now + minutes * MINUTE_MS, reader, now),
})

const changeByLink = (
  context: Context,
  links: AcknowledgeLinks,
  token: string,
  change: AlertChange,
): Promise<AlertLink | null> =>
  transactSystem(context, async (work) => {
    const found = await findAlert(work.tx, links, token, work.at)
    return found && changeAlert(work, found, change)
  })

/**
 * Changes the incidents of an alert that are still open.
 *
 * @returns as `findAlertLink`, with the new states
 */
export async function changeAlert(
  work: BaseWork,
  found: FoundAlert,
  { action, update }: AlertChange,
): Promise<AlertLink | null> {
  const { tx, context, at: now } = work
  if (found.isExpired) return toAlertLink(found, new Map(), now)
  const { delivery, target, outages } = found
  const ids = outages.map(({ incidentId }) => incidentId)
  const incidents = await lockProjectIncidents(tx, delivery.projectId, ids)
  if (!canManageIncidents(target)) return toAlertLink(found, incidents, now)
  const open = listLinked(outages, incidents).filter(({ state }) => state === 'open')
  const reader = { name: target.name, isUser: isPersonal(target) }
  const updates = open.map(({ incident }) => update(incident, reader, now))
  if (action === 'incident.snoozed')
    await syncSnoozes(
      work,
      updates.map(({ incident: after }, index) => ({ before: open[index]!.incident, after })),
    )
  await saveIncidents(
    tx,
    updates.map(({ incident }) => incident),
  )
  await recordIncidentUpdates(work, updates)
  const entries = updates.map((one, index) => toAuditEntry(action, open[index]!.incident, one))
  await logAudit(tx, context, toActor(delivery, target), ...entries)
  const changed = updates.map(({ incident }) => [incident.id, incident] as const)
  return toAlertLink(found, new Map([...incidents, ...changed]), now, new Map(changed))
}

/**
 * A target that may not receive the delivery any more has no links. Neither has a deleted project. The delivery names
 * the project, because a contact method of a user belongs to none.
 */
export async function findAlert(
  db: Reader,
  links: AcknowledgeLinks,
  token: string,
  now: number,
): Promise<FoundAlert | null> {
  const id = links.findDeliveryId(token)
  const delivery = id === null ? null : await findDelivery(db, id)
  if (!delivery || !links.isTokenFor(token, delivery)) return null
  const target = (await loadDeliveryTargets(db, [delivery]))(delivery)
  if (!target || refuseDelivery(target) !== null) return null
  if ((await findProjectOwner(db, delivery.projectId)) === null) return null
  // The name of a contact method is visible to its user only
  const named = isPersonal(target) ? { ...target, name: delivery.recipient } : target
  const isExpired = isLinkExpired(delivery.event, now)
  return { delivery, target: named, outages: listOpenOutages(delivery.event), isExpired }
}

function toAlertLink(
  { target, outages, isExpired }: FoundAlert,
  byId: ReadonlyMap<string, Incident>,
  now: number,
  changed: ReadonlyMap<string, Incident> = new Map(),
): AlertLink | null {
  const incidents = listLinked(outages, byId)
  if (incidents.length === 0 && !isExpired) return null
  const isReadOnly = !canManageIncidents(target)
  return { targetName: target.name, isExpired, isReadOnly, incidents, changed: listLinked(outages, changed), now }
}

const listLinked = (outages: readonly Outage[], byId: ReadonlyMap<string, Incident>): LinkedIncident[] =>
  outages.flatMap((outage) => {
    const incident = byId.get(outage.incidentId)
    return incident ? [{ incident, state: findOutageState(outage, incident) }] : []
  })

/** The reader may be no member, so their IP address is not disclosed to the organization. */
const toActor = ({ organizationId }: Delivery, target: DeliveryTarget): AuditedActor => ({
  userId: null,
  userName: isPersonal(target) ? `contact method of ${target.name}` : `notification target "${target.name}"`,
  organizationId,
  ip: null,
  credential: { kind: 'none' },
})
