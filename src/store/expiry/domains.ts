/** Registration data of domains, the monitors that watch them, and when the next lookup is due. */
import type { DomainSource, DomainState } from '../../core/expiry/domain.ts'
import { type DomainPlan, getTld } from '../../core/expiry/domain-schedule.ts'
import type { ConfiguredStatus, DomainMonitoring } from '../../core/monitors/monitor.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import { lockFreeRows, lockRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { DomainsTable } from '../tables/expiry.ts'

export interface StoredDomain extends DomainState, DomainPlan {
  name: string
}

export const toDomain = (row: DomainsTable): StoredDomain => ({
  name: row.name,
  registration: row.source === null || row.server === null ? null : toRegistration(row, row.source, row.server),
  isRegistered: row.is_registered === null ? null : row.is_registered === 1,
  missingSince: row.missing_since,
  checkedAt: row.checked_at,
  knownAt: row.known_at,
  failures: row.failures,
  error: row.error,
  quietUntil: row.quiet_until,
  nextCheckAt: row.next_check_at,
  claimedUntil: row.claimed_until,
  unwatchedSince: row.abandoned_at,
})

const toRegistration = (row: DomainsTable, source: string, server: string): StoredDomain['registration'] => ({
  source: source as DomainSource,
  server,
  registrar: row.registrar,
  registeredAt: row.registered_at,
  expiresAt: row.expires_at,
  statuses: JSON.parse(row.statuses) as string[],
  nameServers: JSON.parse(row.name_servers) as string[],
})

const selectByName = prepareQuery((db: Reader, name: string) =>
  db.selectFrom('domains').selectAll().where('name', '=', name),
)

export async function findDomain(db: Reader, name: string): Promise<StoredDomain | null> {
  const [row] = await selectByName(db, name)
  return row ? toDomain(row) : null
}

/** Stored domains among these names, locked in one order on every server. */
export async function lockDomains(tx: Tx, names: readonly string[]): Promise<Map<string, StoredDomain>> {
  const query = tx.selectFrom('domains').selectAll().where('name', 'in', names).orderBy('name')
  const rows = await lockRows(tx, query).execute()
  return new Map(rows.map((row) => [row.name, toDomain(row)]))
}

const upsertPlans = bulk(
  { name: 'text', tld: 'text', next_check_at: 'int8' },
  `insert into domains (name, tld, statuses, name_servers, failures, next_check_at)
   select name, tld, '[]', '[]', 0, next_check_at from k where true
   on conflict (name) do update set next_check_at = excluded.next_check_at, abandoned_at = null`,
)

/**
 * Marks domains as watched: new domains, and stored domains that this transaction has locked.
 *
 * @param plans each name once
 */
export async function saveDomainPlans(tx: Tx, plans: readonly { name: string; nextCheckAt: number }[]): Promise<void> {
  await upsertPlans(
    tx,
    plans.map(({ name, nextCheckAt }) => [name, getTld(name), nextCheckAt]),
  )
}

export interface DomainWatch {
  monitorKey: number
  domain: string
}

const upsertWatches = bulk(
  { monitor_key: 'int4', domain: 'text' },
  `insert into domain_watches (monitor_key, domain) select * from k where true
   on conflict (monitor_key) do update set domain = excluded.domain`,
)

export async function saveDomainWatches(tx: Tx, watches: readonly DomainWatch[]): Promise<void> {
  await upsertWatches(
    tx,
    watches.map(({ monitorKey, domain }) => [monitorKey, domain]),
  )
}

export async function deleteDomainWatches(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  if (monitorKeys.length === 0) return
  await tx.deleteFrom('domain_watches').where('monitor_key', 'in', monitorKeys).execute()
}

/** Time at which the next domain is due or a claim expires, Unix ms; null when there is none. */
const selectNext = prepareQuery((db: Reader) =>
  db.selectFrom('domains').select('next_check_at').orderBy('next_check_at').limit(1),
)

export const findNextDomainCheckAt = async (db: Reader): Promise<number | null> =>
  (await selectNext(db))[0]?.next_check_at ?? null

/**
 * Due domains, oldest first. PostgreSQL locks them and skips rows that another server is about to claim.
 *
 * @param busyTlds TLDs whose registries accept no more requests at present
 */
export async function lockDueDomains(
  tx: Tx,
  now: number,
  busyTlds: readonly string[],
  limit: number,
): Promise<StoredDomain[]> {
  const query = tx
    .selectFrom('domains')
    .selectAll()
    .where('next_check_at', '<=', now)
    .$if(busyTlds.length > 0, (qb) => qb.where('tld', 'not in', busyTlds))
    .orderBy('next_check_at')
    .limit(limit)
  return (await lockFreeRows(tx, query).execute()).map(toDomain)
}

/** The given names that a monitor watches. */
export async function listWatchedNames(db: Reader, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db.selectFrom('domain_watches').select('domain').distinct().where('domain', 'in', names).execute()
  return new Set(rows.map(({ domain }) => domain))
}

/**
 * Claims domains that this transaction has locked.
 *
 * @param until Unix ms; the claim expires then
 */
