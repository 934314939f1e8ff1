import type { Insertable } from 'kysely'
import type { Reader, Tx } from './store.ts'
import type { MembersTable } from './tables.ts'

export interface Membership {
  id: string
  organizationId: string
  role: string
}

const selectMemberships = (db: Reader, userId: string) =>
  db
    .selectFrom('members')
    .select(['id', 'organization_id as organizationId', 'role'])
    .where('user_id', '=', userId)
    .orderBy('joined_at')
    .orderBy('id')

/** The organization that a user joined first; null when they belong to none. */
export async function findFirstMembership(db: Reader, userId: string): Promise<Membership | null> {
  return (await selectMemberships(db, userId).executeTakeFirst()) ?? null
}

export async function findMembership(db: Reader, userId: string, organizationId: string): Promise<Membership | null> {
  const query = selectMemberships(db, userId).where('organization_id', '=', organizationId)
  return (await query.executeTakeFirst()) ?? null
}

export async function insertMember(tx: Tx, member: Insertable<MembersTable>): Promise<void> {
  await tx.insertInto('members').values(member).execute()
}

export async function touchMember(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('members').set({ last_active_at: now }).where('id', '=', id).execute()
}
