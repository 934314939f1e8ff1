/**
 * Expiry watches: which monitors are watched, when the next evaluation is due, and the last warning. A transaction with
 * a reason for an evaluation marks the watch, which makes it due. Watches come after incidents in the lock order.
 */
import type { ExpiryFamily, LastWarning } from '../../core/expiry/expiry-alert.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'

export interface ExpiryWatch {
  monitorKey: number
  family: ExpiryFamily
  /** See `ExpiryWatchesTable`. */
  marks: number
  warned: LastWarning | null
}

const MARK = `on conflict (monitor_key, family) do update set
  due_at = excluded.due_at, marks = expiry_watches.marks + 1`

const markCertificateWatches = bulk(
  { monitor_key: 'int4', now: 'int8' },
  `insert into expiry_watches (monitor_key, family, due_at, marks)
   select m.key, 'certificate', k.now, 0 from k join monitors m on m.key = k.monitor_key
   where m.ssl_monitoring is not null and m.status = 'active' and m.deleted_at is null ${MARK}`,
)

/**
 * Marks watched monitors whose certificates were observed.
 *
 * @param keys sorted
 */
export async function markCertificates(tx: Tx, keys: readonly number[], now: number): Promise<void> {
  await markCertificateWatches(tx, toRows(keys, now))
}

const markWatching = bulk(
  { monitor_key: 'int4', now: 'int8' },
  `insert into expiry_watches (monitor_key, family, due_at, marks)
   select w.monitor_key, 'domain', k.now, 0 from k join domain_watches w on w.monitor_key = k.monitor_key
   where true ${MARK}`,
)

const markExistingWatches = bulk(
  { monitor_key: 'int4', now: 'int8' },
  `update expiry_watches set due_at = k.now, marks = expiry_watches.marks + 1
   from k where expiry_watches.monitor_key = k.monitor_key`,
)

/**
 * Marks every watch of these monitors, because their settings changed.
 *
 * @param keys sorted
 */
export async function markMonitors(tx: Tx, keys: readonly number[], now: number): Promise<void> {
  await markExistingWatches(tx, toRows(keys, now))
  await markCertificateWatches(tx, toRows(keys, now))
  await markWatching(tx, toRows(keys, now))
}

/** Marks the monitors that watch a domain. */
export async function markDomain(tx: Tx, domain: string, now: number): Promise<void> {
  const watches = await tx
    .selectFrom('domain_watches')
    .select('monitor_key')
    .where('domain', '=', domain)
    .orderBy('monitor_key')
    .execute()
  await markWatching(
    tx,
    watches.map(({ monitor_key }) => [monitor_key, now]),
  )
}

/** Marks the monitors of an organization, because the expiry features of its plan changed. */
export async function markOrganization(tx: Tx, organizationId: string, now: number): Promise<void> {
  const monitors = await tx
    .selectFrom('monitors')
    .select('key')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('key')
    .execute()
  await markMonitors(
    tx,
    monitors.map(({ key }) => key),
    now,
  )
}

const toRows = (keys: readonly number[], now: number): [number, number][] => keys.map((key) => [key, now])

const selectNext = prepareQuery((db: Reader) =>
  db.selectFrom('expiry_watches').select('due_at').where('due_at', 'is not', null).orderBy('due_at').limit(1),
)

/** Time of the next due watch, Unix ms; null when there is none. */
export const findNextWatchDueAt = async (db: Reader): Promise<number | null> =>
  (await selectNext(db))[0]?.due_at ?? null

const selectDue = prepareQuery((db: Reader, now: number, limit: number) =>
  db.selectFrom('expiry_watches').selectAll().where('due_at', '<=', now).orderBy('due_at').limit(limit),
)

/** Due watches, the longest overdue first. Locks nothing, see `updateWatches`. */
export async function listDueWatches(db: Reader, now: number, limit: number): Promise<ExpiryWatch[]> {
  return (await selectDue(db, now, limit)).map(toWatch)
}

type WatchRow = Awaited<ReturnType<typeof selectDue>>[number]

