import { type Insertable, type Selectable, sql } from 'kysely'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { MembersTable, UsersTable } from '../tables/accounts.ts'

export interface Membership {
  id: string
  organizationId: string
  role: string
}

/** A membership with its user. */
export type MemberRow = Omit<Selectable<MembersTable>, 'organization_id'> &
  Pick<Selectable<UsersTable>, 'email' | 'name'>

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

/** Memberships of a user, the organization joined first at the beginning. */
export const listMemberships = (db: Reader, userId: string): Promise<Membership[]> =>
  selectMemberships(db, userId).execute()

const selectMembers = (db: Reader, organizationId: string) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.id', 'members.user_id', 'users.email', 'users.name'])
    .select(['members.role', 'members.joined_at', 'members.last_active_at'])
    .where('members.organization_id', '=', organizationId)

const page = prepareQuery((db, organizationId: string, limit: number, offset: number) =>
  selectMembers(db, organizationId).orderBy(sql`lower(users.name)`).orderBy('members.id').limit(limit).offset(offset),
)

/** Members by name. The sort covers all members of the organization; its plan limits their number. */
export const listMembers = (
  db: Reader,
  organizationId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<MemberRow[]> => page(db, organizationId, limit, offset)

const count = prepareQuery((db, organizationId: string) =>
  db
    .selectFrom('members')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('organization_id', '=', organizationId),
)

export async function countMembers(db: Reader, organizationId: string): Promise<number> {
  return (await count(db, organizationId))[0]!.n
}

export async function findMember(db: Reader, organizationId: string, id: string): Promise<MemberRow | null> {
  return (await selectMembers(db, organizationId).where('members.id', '=', id).executeTakeFirst()) ?? null
}

/** @param email in lower case */
export async function isMemberEmail(db: Reader, organizationId: string, email: string): Promise<boolean> {
  const query = selectMembers(db, organizationId).where('users.email', '=', email)
  return (await query.executeTakeFirst()) !== undefined
}

export async function countOwners(db: Reader, organizationId: string): Promise<number> {
  const { n } = await db
    .selectFrom('members')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  return n
}

export async function insertMember(tx: Tx, member: Insertable<MembersTable>): Promise<void> {
  await tx.insertInto('members').values(member).execute()
}

export async function setMemberRole(tx: Tx, id: string, role: string): Promise<void> {
  await tx.updateTable('members').set({ role }).where('id', '=', id).execute()
}

export async function deleteMember(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('members').where('id', '=', id).execute()
}

/** Deletes all members. Every credential of the organization becomes invalid. */
export async function deleteAllMembers(tx: Tx, organizationId: string): Promise<void> {
  await tx.deleteFrom('members').where('organization_id', '=', organizationId).execute()
}

export async function touchMember(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('members').set({ last_active_at: now }).where('id', '=', id).execute()
}

/** Lists the email addresses of the members of a project's organization, by user id. */
export async function listMemberEmails(db: Reader, projectId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('projects')
    .innerJoin('members', 'members.organization_id', 'projects.organization_id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.email'])
    .where('projects.id', '=', projectId)
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** Returns the ids among `userIds` that belong to members of the organization. */
export async function filterMemberUserIds(
  db: Reader,
  organizationId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', 'in', userIds)
    .execute()
  return new Set(rows.map((row) => row.user_id))
}
