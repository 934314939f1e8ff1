/** Notification targets. */
import type { Selectable } from 'kysely'
import type { Role } from '../../core/accounts/access.ts'
import { type DeliveryTarget, isPersonal, NO_SCOPE, toPersonalTarget } from '../../core/notifications/contact-method.ts'
import type {
  Delivery,
  DisabledReason,
  NotificationTarget,
  TargetHealth,
  TargetInUse,
} from '../../core/notifications/delivery.ts'
import { TARGET } from '../../core/notifications/notification-target.ts'
import { toManaged } from '../platform/managed-rows.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { createColumnMapper } from '../platform/queries/project-rows.ts'
import { lockRows } from '../platform/queries/row-locks.ts'
import { parseStored, toStored, toTargetSealContext } from '../platform/sealing/vault.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { NotificationTargetsTable } from '../tables/notifications.ts'
import { deleteGroupingStates } from './alert-groups.ts'
import { findContactMethods } from './contact-methods.ts'

const { toFields, toColumns } = createColumnMapper(TARGET, 'notification_targets', {
  config: true,
  fallbackTargetId: true,
})

/** A target with its secrets as stored, for callers that do not send to it. */
export function toTarget(row: Selectable<NotificationTargetsTable>): NotificationTarget {
  return {
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    ...toFields(row),
    config: JSON.parse(row.config),
    ...(row.disabled_reason !== null && { disabledReason: row.disabled_reason as DisabledReason }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...toManaged(row),
  }
}

const toUnsealedTarget = (db: Reader, row: Selectable<NotificationTargetsTable>): NotificationTarget => ({
  ...toTarget(row),
  config: parseStored(db, row.config, toTargetSealContext(row.id)),
})

/** Targets of projects and contact methods of users, by id; deleted targets are left out. */
export async function listTargets(db: Reader, ids: readonly string[]): Promise<Map<string, NotificationTarget>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('notification_targets').selectAll().where('id', 'in', ids).execute()
  const targets = new Map(rows.map((row) => [row.id, toUnsealedTarget(db, row)]))
  const rest = ids.filter((id) => !targets.has(id))
  for (const method of await findContactMethods(db, rest)) targets.set(method.id, toPersonalTarget(method, NO_SCOPE))
  return targets
}

const loadRoles = bulk<{ method_id: string; organization_id: string; role: string }>(
  { method_id: 'text', organization_id: 'text' },
  `select k.method_id, k.organization_id, m.role
   from k join contact_methods c on c.id = k.method_id
     join members m on m.user_id = c.user_id and m.organization_id = k.organization_id`,
)

/**
 * Loads the targets of deliveries as they are at this moment. A contact method has the role of its user in the
 * organization of the delivery.
 *
 * @returns a function that returns null for a deleted target
 */
export async function loadDeliveryTargets(
  db: Reader,
  deliveries: readonly DeliveryAddress[],
): Promise<(delivery: DeliveryAddress) => DeliveryTarget | null> {
  const targets = await listTargets(db, [...new Set(deliveries.map(({ targetId }) => targetId))])
  const personal = deliveries.filter(({ targetId }) => targets.has(targetId) && isPersonal(targets.get(targetId)!))
  const { rows } = await loadRoles(db, [...new Map(personal.map((one) => [toRoleKey(one), one])).values()].map(toPair))
  const roles = new Map(
    rows.map((row) => [toRoleKey({ targetId: row.method_id, organizationId: row.organization_id }), row.role as Role]),
  )
  return (delivery) => {
    const target = targets.get(delivery.targetId)
    if (!target) return null
    return isPersonal(target) ? { ...target, role: roles.get(toRoleKey(delivery)) ?? null } : target
  }
}

type DeliveryAddress = Pick<Delivery, 'targetId' | 'organizationId'>

const toPair = ({ targetId, organizationId }: DeliveryAddress) => [targetId, organizationId]

const toRoleKey = (address: DeliveryAddress): string => toPair(address).join(' ')

/** Targets with the fields that users see. */
const selectInUse = (db: Reader, projectId: string) =>
  db
    .selectFrom('notification_targets as t')
    .leftJoin('target_fallbacks as f', 'f.target_id', 't.id')
    .leftJoin('target_health as h', 'h.target_id', 't.id')
    .selectAll('t')
    .select(['f.fallback_target_id as fallbackTargetId', 'h.last_delivered_at as lastDeliveredAt'])
    .select(['h.last_failed_at as lastFailedAt', 'h.last_error as lastError', 'h.config_note as configNote'])
    .select((eb) =>
      eb
        .selectFrom('monitor_targets as mt')
        .innerJoin('monitors as m', 'm.key', 'mt.monitor_key')
        .whereRef('mt.target_id', '=', 't.id')
        .where('m.deleted_at', 'is', null)
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('monitorCount'),
    )
    .where('t.project_id', '=', projectId)

