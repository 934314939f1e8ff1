/** Invitations into an organization: creation, withdrawal and acceptance. */
import { type Actor, type Role, requireCanAssign, requireRoleFor } from '../../core/accounts/access.ts'
import { normalizeEmail } from '../../core/accounts/credential.ts'
import { checkPlanLimit } from '../../core/accounts/plan.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import {
  countInvitations,
  deleteExpiredInvitations,
  deleteInvitation,
  findInvitation,
  findInvitationOfEmail,
  findInvitationOfToken,
  type InvitationRow,
  insertInvitation,
} from '../../store/accounts/invitations.ts'
import { countMembers, findMembership, insertMember, isMemberEmail } from '../../store/accounts/members.ts'
import { findOrganization, lockOrganization } from '../../store/accounts/organizations.ts'
import { findUserByEmail, type UserRow } from '../../store/accounts/users.ts'
import type { Context } from '../platform/context.ts'
import { checkPassword, hashPassword, isPassword } from '../platform/credentials/passwords.ts'
import { createLinkToken, hashSha256 } from '../platform/credentials/tokens.ts'
import type { FactorKeys } from '../platform/sealing/seal.ts'
import {
  addActor,
  type BaseWork,
  type OrganizationWork,
  retryUnique,
  transact,
  transactSystem,
} from '../platform/work.ts'
import { insertUserAccount, type RegistrationMode, requireCredentials, type SignedIn, signIn } from './accounts.ts'
import { lockMembers } from './members.ts'

const INVITATION_MS = 7 * DAY_MS

/** An invitation and its token, which is available only in this response. */
interface IssuedInvitation {
  invitation: InvitationRow
  token: string
}

const createNotFoundProblem = (id: string): Problem =>
  new Problem('RESOURCE_NOT_FOUND', `Open invitation ${id} does not exist in this organization`)

/**
 * Invites a user. A second invitation is refused, because its link would silently invalidate the link already sent.
 *
 * @throws Problem INSUFFICIENT_PERMISSIONS, PLAN_LIMIT_REACHED, CONFLICT when the address belongs to a member or is
 * already invited
 */
export async function invite(
  context: Context,
  actor: Actor,
  draft: { email: string; role: Role },
): Promise<IssuedInvitation> {
  const { organizationId } = actor
  const email = normalizeEmail(draft.email)
  const token = createLinkToken()
  return transact(context, { actor }, async (work) => {
    const { tx, at } = work
    const acting = await lockMembers(tx, actor)
    requireRoleFor(acting.role, 'can_manage_organization', 'invite people')
    requireCanAssign(acting.role, [draft.role])
    await deleteExpiredInvitations(tx, organizationId, at)
    await requireNew(work, email)
    const used = (await countMembers(tx, organizationId)) + (await countInvitations(tx, organizationId, at))
    checkPlanLimit(context, actor.plan, 'membersAndInvitations', used)
    const row = {
      id: work.newId(),
      organization_id: organizationId,
      email,
      role: draft.role,
      invited_by: actor.userId,
      created_at: at,
      expires_at: at + INVITATION_MS,
    }
    await insertInvitation(tx, { ...row, token_hash: hashSha256(token) })
    const changes = { email: { to: email }, role: { to: draft.role } }
    await work.logAudit({ action: 'invitation.created', resourceType: 'invitation', resourceId: row.id, changes })
    return { invitation: { ...row, invited_by_name: actor.userName }, token }
  })
}

async function requireNew({ tx, actor: { organizationId }, at }: OrganizationWork, email: string): Promise<void> {
  if (await isMemberEmail(tx, organizationId, email))
    throw new Problem('CONFLICT', 'A user with this address already belongs to the organization', { field: 'email' })
  const open = await findInvitationOfEmail(tx, organizationId, email, at)
  if (open)
    throw new Problem('CONFLICT', 'This address already has an open invitation; withdraw it to send a new one', {
      field: 'email',
      invitation_id: open.id,
    })
}

/**
 * Withdraws an invitation. Its link stops working with the commit.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function withdrawInvitation(context: Context, actor: Actor, id: string): Promise<void> {
  await transact(context, { actor }, async ({ tx, at, logAudit }) => {
    const invitation = await findInvitation(tx, actor.organizationId, id, at)
    if (!invitation || !(await deleteInvitation(tx, id))) throw createNotFoundProblem(id)
    const changes = { email: { from: invitation.email }, role: { from: invitation.role } }
    await logAudit({ action: 'invitation.deleted', resourceType: 'invitation', resourceId: id, changes })
  })
}

/** The part of an invitation that a holder of the link may see. */
export interface SentInvitation {
  invitation: InvitationRow
  organizationName: string
  hasAccount: boolean
}

/**
 * Finds an open invitation. The answer reveals no more than accepting does, which also shows whether the address has an
 * account.
 *
 * @throws Problem INVALID_TOKEN
 */
