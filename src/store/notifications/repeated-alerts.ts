/** Targets whose openings are repeated, and their delivered openings. */
import { sql } from 'kysely'
import type { Event } from '../../core/incidents/event.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import { toOwnEvent } from '../../core/notifications/grouped-event.ts'
import type { Reader } from '../platform/store.ts'
import { listTargets } from './notification-targets.ts'

/** @param services values of `config.service` */
export async function listRepeatedTargets(db: Reader, services: readonly string[]): Promise<NotificationTarget[]> {
  const isRepeated = services.map((service) => sql<boolean>`config like ${`%"service":"${service}"%`}`)
  const rows = await db
    .selectFrom('notification_targets')
    .select('id')
    .where('channel', '=', 'webhook')
    .where('is_enabled', '=', 1)
    .where((eb) => eb.or(isRepeated))
    .execute()
  const targets = await listTargets(
    db,
    rows.map(({ id }) => id),
  )
  // A text in another setting may contain the same words
  return [...targets.values()].filter(({ config }) => services.includes(String(config.service)))
}

export interface DeliveredOpening {
  incidentId: string
  /** The opening, or a later update. About this incident only, also if the delivery was part of an alert group. */
  event: Event
}

/** The newest incidents; Alertmanager would not show more. */
const MAX_OPENINGS = 1_000

/** Lists the last delivered opening or update of each open incident, the newest first. */
export async function listDeliveredOpenings(db: Reader, targetId: string): Promise<DeliveredOpening[]> {
  const rows = await db
    .selectFrom('incidents as i')
    .innerJoin('deliveries as d', 'd.incident_id', 'i.id')
    .select(['i.id as incidentId', 'd.payload'])
    // The index of open incidents has the same conditions
    .where('i.status', '<>', 'resolved')
    .where('i.deleted_at', 'is', null)
    .where('d.id', '=', (eb) =>
      eb
        .selectFrom('deliveries as last')
        .select('last.id')
        .whereRef('last.incident_id', '=', 'i.id')
        .where('last.target_id', '=', targetId)
        .where('last.status', '=', 'delivered')
        .where('last.event_type', 'in', ['incident.opened', 'incident.reopened', 'incident.updated'])
        .orderBy('last.created_at', 'desc')
        .limit(1),
    )
    .orderBy('d.created_at', 'desc')
    .limit(MAX_OPENINGS)
    .execute()
  return rows.map(({ incidentId, payload }) => ({ incidentId, event: toOwnEvent(JSON.parse(payload), incidentId) }))
}
