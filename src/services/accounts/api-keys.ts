/** API keys: creation, rotation and removal. The full value is returned once and never stored. */
import { randomBytes } from 'node:crypto'
import { type Actor, type KeyScope, requireRoleFor } from '../../core/accounts/access.ts'
import { type AuditChanges, type AuditEntry, compareFields } from '../../core/accounts/audit.ts'
import { formatApiKey, toKeyPreview } from '../../core/accounts/credential.ts'
import { checkPlanLimit } from '../../core/accounts/plan.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { MINUTE_MS, SECOND_MS, type UnixMs } from '../../core/platform/time/time.ts'
import {
  type ApiKeyRow,
  countApiKeys,
  deleteApiKey,
  findApiKey,
  insertApiKey,
  touchApiKeys,
  updateApiKey,
} from '../../store/accounts/api-keys.ts'
import { findMembership } from '../../store/accounts/members.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { publishAccessChange } from '../live/live-publisher.ts'
import { logAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { hashSha256 } from '../platform/credentials/tokens.ts'
import { lockMembers } from './members.ts'

interface KeyDraft {
  name: string
  scope: KeyScope
  /** Unix ms; null: the key does not expire. */
  expiresAt: number | null
}

/** A key and its full value, which is available only in this response. */
export interface IssuedKey {
  row: ApiKeyRow
  key: string
}

const createNotFoundProblem = (id: string): Problem => new Problem('RESOURCE_NOT_FOUND', `API key ${id} does not exist`)

/** @throws Problem RESOURCE_NOT_FOUND */
export async function getApiKey(db: Reader, organizationId: string, id: string): Promise<ApiKeyRow> {
  const row = await findApiKey(db, organizationId, id)
  if (!row) throw createNotFoundProblem(id)
  return row
}

/** @throws Problem PLAN_LIMIT_REACHED, VALIDATION_ERROR when the expiry time is not in the future */
export async function createApiKey(context: Context, actor: Actor, draft: KeyDraft): Promise<IssuedKey> {
  const at = context.now()
  if (draft.expiresAt !== null && draft.expiresAt <= at)
    throw createInvalid({ field: 'expires_at', message: 'must be in the future' })
  const { key, ...stored } = createKey()
  const row: ApiKeyRow = {
    id: context.newId(),
    organization_id: actor.organizationId,
    created_by: actor.userId,
    name: draft.name,
    ...stored,
    scope: draft.scope,
    is_active: 1,
    expires_at: draft.expiresAt,
    last_used_at: null,
    created_at: at,
    updated_at: at,
  }
  await context.store.transact(async (tx) => {
    await requireManager(tx, actor)
    checkPlanLimit(context, actor.plan, 'apiKeys', await countApiKeys(tx, actor.organizationId), 'API keys')
    await insertApiKey(tx, row)
    await logAudit(tx, context, actor, toAuditEntry('created', row.id, compareFields({}, toAuditFields(row))))
  })
  return { row, key }
}

/**
 * Checks the role again inside the transaction. The actor may have been removed or demoted during the request, and a
 * key would outlast that change.
 *
 * @throws Problem INVALID_TOKEN, INSUFFICIENT_PERMISSIONS
 */
async function requireManager(tx: Tx, actor: Actor): Promise<void> {
  const { role } = await lockMembers(tx, actor)
  requireRoleFor(role, 'can_manage_organization', 'manage API keys')
}

function createKey(): { key: string; key_hash: string; key_preview: string } {
  const key = formatApiKey(randomBytes(32))
  return { key, key_hash: hashSha256(key), key_preview: toKeyPreview(key) }
}

/** @throws Problem RESOURCE_NOT_FOUND; CONFLICT when enabling the key of a former member, who still has its value */
export async function updateApiKeySettings(
  context: Context,
  actor: Actor,
  id: string,
  { name, isActive }: { name?: string | undefined; isActive?: boolean | undefined },
): Promise<ApiKeyRow> {
  const { organizationId } = actor
  const change = {
    ...(name !== undefined && { name }),
    ...(isActive !== undefined && { is_active: isActive ? (1 as const) : (0 as const) }),
    updated_at: context.now(),
  }
  return context.store.transact(async (tx) => {
    await requireManager(tx, actor) // also prevents the key's owner from leaving in the meantime
    const before = await getApiKey(tx, organizationId, id)
    if (isActive && !(await findMembership(tx, before.created_by, organizationId)))
      throw new Problem('CONFLICT', 'The owner of this key has left the organization; rotate the key first')
    if (!(await updateApiKey(tx, organizationId, id, change))) throw createNotFoundProblem(id)
    publishAccessChange(tx, context, before.created_by)
    const after = await getApiKey(tx, organizationId, id)
    const changes = compareFields(toAuditFields(before), toAuditFields(after))
    if (Object.keys(changes).length > 0) await logAudit(tx, context, actor, toAuditEntry('updated', id, changes))
    return after
  })
}

/**
 * Gives the key a new value. The old value stops working with the commit, and the actor becomes the key's owner.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function rotateApiKey(context: Context, actor: Actor, id: string): Promise<IssuedKey> {
  const { organizationId, userId } = actor
  const { key, ...stored } = createKey()
  const change = { ...stored, created_by: userId, last_used_at: null, updated_at: context.now() }
  const row = await context.store.transact(async (tx) => {
    await requireManager(tx, actor)
    const before = await getApiKey(tx, organizationId, id)
    if (!(await updateApiKey(tx, organizationId, id, change))) throw createNotFoundProblem(id)
    publishAccessChange(tx, context, before.created_by)
    const after = await getApiKey(tx, organizationId, id)
    await logAudit(
      tx,
      context,
      actor,
      toAuditEntry('rotated', id, compareFields(toAuditFields(before), toAuditFields(after))),
    )
    return after
  })
  return { row, key }
}

/** @throws Problem RESOURCE_NOT_FOUND */
export async function removeApiKey(context: Context, actor: Actor, id: string): Promise<void> {
  await context.store.transact(async (tx) => {
    const before = await getApiKey(tx, actor.organizationId, id)
    if (!(await deleteApiKey(tx, actor.organizationId, id))) throw createNotFoundProblem(id)
    publishAccessChange(tx, context, before.created_by)
    await logAudit(tx, context, actor, toAuditEntry('deleted', id, compareFields(toAuditFields(before), {})))
  })
}

/** The audited fields of a key, without its value. */
const toAuditFields = ({ name, key_preview, scope, is_active, expires_at }: ApiKeyRow) => ({
  name,
  key_preview,
  scope,
  is_active: is_active === 1,
  ...(expires_at !== null && { expires_at: new Date(expires_at).toISOString() }),
})

const toAuditEntry = (
  what: 'created' | 'updated' | 'rotated' | 'deleted',
  id: string,
  changes: AuditChanges,
): AuditEntry => ({ action: `api_key.${what}`, resourceType: 'api_key', resourceId: id, changes })

/** Default delay between a use and its write. */
const FLUSH_DELAY_MS = 5 * SECOND_MS

/** Minimum age of the stored time for a write. With `FLUSH_DELAY_MS`, the stored time lags by less than a minute. */
const STALE_MS = MINUTE_MS - 2 * FLUSH_DELAY_MS

export interface KeyUse {
  /** @param lastUsedAt as stored */
  recordUse(keyId: string, lastUsedAt: number | null, at: UnixMs): void
  /** Writes the collected uses. */
  flush(): Promise<void>
}

/**
 * Collects the last use of API keys and writes it periodically, so that no request waits for the write.
 *
 * @param onError called when a write fails; the next use tries again
 */
export function createKeyUse(
  { store }: Pick<Context, 'store'>,
  onError: (error: unknown) => void,
  flushDelayMs = FLUSH_DELAY_MS,
): KeyUse {
  let pending = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null

  const flush = async () => {
    if (timer) clearTimeout(timer)
    timer = null
    if (pending.size === 0) return
    const uses = pending
    pending = new Map()
    try {
      await store.transact((tx) => touchApiKeys(tx, uses))
    } catch (error) {
      onError(error)
    }
  }

  return {
    recordUse(keyId, lastUsedAt, at) {
      if (lastUsedAt !== null && at - lastUsedAt < STALE_MS) return
      pending.set(keyId, at)
      timer ??= setTimeout(flush, flushDelayMs).unref()
    },
    flush,
  }
}