export async function getOpenInvitation({ store: { db }, now }: Context, token: string): Promise<SentInvitation> {
  const invitation = await findInvitationOfToken(db, hashSha256(token), now())
  const organization = invitation && (await findOrganization(db, invitation.organization_id))
  if (!organization) throw createNotOpenProblem()
  const hasAccount = (await findUserByEmail(db, invitation.email)) !== null
  return { invitation, organizationName: organization.name, hasAccount }
}

interface Acceptance {
  token: string
  /** For a new account. */
  name?: string | undefined
  /** Password of the existing account, or of the new one. */
  password?: string | undefined
  /** Code of the existing account's second factor, if it has one. */
  totp?: string | undefined
  /** User of the session that was sent along; null without a session. */
  sessionUserId: string | null
  /** Called before a password is compared. Throws after too many attempts. */
  countAttempt: (email: string) => Promise<void>
  /** Called before a second factor is compared. Throws after too many attempts. */
  countCode: (email: string) => Promise<void>
  ip: string
}

/**
 * Joins the organization and signs in. The token proves the invitation but not the identity, because the inviter has it
 * too. An existing account is therefore proved by its session or its password.
 *
 * @throws Problem INVALID_TOKEN, INVALID_CREDENTIALS, VALIDATION_ERROR for missing fields of a new account,
 * REGISTRATION_CLOSED, PLAN_LIMIT_REACHED, CONFLICT when the address got an account during the request
 */
export async function acceptInvitation(
  context: Context,
  keys: FactorKeys,
  mode: RegistrationMode,
  acceptance: Acceptance,
): Promise<SignedIn> {
  const { db } = context.store
  const invitation = await findInvitationOfToken(db, hashSha256(acceptance.token), context.now())
  if (!invitation) throw createNotOpenProblem()
  const user = await findUserByEmail(db, invitation.email)
  const enter = user ? await enterAsUser(keys, user, acceptance) : await enterAsNew(mode, acceptance)
  return retryUnique(context.store, () =>
    transactSystem(context, async (work) => {
      await lockOrganization(work.tx, invitation.organization_id)
      if (!(await deleteInvitation(work.tx, invitation.id))) throw createNotOpenProblem()
      const account = await enter(work, invitation.email)
      return join(work, invitation, account, acceptance.ip)
    }),
  )
}

const createNotOpenProblem = (): Problem =>
  new Problem('INVALID_TOKEN', 'This invitation is unknown, withdrawn, already accepted, or older than 7 days')

/** Creates or verifies the account inside the transaction. */
type Enter = (work: BaseWork, email: string) => Promise<Pick<UserRow, 'id' | 'name'>>

async function enterAsUser(
  keys: FactorKeys,
  user: UserRow,
  { password, totp, sessionUserId, countAttempt, countCode }: Acceptance,
): Promise<Enter> {
  if (sessionUserId === user.id) return async () => user
  if (password === undefined)
    throw createNotProvenProblem('This address already has an account: sign in to it first, or send its password')
  await countAttempt(user.email)
  if (!(await isPassword(user.password_hash, password)))
    throw createNotProvenProblem('The password of the account is wrong')
  if (totp !== undefined) await countCode(user.email)
  return async (work) => {
    await requireCredentials(work, keys, user, totp)
    return user
  }
}

const createNotProvenProblem = (message: string): Problem =>
  new Problem('INVALID_CREDENTIALS', message, { account_exists: true })

async function enterAsNew(mode: RegistrationMode, { name, password }: Acceptance): Promise<Enter> {
  if (mode === 'closed') throw new Problem('REGISTRATION_CLOSED', 'Registration on this server is closed')
  if (name === undefined || password === undefined)
    throw createInvalid(
      Object.entries({ name, password })
        .filter(([, value]) => value === undefined)
        .map(([field]) => ({ field, message: 'is required for a new account' })),
    )
  checkPassword(password, 'password')
  const passwordHash = await hashPassword(password)
  return (work, email) => insertUserAccount(work, { email, name, passwordHash, isInstanceAdmin: false })
}

async function join(
  work: BaseWork,
  { organization_id: organizationId, role }: InvitationRow,
  user: Pick<UserRow, 'id' | 'name'>,
  ip: string,
): Promise<SignedIn> {
  const { tx, context, at } = work
  const known = await findMembership(tx, user.id, organizationId)
  if (known) return signIn(work, user.id, known)
  const organization = await findOrganization(tx, organizationId)
  if (!organization) throw createNotOpenProblem()
  checkPlanLimit(context, organization.plan, 'members', await countMembers(tx, organizationId))
  const id = work.newId()
  await insertMember(tx, {
    id,
    organization_id: organizationId,
    user_id: user.id,
    role,
    joined_at: at,
    last_active_at: null,
  })
  const session = await signIn(work, user.id, { id, organizationId })
  const credential = { kind: 'session', sessionId: session.sessionId } as const
  const actor = { userId: user.id, userName: user.name, organizationId, credential, ip }
  const changes = { role: { to: role } }
  const entry = { action: 'member.joined', resourceType: 'member', resourceId: id, changes } as const
  await addActor(work, { actor }).logAudit(entry)
  return session
}
