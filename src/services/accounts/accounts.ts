/** Accounts: registration, sign-in and reads. */

import type { Actor, Role } from '../../core/accounts/access.ts'
import { compareFields } from '../../core/accounts/audit.ts'
import { normalizeEmail } from '../../core/accounts/credential.ts'
import { FIRST_PLAN, type PlanName } from '../../core/accounts/plan.ts'
import type { Project } from '../../core/accounts/project.ts'
import { Problem } from '../../core/platform/errors.ts'
import { findFirstMembership, findMembership, type Membership } from '../../store/accounts/members.ts'
import { getDefaultProject } from '../../store/accounts/projects.ts'
import {
  findUser,
  findUserByEmail,
  hasUsers,
  insertUser,
  lockFirstAccount,
  lockPassword,
  renameUser,
  type UserRow,
} from '../../store/accounts/users.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { checkPassword, hashPassword, isPassword } from '../platform/credentials/passwords.ts'
import type { FactorKeys } from '../platform/sealing/seal.ts'
import { type BaseWork, retryUnique, transact, transactSystem } from '../platform/work.ts'
import { createOrganization } from './organizations.ts'
import { requireSecondFactor } from './second-factors.ts'
import { type Session, startSession } from './sessions.ts'

/** Registration modes. `invite`: only invited users, except for the first account. `closed`: no further accounts. */
export const REGISTRATION_MODES = ['open', 'invite', 'closed'] as const
export type RegistrationMode = (typeof REGISTRATION_MODES)[number]

interface Registration {
  email: string
  password: string
  name: string
  organizationName?: string
}

interface RegistrationRules {
  mode: RegistrationMode
  /** Plan of every organization except the first. */
  defaultPlan: PlanName
}

export interface SignedIn extends Session {
  organizationId: string
}

/**
 * Creates an account with its organization and signs in. The first account of an instance is its admin.
 *
 * @throws Problem REGISTRATION_CLOSED, CONFLICT when the address is in use, VALIDATION_ERROR for a weak password
 */
export async function register(
  context: Context,
  rules: RegistrationRules,
  registration: Registration,
): Promise<SignedIn> {
  await checkOpen(context, rules.mode)
  checkPassword(registration.password, 'password')
  return createAccount(context, rules.defaultPlan, registration)
}

async function checkOpen({ store }: Context, mode: RegistrationMode): Promise<void> {
  const isOpen = mode === 'open' || (mode === 'invite' && !(await hasUsers(store.db)))
  const rule = mode === 'closed' ? 'closed' : 'by invitation only'
  if (!isOpen) throw new Problem('REGISTRATION_CLOSED', `Registration on this server is ${rule}`)
}

async function createAccount(context: Context, defaultPlan: PlanName, registration: Registration): Promise<SignedIn> {
  const passwordHash = await hashPassword(registration.password)
  return retryUnique(context.store, (attempt) =>
    transactSystem(context, async (work) => {
      const isFirst = await isFirstAccount(work.tx)
      const plan = isFirst ? FIRST_PLAN : defaultPlan
      return insertAccount(work, { registration, passwordHash, isFirst, plan, hasLost: attempt > 1 })
    }),
  )
}

interface NewAccount {
  registration: Registration
  passwordHash: string
  isFirst: boolean
  plan: PlanName
  /** Whether an earlier attempt lost to a concurrent registration. */
  hasLost: boolean
}

async function insertAccount(work: BaseWork, account: NewAccount): Promise<SignedIn> {
  const { registration, passwordHash, isFirst, plan, hasLost } = account
  const email = normalizeEmail(registration.email)
  const user = { email, name: registration.name, passwordHash, isInstanceAdmin: isFirst }
  const { id: userId } = await insertUserAccount(work, user)
  const name = registration.organizationName ?? `${registration.name}'s organization`
  const { organizationId, memberId } = await createOrganization(work, { name, plan, ownerId: userId, hasLost })
  return signIn(work, userId, { id: memberId, organizationId })
}

/**
 * Inserts an account without any membership.
 *
 * @throws Problem CONFLICT when the address is in use
 */
export async function insertUserAccount(
  { tx, at, newId }: BaseWork,
  user: { email: string; name: string; passwordHash: string; isInstanceAdmin: boolean },
): Promise<{ id: string; name: string }> {
  const { email, name, passwordHash, isInstanceAdmin } = user
  if (await findUserByEmail(tx, email))
    throw new Problem('CONFLICT', 'This email address already has an account', { field: 'email' })
  const id = newId()
  await insertUser(tx, {
    id,
    email,
    name,
    password_hash: passwordHash,
    is_instance_admin: isInstanceAdmin ? 1 : 0,
    created_at: at,
    updated_at: at,
  })
  return { id, name }
}

/**
 * Returns whether this account is the first. Concurrent registrations wait for each other's transaction and check
 * again.
 */
