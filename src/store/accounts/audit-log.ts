import type { Insertable, Selectable } from 'kysely'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { AuditLogTable } from '../tables/accounts.ts'

export type AuditRow = Selectable<AuditLogTable>

export async function insertAuditEntries(tx: Tx, entries: readonly Insertable<AuditLogTable>[]): Promise<void> {
  if (entries.length > 0) await tx.insertInto('audit_log').values(entries).execute()
}

/** Filters of the audit log. An index serves each single filter in the order of the list. */
interface AuditFilter {
  actorId?: string | undefined
  action?: string | undefined
  resourceType?: string | undefined
  resourceId?: string | undefined
  /** At this time or later. */
  from?: UnixMs | undefined
  /** Before this time. */
  to?: UnixMs | undefined
}

const selectFiltered = (db: Reader, organizationId: string, filter: AuditFilter) =>
  db
    .selectFrom('audit_log')
    .where('organization_id', '=', organizationId)
    .$if(filter.actorId !== undefined, (query) => query.where('actor_id', '=', filter.actorId!))
    .$if(filter.action !== undefined, (query) => query.where('action', '=', filter.action!))
    .$if(filter.resourceType !== undefined, (query) => query.where('resource_type', '=', filter.resourceType!))
    .$if(filter.resourceId !== undefined, (query) => query.where('resource_id', '=', filter.resourceId!))
    .$if(filter.from !== undefined, (query) => query.where('created_at', '>=', filter.from!))
    .$if(filter.to !== undefined, (query) => query.where('created_at', '<', filter.to!))

/** Audit entries, newest first. */
export const listAuditEntries = (
  db: Reader,
  organizationId: string,
  { limit, offset }: { limit: number; offset: number },
  filter: AuditFilter = {},
): Promise<AuditRow[]> =>
  selectFiltered(db, organizationId, filter)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countAuditEntries(db: Reader, organizationId: string, filter: AuditFilter = {}): Promise<number> {
  const { n } = await selectFiltered(db, organizationId, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