export async function claimDomains(tx: Tx, names: readonly string[], until: number): Promise<void> {
  if (names.length === 0) return
  await tx
    .updateTable('domains')
    .set({ claimed_until: until, next_check_at: until })
    .where('name', 'in', names)
    .execute()
}

/** Marks domains that no monitor watches any more. Their data is kept until `until`. */
export async function markUnwatched(tx: Tx, names: readonly string[], now: number, until: number): Promise<void> {
  if (names.length === 0) return
  await tx
    .updateTable('domains')
    .set({ abandoned_at: now, next_check_at: until, claimed_until: null })
    .where('name', 'in', names)
    .execute()
}

export async function deleteDomains(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await tx.deleteFrom('domains').where('name', 'in', names).execute()
}

/**
 * Writes the outcome of a claim. Safe: the claim is in the condition, so an expired claim changes nothing.
 *
 * @returns whether the claim was still valid
 */
export async function saveDomainState(
  tx: Tx,
  name: string,
  claimedUntil: number,
  { registration, ...state }: DomainState,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('domains')
    .set({
      is_registered: state.isRegistered === null ? null : state.isRegistered ? 1 : 0,
      source: registration?.source ?? null,
      server: registration?.server ?? null,
      registrar: registration?.registrar ?? null,
      registered_at: registration?.registeredAt ?? null,
      expires_at: registration?.expiresAt ?? null,
      statuses: JSON.stringify(registration?.statuses ?? []),
      name_servers: JSON.stringify(registration?.nameServers ?? []),
      missing_since: state.missingSince,
      checked_at: state.checkedAt,
      known_at: state.knownAt,
      failures: state.failures,
      error: state.error,
      quiet_until: state.quietUntil,
      next_check_at: state.nextCheckAt,
      claimed_until: null,
    })
    .where('name', '=', name)
    .where('claimed_until', '=', claimedUntil)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Releases a claim: another server may look the domain up at once. */
export async function releaseDomain(tx: Tx, name: string, claimedUntil: number, now: number): Promise<void> {
  await tx
    .updateTable('domains')
    .set({ claimed_until: null, next_check_at: now })
    .where('name', '=', name)
    .where('claimed_until', '=', claimedUntil)
    .execute()
}

/**
 * Maximum number of postponed domains: 15 minutes of lookups of 100,000 domains. The next due domain beyond them
 * encounters the limit of the registry itself.
 */
const MAX_RESCHEDULED = 1_000

/** Postpones other lookups at the same registry to `until`. Domains that other servers have claimed are left out. */
export async function rescheduleTld(tx: Tx, name: string, now: number, until: number): Promise<void> {
  const due = tx
    .selectFrom('domains')
    .select('name')
    .where('tld', '=', getTld(name))
    .where('next_check_at', '<', until)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .orderBy('next_check_at')
    .limit(MAX_RESCHEDULED)
  const free = lockFreeRows(tx, due)
  await tx.updateTable('domains').set({ next_check_at: until }).where('name', 'in', free).execute()
}

/** Makes watched domains due whose next lookup is later than `farthest`. */
export async function rescheduleDistantChecks(tx: Tx, now: number, farthest: number): Promise<void> {
  const far = tx
    .selectFrom('domains')
    .select('name')
    .where('next_check_at', '>', farthest)
    .where('abandoned_at', 'is', null)
  const free = lockFreeRows(tx, far)
  await tx.updateTable('domains').set({ next_check_at: now }).where('name', 'in', free).execute()
}

/** The fields of a monitor that determine its domain, and the domain stored for it. */
export interface DomainWatcher {
  key: number
  target: string
  status: ConfiguredStatus
  domainMonitoring: DomainMonitoring | null
  watched: string | null
}

const selectWatchers = (db: Reader) =>
  db
    .selectFrom('monitors')
    .leftJoin('domain_watches', 'domain_watches.monitor_key', 'monitors.key')
    .select(['key', 'target', 'status', 'domain_monitoring', 'domain'])
    .where('deleted_at', 'is', null)

type WatcherRow = Awaited<ReturnType<ReturnType<typeof selectWatchers>['execute']>>[number]

const toWatcher = (row: WatcherRow): DomainWatcher => ({
  key: row.key,
  target: row.target,
  status: row.status as ConfiguredStatus,
  domainMonitoring: row.domain_monitoring === null ? null : (JSON.parse(row.domain_monitoring) as DomainMonitoring),
  watched: row.domain,
})

export async function listDomainWatchers(db: Reader, monitorKeys: readonly number[]): Promise<DomainWatcher[]> {
  if (monitorKeys.length === 0) return []
  return (await selectWatchers(db).where('key', 'in', monitorKeys).execute()).map(toWatcher)
}

/**
 * One page of a walk over all monitors, by key.
 *
 * @param after key of the last monitor of the previous page; 0 for the first page
 */
export const listDomainWatcherPage = async (db: Reader, after: number, limit: number): Promise<DomainWatcher[]> =>
  (await selectPage(db, after, limit)).map(toWatcher)

const selectPage = prepareQuery((db: Reader, after: number, limit: number) =>
  selectWatchers(db).where('key', '>', after).orderBy('key').limit(limit),
)
