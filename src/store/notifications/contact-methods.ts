/** Contact methods of users. */
import { type Selectable, sql } from 'kysely'
import { CONTACT_METHOD, type ContactMethod } from '../../core/notifications/contact-method.ts'
import type { DisabledReason, TargetHealth } from '../../core/notifications/delivery.ts'
import { createColumnMapper } from '../platform/queries/project-rows.ts'
import { parseStored, toStored, toTargetSealContext } from '../platform/sealing/vault.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { ContactMethodsTable } from '../tables/on-call.ts'
import { deleteGroupingStates } from './alert-groups.ts'

/** A literal, not a bound value: only then can the planner use the partial indexes. */
const PENDING = sql.lit('pending' as const)

const { toFields, toColumns } = createColumnMapper(CONTACT_METHOD, 'contact_methods', { config: true })

type Row = Selectable<ContactMethodsTable> & TargetHealth

const toContactMethod = (db: Reader, row: Row): ContactMethod => ({
  id: row.id,
  userId: row.user_id,
  ...toFields(row),
  config: parseStored(db, row.config, toTargetSealContext(row.id)),
  ...(row.disabled_reason !== null && { disabledReason: row.disabled_reason as DisabledReason }),
  lastDeliveredAt: row.lastDeliveredAt,
  lastFailedAt: row.lastFailedAt,
  lastError: row.lastError,
  configNote: row.configNote,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const selectMethods = (db: Reader) =>
  db
    .selectFrom('contact_methods as c')
    .leftJoin('target_health as h', 'h.target_id', 'c.id')
    .selectAll('c')
    .select(['h.last_delivered_at as lastDeliveredAt', 'h.last_failed_at as lastFailedAt', 'h.last_error as lastError'])
    .select('h.config_note as configNote')

/** Contact methods of users in the order of their use: by delay, and then by creation. */
export async function listContactMethods(db: Reader, userIds: readonly string[]): Promise<ContactMethod[]> {
  if (userIds.length === 0) return []
  const rows = await selectMethods(db)
    .where('c.user_id', 'in', userIds)
    .orderBy('c.delay_minutes')
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute()
  return rows.map((row) => toContactMethod(db, row))
}

/** Contact methods by id. */
export async function findContactMethods(db: Reader, ids: readonly string[]): Promise<ContactMethod[]> {
  if (ids.length === 0) return []
  const rows = await selectMethods(db).where('c.id', 'in', ids).execute()
  return rows.map((row) => toContactMethod(db, row))
}

/** Inserts contact methods whose id is new. */
export async function insertContactMethods(tx: Tx, methods: readonly ContactMethod[]): Promise<void> {
  if (methods.length === 0) return
  const rows = methods.map((method) => ({
    id: method.id,
    user_id: method.userId,
    created_at: method.createdAt,
    ...toRow(tx, method),
  }))
  await tx
    .insertInto('contact_methods')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function saveContactMethod(tx: Tx, method: ContactMethod): Promise<void> {
  await tx.updateTable('contact_methods').set(toRow(tx, method)).where('id', '=', method.id).execute()
}

/** Saves only the settings of a contact method. */
export async function saveConfigOf(tx: Tx, id: string, config: ContactMethod['config'], now: number): Promise<void> {
  const stored = toStored(tx, config, toTargetSealContext(id))
  await tx.updateTable('contact_methods').set({ config: stored, updated_at: now }).where('id', '=', id).execute()
}

const toRow = (db: Reader, method: ContactMethod) => ({
  ...toColumns(method),
  config: toStored(db, method.config, toTargetSealContext(method.id)),
  disabled_reason: method.disabledReason ?? null,
  updated_at: method.updatedAt,
})

export async function deleteContactMethod(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('contact_methods').where('id', '=', id).execute()
  await tx.deleteFrom('target_health').where('target_id', '=', id).execute()
  await deleteGroupingStates(tx, id)
}

/**
 * Ends the pending deliveries of an organization to the contact methods of a user, for whatever they wait. A claimed message
 * stays, with all its deliveries, because its attempt may have begun.
 *
 * @param reason for the notification log
 */
export async function endDeliveriesTo(
  tx: Tx,
  { organizationId, userId }: { organizationId: string; userId: string },
  reason: string,
  now: number,
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ status: 'failed', error_message: reason, retry_at: null, waits_for: null, next_attempt_at: now })
    .set((eb) => ({ updated_at: eb.case().when('created_at', '>', now).then(eb.ref('created_at')).else(now).end() }))
    .where('status', '=', PENDING)
    .where('organization_id', '=', organizationId)
    .where('target_id', 'in', (eb) =>
      eb.selectFrom('contact_methods').select('contact_methods.id').where('contact_methods.user_id', '=', userId),
    )
    .where('claimed_by', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deliveries as l')
            .select('l.id')
            .whereRef('l.id', '=', 'deliveries.leader_id')
            .where('l.claimed_by', 'is not', null),
        ),
      ),
    )
    .execute()
}