const toTargetInUse = (db: Reader, row: InUseRow): TargetInUse => ({
  ...toUnsealedTarget(db, row),
  fallbackTargetId: row.fallbackTargetId,
  lastDeliveredAt: row.lastDeliveredAt,
  lastFailedAt: row.lastFailedAt,
  lastError: row.lastError,
  configNote: row.configNote,
  monitorCount: Number(row.monitorCount),
})

type InUseRow = Selectable<NotificationTargetsTable> &
  Pick<TargetInUse, 'fallbackTargetId' | keyof TargetHealth> & { monitorCount: number | string | null }

/** Targets of the project, newest first. */
export async function listProjectTargets(
  db: Reader,
  projectId: string,
  page: { limit: number; offset: number },
): Promise<{ targets: TargetInUse[]; total: number }> {
  const rows = await selectInUse(db, projectId)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await db
    .selectFrom('notification_targets')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return { targets: rows.map((row) => toTargetInUse(db, row)), total: Number(total) }
}

/**
 * Number of targets over all projects of the organization, as the plan limits them; targets of deleted projects do not
 * count.
 */
export async function countTargets(db: Reader, organizationId: string): Promise<number> {
  const { total } = await db
    .selectFrom('notification_targets as t')
    .innerJoin('projects as p', 'p.id', 't.project_id')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('t.organization_id', '=', organizationId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function findTarget(db: Reader, projectId: string, id: string): Promise<TargetInUse | null> {
  const row = await selectInUse(db, projectId).where('t.id', '=', id).executeTakeFirst()
  return row ? toTargetInUse(db, row) : null
}

/** Targets by id, locked until the end of the transaction. Missing targets are left out. */
export async function lockTargets(
  tx: Tx,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, TargetInUse>> {
  const query = selectInUse(tx, projectId).where('t.id', 'in', ids).orderBy('t.id')
  const rows = await lockRows(tx, query, 't').execute()
  return new Map(rows.map((row) => [row.id, toTargetInUse(tx, row)]))
}

export async function insertTarget(tx: Tx, target: NotificationTarget): Promise<void> {
  const { id, organizationId, projectId, createdAt } = target
  const owner = { id, organization_id: organizationId, project_id: projectId, created_at: createdAt }
  const row = { ...owner, ...toRow(tx, target) }
  await tx.insertInto('notification_targets').values(row).execute()
}

export async function saveTarget(tx: Tx, target: NotificationTarget): Promise<void> {
  await tx.updateTable('notification_targets').set(toRow(tx, target)).where('id', '=', target.id).execute()
}

const toRow = (db: Reader, target: NotificationTarget) => ({
  ...toColumns(target),
  config: toStored(db, target.config, toTargetSealContext(target.id)),
  disabled_reason: target.disabledReason ?? null,
  updated_at: target.updatedAt,
})

/**
 * Deletes a target and removes it from its monitors and from the targets whose fallback it is. Its own fallback stays
 * stored: see `TargetFallbacksTable`.
 */
export async function deleteTarget(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('notification_targets').where('id', '=', id).execute()
  await tx.deleteFrom('target_health').where('target_id', '=', id).execute()
  await deleteGroupingStates(tx, id)
  await tx.deleteFrom('target_fallbacks').where('fallback_target_id', '=', id).execute()
  await tx.deleteFrom('monitor_targets').where('target_id', '=', id).execute()
}

const createDisable = (table: 'notification_targets' | 'contact_methods') =>
  bulk(
    { id: 'text', reason: 'text', now: 'int8' },
    `update ${table} set is_enabled = 0, disabled_reason = k.reason, updated_at = k.now
     from k where ${table}.id = k.id and ${table}.is_enabled = 1`,
  )

const disable = [createDisable('notification_targets'), createDisable('contact_methods')]

/** Disables targets and contact methods. Targets that are already disabled stay unchanged. */
export async function disableTargets(
  tx: Tx,
  ids: readonly string[],
  reason: DisabledReason,
  now: number,
): Promise<void> {
  for (const disableIn of disable)
    await disableIn(
      tx,
      ids.map((id) => [id, reason, now]),
    )
}
