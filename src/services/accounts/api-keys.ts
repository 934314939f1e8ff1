/** API keys: creation, rotation and removal. The full value is returned once and never stored. */
import { randomBytes } from 'node:crypto'
import { type Actor, requireRoleFor } from '../../core/accounts/access.ts'
import { API_KEY, type ApiKey, type ApiKeyDraft } from '../../core/accounts/api-key.ts'
import { formatApiKey, toKeyPreview } from '../../core/accounts/credential.ts'
import { checkPlanLimit } from '../../core/accounts/plan.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { requireFound } from '../../core/platform/fields/resource.ts'
import { MINUTE_MS, SECOND_MS, type UnixMs } from '../../core/platform/time/time.ts'
import {
  countApiKeys,
  deleteApiKey,
  findApiKey,
  insertApiKey,
  saveApiKey,
  saveKeyValue,
  touchApiKeys,
} from '../../store/accounts/api-keys.ts'
import { findMembership } from '../../store/accounts/members.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { publishAccessChange } from '../live/live-publisher.ts'
import type { Context } from '../platform/context.ts'
import { hashSha256 } from '../platform/credentials/tokens.ts'
import { transact } from '../platform/work.ts'
import { lockMembers } from './members.ts'

/** A key and its full value, which is available only in this response. */
export interface IssuedKey {
  apiKey: ApiKey
  key: string
}

/** @throws Problem RESOURCE_NOT_FOUND */
export const getApiKey = async (db: Reader, organizationId: string, id: string): Promise<ApiKey> =>
  requireFound(await findApiKey(db, organizationId, id), API_KEY, id)

/** @throws Problem PLAN_LIMIT_REACHED, VALIDATION_ERROR when the expiry time is not in the future */
export async function createApiKey(context: Context, actor: Actor, draft: ApiKeyDraft): Promise<IssuedKey> {
  if (draft.expiresAt !== null && draft.expiresAt <= context.now())
    throw createInvalid({ field: 'expires_at', message: 'must be in the future' })
  const { key, ...value } = createKey(actor)
  return transact(context, { actor }, async (work) => {
    const { tx, at, newId } = work
    const { organizationId, plan } = actor
    const apiKey = { ...draft, ...value, id: newId(), organizationId, createdAt: at, updatedAt: at }
    await requireManager(tx, actor)
    checkPlanLimit(context, plan, 'apiKeys', await countApiKeys(tx, organizationId))
    await insertApiKey(tx, apiKey)
    await work.audit(API_KEY, null, apiKey)
    return { apiKey, key }
  })
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

/** Returns a new value, which belongs to the user who creates it. */
function createKey({ userId }: Actor) {
  const key = formatApiKey(randomBytes(32))
  return { key, keyHash: hashSha256(key), keyPreview: toKeyPreview(key), createdBy: userId, lastUsedAt: null }
}

/** @throws Problem RESOURCE_NOT_FOUND; CONFLICT when enabling the key of a former member, who still has its value */
export const updateApiKeySettings = (
  context: Context,
  actor: Actor,
  id: string,
  change: Partial<ApiKeyDraft>,
): Promise<ApiKey> =>
  transact(context, { actor }, async (work) => {
    const { tx, at } = work
    const { organizationId } = actor
    await requireManager(tx, actor) // also prevents the key's owner from leaving in the meantime
    const before = await getApiKey(tx, organizationId, id)
    if (change.isActive && !(await findMembership(tx, before.createdBy, organizationId)))
      throw new Problem('CONFLICT', 'The owner of this key has left the organization; rotate the key first')
    const after = { ...before, ...change, updatedAt: at }
    requireFound(await saveApiKey(tx, after), API_KEY, id)
    publishAccessChange(tx, context, before.createdBy)
    await work.audit(API_KEY, before, after)
    return after
  })

/**
 * Gives the key a new value. The old value stops working with the commit, and the actor becomes the key's owner.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function rotateApiKey(context: Context, actor: Actor, id: string): Promise<IssuedKey> {
  const { key, ...value } = createKey(actor)
  return transact(context, { actor }, async (work) => {
    const { tx, at } = work
    await requireManager(tx, actor)
    const before = await getApiKey(tx, actor.organizationId, id)
    const apiKey = { ...before, ...value, updatedAt: at }
    requireFound(await saveKeyValue(tx, apiKey), API_KEY, id)
    publishAccessChange(tx, context, before.createdBy)
    await work.audit(API_KEY, before, apiKey, 'rotated')
    return { apiKey, key }
  })
}

/** @throws Problem RESOURCE_NOT_FOUND */
export const removeApiKey = (context: Context, actor: Actor, id: string): Promise<void> =>
  transact(context, { actor }, async (work) => {
    const { tx } = work
    const before = await getApiKey(tx, actor.organizationId, id)
    requireFound(await deleteApiKey(tx, actor.organizationId, id), API_KEY, id)
    publishAccessChange(tx, context, before.createdBy)
    await work.audit(API_KEY, before, null)
  })

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
