/**
 * Openings that wait for the delay of a contact method: pending, not due and never tried. Later messages of the incident
 * would wait behind them, so they are deleted when the incident is answered. A snooze moves them, and a silence holds
 * them when they are due.
 */
import { type ExpressionBuilder, sql } from 'kysely'
import { OPENING_EVENTS } from '../../core/incidents/event.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { Database } from '../tables/index.ts'

/** A literal, not a bound value: only then can the planner use the partial indexes. */
const PENDING = sql.lit('pending' as const)

/** An opening whose delay ends. */
interface EndingOpening {
  id: string
  incidentId: string
}

/**
 * Openings to contact methods with a delay that are due at a time (Unix ms) and were never tried. The leader of a group is
 * no such opening, because its message also reports other incidents.
 */
export async function listEndingOpenings(db: Reader, dueAt: number): Promise<EndingOpening[]> {
  const select = () =>
    db
      .selectFrom('deliveries as d')
      .innerJoin('contact_methods as c', 'c.id', 'd.target_id')
      .select(['d.id', 'd.incident_id as incidentId'])
      .where('c.delay_minutes', '>', 0)
      .where('d.status', '=', PENDING)
      .where('d.next_attempt_at', '<=', dueAt)
      .where('d.claimed_by', 'is', null)
      .where('d.error_message', 'is', null)
      .where('d.event_type', 'in', OPENING_EVENTS)
      .where('d.incident_id', 'is not', null)
  // One query per partial index
  const ungrouped = await select().where('d.leader_id', 'is', null).execute()
  const leading = await select()
    .whereRef('d.leader_id', '=', 'd.id')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deliveries as m')
            .select('m.id')
            .whereRef('m.leader_id', '=', 'd.id')
            .whereRef('m.leader_id', '<>', 'm.id')
            .where('m.status', '=', PENDING),
        ),
      ),
    )
    .execute()
  return [...ungrouped, ...leading] as EndingOpening[]
}

/** Holds openings that no courier has claimed until a time, Unix ms. */
export async function holdOpenings(tx: Tx, ids: readonly string[], until: number): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('deliveries')
    .set({ next_attempt_at: until })
    .where('id', 'in', ids)
    .where('status', '=', PENDING)
    .where('claimed_by', 'is', null)
    .execute()
}

/**
 * Deletes the delayed openings of incidents. Safe while a courier claims them: the claim is in the condition, so a
 * claimed opening stays. An opening that is part of a group is due, and stays too.
 */
export async function deleteDelayedOpenings(tx: Tx, incidentIds: readonly string[], now: number): Promise<void> {
  if (incidentIds.length === 0) return
  await deleteDelayed(tx, now)
    .where('incident_id', 'in', incidentIds)
    .where('target_id', 'in', (eb) => eb.selectFrom('contact_methods').select('contact_methods.id'))
    .execute()
}

/** Deletes the openings of an incident that wait for these recipients, because another opening replaces them. */
export async function deleteWaitingOpenings(
  tx: Tx,
  { incidentId, targetIds }: { incidentId: string; targetIds: readonly string[] },
  now: number,
): Promise<void> {
  await deleteDelayed(tx, now).where('incident_id', '=', incidentId).where('target_id', 'in', targetIds).execute()
}

/** Moves the delayed openings of an incident. A negative `byMs` moves them earlier, and at most to now. */
export async function moveDelayedOpenings(tx: Tx, incidentId: string, byMs: number, now: number): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set((eb) => ({
      next_attempt_at: eb
        .case()
        .when('next_attempt_at', '>', now - byMs)
        .then(eb('next_attempt_at', '+', byMs))
        .else(now)
        .end(),
    }))
    .where((eb) => isDelayed(eb, now))
    .where('incident_id', '=', incidentId)
    .where('target_id', 'in', (eb) => eb.selectFrom('contact_methods').select('contact_methods.id'))
    .execute()
}

const deleteDelayed = (tx: Tx, now: number) => tx.deleteFrom('deliveries').where((eb) => isDelayed(eb, now))

const isDelayed = (eb: ExpressionBuilder<Database, 'deliveries'>, now: number) =>
  eb.and([
    eb('status', '=', PENDING),
    eb('next_attempt_at', '>', now),
    eb('claimed_by', 'is', null),
    eb('error_message', 'is', null),
    eb('event_type', 'in', OPENING_EVENTS),
    eb.or([eb('leader_id', 'is', null), eb('leader_id', '=', eb.ref('deliveries.id'))]),
    eb.not(
      eb.exists(
        eb
          .selectFrom('deliveries as m')
          .select('m.id')
          .whereRef('m.leader_id', '=', 'deliveries.id')
          .whereRef('m.leader_id', '<>', 'm.id')
          .where('m.status', '=', PENDING),
      ),
    ),
  ])
