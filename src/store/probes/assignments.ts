/** Assignments of a region, in the order of their last changes. */
import { sql } from 'kysely'
import { SHARES } from '../../core/probes/shares.ts'
import { bulk, getDialect } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader } from '../platform/store.ts'
import { type AssignmentChange, type ChangeRow, openRows } from './assignment-rows.ts'
import type { Region } from './regions.ts'

/** Selects monitors by share; null means all. */
export interface ShareFilter {
  /** Shares of monitors that pin the region. */
  pinned: readonly number[] | null
  pinnedPings: readonly number[] | null
  /** Shares of monitors that pin no region. */
  automatic: readonly number[] | null
  automaticPings: readonly number[] | null
}

export const ALL_SHARES: ShareFilter = { pinned: null, pinnedPings: null, automatic: null, automaticPings: null }

/**
 * Condition: active, and either pinned to the region or left to the default regions. Region codes contain no wildcards
 * and no quotes, and the list of pinned codes is JSON without spaces.
 */
const isAssigned = (quotedCode: string, isDefault: number) =>
  sql<boolean>`(monitors.status = 'active' and monitors.deleted_at is null and monitors.type <> 'HEARTBEAT'
    and (monitors.regions like ${quotedCode} or (monitors.regions = '[]' and ${isDefault} = 1)))`

const selectChanges = (db: Reader, regionKey: number, quotedCode: string, isDefault: number) =>
  db
    .selectFrom('monitors')
    .leftJoin('check_states', (join) =>
      join.onRef('check_states.monitor_key', '=', 'monitors.key').on('check_states.region', '=', regionKey),
    )
    .select([
      'monitors.revision',
      'monitors.key',
      'monitors.id',
      'monitors.type',
      'monitors.target',
      'monitors.interval_seconds',
      'monitors.timeout_ms',
      'monitors.failure_threshold',
      'monitors.recovery_threshold',
      sql<string>`case when ${isAssigned(quotedCode, isDefault)} then monitors.settings else '{}' end`.as('settings'),
      'monitors.ssl_monitoring',
      'monitors.variables',
      'check_states.opinion',
      'check_states.failures',
      'check_states.passes',
      'check_states.slow',
      'check_states.last_success_at',
      'check_states.last_failure_at',
      sql<number>`case when ${isAssigned(quotedCode, isDefault)} then 1 else 0 end`.as('is_assigned'),
      sql<number>`case when monitors.regions = '[]' then 1 else 0 end`.as('is_automatic'),
    ])
    .orderBy('monitors.revision')
    .orderBy('monitors.key')

/** Maximum bytes of settings in one answer: a larger one would exceed the probe's limit and the server's memory. */
const MAX_BYTES = 8 * 1024 * 1024

const BY_CHANGE = sql`over (order by revision, key rows unbounded preceding)`

/** The first `limit` changes. Settings are included up to the byte limit, and always for the first change. */
const limitChanges = (db: Reader, changes: ReturnType<typeof selectChanges>, limit: number) =>
  db
    .selectFrom(changes.limit(limit).as('page'))
    .select(['revision', 'key', 'id', 'type', 'target', 'interval_seconds', 'timeout_ms', 'failure_threshold'])
    .select(['recovery_threshold', 'ssl_monitoring', 'variables', 'opinion', 'failures', 'passes', 'slow'])
    .select(['last_success_at', 'last_failure_at'])
    .select(['is_assigned', 'is_automatic'])
    .select(
      sql<string | null>`case when row_number() ${BY_CHANGE} = 1
        or sum(octet_length(settings)) ${BY_CHANGE} <= ${sql.lit(MAX_BYTES)} then settings end`.as('settings'),
    )
    .orderBy('revision')
    .orderBy('key')

/** `shares` is JSON, or null for all. */
const selectInShares = (db: Reader, shares: string | null) =>
  getDialect(db) === 'sqlite'
    ? sql<boolean>`(${shares} is null or monitors.key % ${sql.lit(SHARES)} in (select value from json_each(${shares})))`
    : sql<boolean>`(${shares}::text is null or
        monitors.key % ${sql.lit(SHARES)} in (select value::int from json_array_elements_text(${shares}::json)))`

