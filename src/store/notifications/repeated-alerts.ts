/** Targets whose openings are repeated, and their delivered openings. */
import { sql } from 'kysely'
import type { Event } from '../../core/incidents/event.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
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

interface DeliveredOpening {
  incidentId: string
  event: Event
}

/** Lists the last delivered opening of each unresolved incident, at most 1,000, the oldest first. */
export async function listDeliveredOpenings(db: Reader, targetId: string): Promise<DeliveredOpening[]> {
  const rows = await db
    .selectFrom('deliveries as d')
    .innerJoin('incidents as i', 'i.id', 'd.incident_id')
    .select(['i.id as incidentId', 'd.payload'])
    .where('d.target_id', '=', targetId)
    .where('d.status', '=', 'delivered')
    .where('d.event_type', 'in', ['incident.opened', 'incident.reopened'])
    .where('i.status', '<>', 'resolved')
    .orderBy('d.created_at')
    .limit(1_000)
    .execute()
  const openings = new Map(rows.map(({ incidentId, payload }) => [incidentId, JSON.parse(payload) as Event]))
  return [...openings].map(([incidentId, event]) => ({ incidentId, event }))
}