const toWatch = (row: WatchRow): ExpiryWatch => ({
  monitorKey: row.monitor_key,
  family: row.family as ExpiryFamily,
  marks: row.marks,
  warned:
    row.warned_subject === null || row.warned_at === null
      ? null
      : { subject: row.warned_subject, days: row.warned_days, fault: row.warned_fault, at: row.warned_at },
})

const selectOne = prepareQuery((db: Reader, monitorKey: number, family: string) =>
  db.selectFrom('expiry_watches').selectAll().where('monitor_key', '=', monitorKey).where('family', '=', family),
)

/** The last warning, while it is in effect. */
export async function findWarning(db: Reader, monitorKey: number, family: ExpiryFamily): Promise<LastWarning | null> {
  const [row] = await selectOne(db, monitorKey, family)
  return row ? toWatch(row).warned : null
}

/** Outcome of an evaluation. */
interface WatchUpdate {
  watch: ExpiryWatch
  /** Null when the passing of time changes nothing. */
  dueAt: UnixMs | null
  warned: LastWarning | null
}

const updateUnchanged = bulk<{ monitorKey: number; family: string }>(
  {
    monitor_key: 'int4',
    family: 'text',
    marks: 'int4',
    due_at: 'int8',
    warned_subject: 'text',
    warned_days: 'int4',
    warned_fault: 'text',
    warned_at: 'int8',
  },
  `update expiry_watches set due_at = k.due_at, marks = expiry_watches.marks + 1, warned_subject = k.warned_subject,
     warned_days = k.warned_days, warned_fault = k.warned_fault, warned_at = k.warned_at
   from k where expiry_watches.monitor_key = k.monitor_key and expiry_watches.family = k.family
     and expiry_watches.marks = k.marks
   returning expiry_watches.monitor_key as "monitorKey", expiry_watches.family as family`,
)

/**
 * Writes the outcomes of evaluations. Safe: the marks are in the condition. A watch that another server has evaluated
 * or marked in the meantime is left unchanged.
 *
 * @returns the watches that were written
 */
export async function updateWatches<Update extends WatchUpdate>(tx: Tx, updates: readonly Update[]): Promise<Update[]> {
  const ordered = updates.toSorted((a, b) => a.watch.monitorKey - b.watch.monitorKey)
  const { rows } = await updateUnchanged(
    tx,
    ordered.map(({ watch, dueAt, warned }) => [
      watch.monitorKey,
      watch.family,
      watch.marks,
      dueAt,
      warned?.subject ?? null,
      warned?.days ?? null,
      warned?.fault ?? null,
      warned?.at ?? null,
    ]),
  )
  const written = new Set(rows.map(({ monitorKey, family }) => `${monitorKey} ${family}`))
  return ordered.filter(({ watch }) => written.has(`${watch.monitorKey} ${watch.family}`))
}

/** Deletes watches that are no longer needed, unless they were marked again. */
export async function deleteUnchangedWatches(tx: Tx, watches: readonly ExpiryWatch[]): Promise<void> {
  await deleteUnchanged(
    tx,
    watches
      .toSorted((a, b) => a.monitorKey - b.monitorKey)
      .map(({ monitorKey, family, marks }) => [monitorKey, family, marks]),
  )
}

const deleteUnchanged = bulk(
  { monitor_key: 'int4', family: 'text', marks: 'int4' },
  `delete from expiry_watches
   where (monitor_key, family, marks) in (select monitor_key, family, marks from k)`,
)

/** Makes watches not due until they are marked again. The marks change, so a running evaluation is not written. */
export async function stopWatches(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  if (monitorKeys.length === 0) return
  await tx
    .updateTable('expiry_watches')
    .set((eb) => ({ due_at: null, marks: eb('marks', '+', 1) }))
    .where('monitor_key', 'in', monitorKeys)
    .execute()
}

/** Deletes all watches of deleted monitors. */
export async function deleteExpiryWatches(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  if (monitorKeys.length === 0) return
  await tx.deleteFrom('expiry_watches').where('monitor_key', 'in', monitorKeys).execute()
}
