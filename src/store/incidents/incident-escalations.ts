/** Escalations of incidents. A transaction may write a row only while it holds the lock of the incident. */
import type { EscalationPolicy, EscalationPosition } from '../../core/notifications/escalation-policy.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { toPolicy } from '../notifications/escalation-policies.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'

/** The next step of an incident. */
interface Escalation extends EscalationPosition {
  incidentId: string
  policyId: string
  /** Time of the opening event. */
  openedAt: UnixMs
  /** Time at which the opening was sent. */
  startedAt: UnixMs
  /** Null when no step follows. */
  dueAt: UnixMs | null
}

const upsert = bulk(
  {
    incident_id: 'text',
    policy_id: 'text',
    round: 'int4',
    step: 'int4',
    opened_at: 'int8',
    started_at: 'int8',
    due_at: 'int8',
  },
  `insert into incident_escalations (incident_id, policy_id, round, step, opened_at, started_at, due_at)
   select * from k where true
   on conflict (incident_id) do update set policy_id = excluded.policy_id, round = excluded.round,
     step = excluded.step, opened_at = excluded.opened_at, started_at = excluded.started_at, due_at = excluded.due_at`,
)

/** Saves the next steps of incidents. The new row replaces the row of the sent step. */
export async function saveEscalations(tx: Tx, escalations: readonly Escalation[]): Promise<void> {
  await upsert(
    tx,
    escalations.map(({ incidentId, policyId, round, step, openedAt, startedAt, dueAt }) => [
      incidentId,
      policyId,
      round,
      step,
      openedAt,
      startedAt,
      dueAt,
    ]),
  )
}

const move = bulk(
  { incident_id: 'text', from_at: 'int8', to_at: 'int8' },
  `update incident_escalations set started_at = k.to_at, due_at = due_at + k.to_at - k.from_at from k
   where incident_escalations.incident_id = k.incident_id and incident_escalations.started_at = k.from_at`,
)

/**
 * Moves escalations whose opening is deferred to one time to another time. Safe without the lock of the incident: their
 * next step is due after the opening, so no server sends it at this moment.
 */
export async function rescheduleDeferredEscalations(
  tx: Tx,
  moves: readonly { incidentId: string; from: number; to: number }[],
): Promise<void> {
  await move(
    tx,
    moves.map(({ incidentId, from, to }) => [incidentId, from, to]),
  )
}

const selectDue = prepareQuery((db: Reader, now: number, limit: number) =>
  db.selectFrom('incident_escalations').select('incident_id').where('due_at', '<=', now).orderBy('due_at').limit(limit),
)

/** Lists the ids of incidents with a due step, the longest overdue first. */
export const listDueEscalations = async (db: Reader, now: number, limit: number): Promise<string[]> =>
  (await selectDue(db, now, limit)).map((row) => row.incident_id)

const selectNext = prepareQuery((db: Reader) =>
  db.selectFrom('incident_escalations').select('due_at').where('due_at', 'is not', null).orderBy('due_at').limit(1),
)

/** Finds the time of the next step, Unix ms; null when there is none. */
export const findNextEscalationAt = async (db: Reader): Promise<number | null> =>
  (await selectNext(db))[0]?.due_at ?? null

/** An escalation with the current policy; null after its deletion. */
export interface StoredEscalation extends Escalation {
  policy: EscalationPolicy | null
}

/** Lists escalations by incident. */
export async function listEscalations(
  db: Reader,
  incidentIds: readonly string[],
): Promise<Map<string, StoredEscalation>> {
  if (incidentIds.length === 0) return new Map()
  const rows = await db.selectFrom('incident_escalations').selectAll().where('incident_id', 'in', incidentIds).execute()
  if (rows.length === 0) return new Map()
  const policies = await db
    .selectFrom('escalation_policies')
    .selectAll()
    .where('id', 'in', [...new Set(rows.map((row) => row.policy_id))])
    .execute()
  const policiesById = new Map(policies.map((row) => [row.id, toPolicy(row)]))
  return new Map(
    rows.map((row) => [
      row.incident_id,
      {
        incidentId: row.incident_id,
        policyId: row.policy_id,
        round: row.round,
        step: row.step,
        openedAt: row.opened_at,
        startedAt: row.started_at,
        dueAt: row.due_at,
        policy: policiesById.get(row.policy_id) ?? null,
      },
    ]),
  )
}

const shift = bulk(
  { incident_id: 'text', by_ms: 'int8' },
  `update incident_escalations set due_at = due_at + k.by_ms from k
   where incident_escalations.incident_id = k.incident_id`,
)

/** Moves the next steps of incidents. A negative `byMs` moves them earlier. */
export async function moveEscalations(
  tx: Tx,
  incidents: readonly { incidentId: string; byMs: number }[],
): Promise<void> {
  await shift(
    tx,
    incidents.map(({ incidentId, byMs }) => [incidentId, byMs]),
  )
}