async function isFirstAccount(tx: Tx): Promise<boolean> {
  if (await hasUsers(tx)) return false
  await lockFirstAccount(tx)
  return !(await hasUsers(tx))
}

interface Login {
  email: string
  password: string
  /** Current code of the second factor, or a recovery code. */
  totp?: string | undefined
  /** Called after the password matched and before the code is compared. Throws after too many attempts. */
  countCode?: () => Promise<void>
}

/**
 * Signs in. A wrong password takes the same time whether the account exists or not.
 *
 * @throws Problem INVALID_CREDENTIALS; INSUFFICIENT_PERMISSIONS when the account belongs to no organization
 */
export async function signInWithPassword(
  context: Context,
  keys: FactorKeys,
  { email, password, totp, countCode }: Login,
): Promise<SignedIn> {
  const user = await findUserByEmail(context.store.db, normalizeEmail(email))
  if (!(await isPassword(user?.password_hash ?? null, password)) || !user) throw createCredentialsProblem()
  if (totp !== undefined) await countCode?.()
  return transactSystem(context, async (work) => {
    await requireCredentials(work, keys, user, totp)
    const member = await findFirstMembership(work.tx, user.id)
    if (!member) throw new Problem('INSUFFICIENT_PERMISSIONS', 'This account no longer belongs to any organization')
    return signIn(work, user.id, member)
  })
}

const createCredentialsProblem = (): Problem =>
  new Problem('INVALID_CREDENTIALS', 'The email address or the password is wrong')

/**
 * Checks the rest of the credentials after the password matched: the password was not replaced in the meantime, and the
 * second factor is valid.
 *
 * @throws Problem INVALID_CREDENTIALS
 */
export async function requireCredentials(
  work: BaseWork,
  keys: FactorKeys,
  user: UserRow,
  totp: string | undefined,
): Promise<void> {
  if (!(await lockPassword(work.tx, user.id, user.password_hash))) throw createCredentialsProblem()
  await requireSecondFactor(work, keys, user.id, totp)
}

export async function signIn(
  work: BaseWork,
  userId: string,
  { id, organizationId }: Pick<Membership, 'id' | 'organizationId'>,
): Promise<SignedIn> {
  return { ...(await startSession(work, { id, userId, organizationId })), organizationId }
}

/**
 * Starts another session of the same user in another of their organizations. The current session continues.
 *
 * @throws Problem RESOURCE_NOT_FOUND when the user is not a member, as if the organization did not exist
 */
export async function switchOrganization(context: Context, userId: string, organizationId: string): Promise<SignedIn> {
  return transactSystem(context, async (work) => {
    const member = await findMembership(work.tx, userId, organizationId)
    if (!member) throw new Problem('RESOURCE_NOT_FOUND', `Organization ${organizationId} does not exist`)
    return signIn(work, userId, member)
  })
}

/** Reads the user, role and default project of a new session. */
export async function readSignedIn(
  db: Reader,
  { userId, organizationId }: SignedIn,
): Promise<{ user: UserRow; role: Role; project: Project }> {
  const user = await getAccount(db, userId)
  const member = await findMembership(db, userId, organizationId)
  if (!member) throw createGoneProblem()
  return { user, role: member.role as Role, project: await getDefaultProject(db, organizationId) }
}

const createGoneProblem = (): Problem => new Problem('INVALID_TOKEN', 'This account was removed')

/** @throws Problem INVALID_TOKEN when the account was removed during the request */
export async function getAccount(db: Reader, userId: string): Promise<UserRow> {
  const user = await findUser(db, userId)
  if (!user) throw createGoneProblem()
  return user
}

export async function renameAccount(context: Context, actor: Actor, name: string | undefined): Promise<UserRow> {
  const { userId } = actor
  return transact(context, { actor }, async ({ tx, at, logAudit }) => {
    const before = await getAccount(tx, userId)
    if (name === undefined || name === before.name) return before
    await renameUser(tx, userId, name, at)
    const changes = compareFields({ name: before.name }, { name })
    await logAudit({ action: 'user.renamed', resourceType: 'user', resourceId: userId, changes })
    return getAccount(tx, userId)
  })
}

/**
 * Creates the first account in any registration mode. Does nothing when an account exists.
 *
 * @returns whether the account was created
 * @throws Problem VALIDATION_ERROR for a weak password
 */
export async function ensureAdmin(context: Context, email: string, password: string): Promise<boolean> {
  if (await hasUsers(context.store.db)) return false
  checkPassword(password, 'password')
  const passwordHash = await hashPassword(password)
  const registration = { email, password, name: email.split('@', 1)[0]! }
  return transactSystem(context, async (work) => {
    if (!(await isFirstAccount(work.tx))) return false
    await insertAccount(work, { registration, passwordHash, isFirst: true, plan: FIRST_PLAN, hasLost: false })
    return true
  })
}
