import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from './store.ts'
import type { AuditLogTable } from './tables/audit.ts'

export type AuditRow = Selectable<AuditLogTable>

export async function insertAuditEntries(tx: Tx, entries: readonly Insertable<AuditLogTable>[]): Promise<void> {
  if (entries.length > 0) await tx.insertInto('audit_log').values(entries).execute()
}

/** Newest first. */
export async function listAuditEntries(
  db: Reader,
  organizationId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countAuditEntries(db: Reader, organizationId: string): Promise<number> {
  const { n } = await db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return n
}
