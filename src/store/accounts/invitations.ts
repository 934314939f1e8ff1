import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../platform/store.ts'
import type { InvitationsTable } from '../tables/accounts.ts'

/** An invitation with the name of its sender. */
export interface InvitationRow extends Omit<Selectable<InvitationsTable>, 'token_hash'> {
  invited_by_name: string
}

const selectOpen = (db: Reader, now: number) =>
  db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .select(['invitations.id', 'invitations.organization_id', 'invitations.email', 'invitations.role'])
    .select(['invitations.invited_by', 'users.name as invited_by_name'])
    .select(['invitations.created_at', 'invitations.expires_at'])
    .where('invitations.expires_at', '>', now)

/** Invitations that can still be accepted, newest first. */
export const listInvitations = (
  db: Reader,
  organizationId: string,
  now: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<InvitationRow[]> =>
  selectOpen(db, now)
    .where('organization_id', '=', organizationId)
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countInvitations(db: Reader, organizationId: string, now: number): Promise<number> {
  const { n } = await db
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return n
}

export async function findInvitation(
  db: Reader,
  organizationId: string,
  id: string,
  now: number,
): Promise<InvitationRow | null> {
  const query = selectOpen(db, now).where('organization_id', '=', organizationId).where('invitations.id', '=', id)
  return (await query.executeTakeFirst()) ?? null
}

/** @param email in lower case */
export async function findInvitationOfEmail(
  db: Reader,
  organizationId: string,
  email: string,
  now: number,
): Promise<InvitationRow | null> {
  const query = selectOpen(db, now).where('organization_id', '=', organizationId)
  return (await query.where('invitations.email', '=', email).executeTakeFirst()) ?? null
}

export async function findInvitationOfToken(db: Reader, tokenHash: string, now: number): Promise<InvitationRow | null> {
  return (await selectOpen(db, now).where('invitations.token_hash', '=', tokenHash).executeTakeFirst()) ?? null
}

export async function insertInvitation(tx: Tx, invitation: Insertable<InvitationsTable>): Promise<void> {
  await tx.insertInto('invitations').values(invitation).execute()
}

/** @returns false when it was already deleted: the second of two concurrent calls deletes no row */
export async function deleteInvitation(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('invitations').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function deleteExpiredInvitations(tx: Tx, organizationId: string, now: number): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where('expires_at', '<=', now)
    .execute()
}

/** Deletes all invitations of an organization. */
export async function deleteInvitations(tx: Tx, organizationId: string): Promise<void> {
  await tx.deleteFrom('invitations').where('organization_id', '=', organizationId).execute()
}

/** Deletes the invitations that a user sent for one of these roles. */
export async function deleteInvitationsOf(
  tx: Tx,
  organizationId: string,
  invitedBy: string,
  roles: readonly string[],
): Promise<void> {
  if (roles.length === 0) return
  await tx
    .deleteFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where('invited_by', '=', invitedBy)
    .where('role', 'in', roles)
    .execute()
}