const selectAll = prepareQuery(
  (
    db: Reader,
    regionKey: number,
    quotedCode: string,
    isDefault: number,
    after: number,
    until: number,
    limit: number,
    pinned: string | null,
    pinnedPings: string | null,
    automatic: string | null,
    automaticPings: string | null,
  ) =>
    limitChanges(
      db,
      selectChanges(db, regionKey, quotedCode, isDefault)
        .where(isAssigned(quotedCode, isDefault))
        .where('monitors.revision', '>', after)
        .where('monitors.revision', '<=', until)
        .where(
          sql<boolean>`case
            when monitors.regions = '[]' and monitors.type = 'ICMP' then ${selectInShares(db, automaticPings)}
            when monitors.regions = '[]' then ${selectInShares(db, automatic)}
            when monitors.type = 'ICMP' then ${selectInShares(db, pinnedPings)}
            else ${selectInShares(db, pinned)} end`,
        ),
      limit,
    ),
)

const selectSince = prepareQuery(
  (db: Reader, regionKey: number, quotedCode: string, isDefault: number, since: number, limit: number) =>
    limitChanges(db, selectChanges(db, regionKey, quotedCode, isDefault).where('monitors.revision', '>', since), limit),
)

const selectRestOf = prepareQuery(
  (db: Reader, regionKey: number, quotedCode: string, isDefault: number, revision: number, afterKey: number) =>
    selectChanges(db, regionKey, quotedCode, isDefault)
      .where('monitors.revision', '=', revision)
      .where('monitors.key', '>', afterKey),
)

interface Changes {
  /** Changes with the same revision are returned together, whatever the limit. */
  changes: AssignmentChange[]
  /** Whether there may be more after the last change. */
  more: boolean
}

/** Changes after a revision, oldest first. */
export async function listAssignmentChanges(
  db: Reader,
  region: Region,
  since: number,
  limit: number,
): Promise<Changes> {
  const regionFilter = toRegionFilter(region)
  return completePage(db, regionFilter, await selectSince(db, ...regionFilter, since, limit), limit)
}

/** Assignments of some shares of a region with last changes in (after, until], in that order. */
export async function listAssigned(
  db: Reader,
  region: Region,
  { after, until, limit }: { after: number; until: number; limit: number },
  shares: ShareFilter,
): Promise<Changes> {
  const regionFilter = toRegionFilter(region)
  return completePage(
    db,
    regionFilter,
    await selectAll(db, ...regionFilter, after, until, limit, ...toShareTexts(shares)),
    limit,
  )
}

type RegionFilter = readonly [regionKey: number, quotedCode: string, isDefault: number]

const toRegionFilter = ({ key, code, isDefault }: Region): RegionFilter => [key, `%"${code}"%`, isDefault ? 1 : 0]

async function completePage(
  db: Reader,
  regionFilter: RegionFilter,
  page: ChangeRow[],
  limit: number,
): Promise<Changes> {
  const cut = page.findIndex(({ settings }) => settings === null)
  const rows = cut < 0 ? page : page.slice(0, cut)
  const changes = limitResolved(await openRows(db, rows))
  const last = changes.at(-1)
  const isFull = last !== undefined && (changes.length < page.length || rows.length === limit)
  const rest = isFull ? await selectRestOf(db, ...regionFilter, last.revision, last.key) : []
  return { changes: [...changes, ...(await openRows(db, rest))], more: isFull }
}

/** Values may make settings longer than the stored texts that the query has counted. */
function limitResolved(changes: AssignmentChange[]): AssignmentChange[] {
  let length = 0
  const cut = changes.findIndex(({ monitor }, index) => {
    length += monitor?.resolvedLength ?? 0
    return index > 0 && length > MAX_BYTES
  })
  return cut < 0 ? changes : changes.slice(0, cut)
}

const toShareTexts = ({ pinned, pinnedPings, automatic, automaticPings }: ShareFilter) =>
  [formatShares(pinned), formatShares(pinnedPings), formatShares(automatic), formatShares(automaticPings)] as const

const formatShares = (shares: readonly number[] | null): string | null => shares && JSON.stringify(shares)

const checkable = bulk<{ key: number }>(
  { key: 'int8', region: 'int8', code: 'text', is_default: 'int8' },
  `select m.key as key from k join monitors m on m.key = k.key
   where m.regions like k.code or (m.regions = '[]' and k.is_default = 1)
     or exists (select 1 from check_states s where s.monitor_key = k.key and s.region = k.region)`,
)

/** Keys of monitors that a region may check or has checked, active or not, among these. */
export async function filterCheckable(db: Reader, region: Region, keys: readonly number[]): Promise<Set<number>> {
  const regionFilter = toRegionFilter(region)
  const { rows } = await checkable(
    db,
    keys.map((key) => [key, ...regionFilter]),
  )
  return new Set(rows.map(({ key }) => key))
}
