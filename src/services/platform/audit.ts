/** Writes down who did what, in the transaction that does it: either both are kept or neither is. */
import type { Actor } from '../../core/accounts/access.ts'
import type { AuditEntry } from '../../core/accounts/audit.ts'
import { insertAuditEntries } from '../../store/accounts/audit-log.ts'
import type { Tx } from '../../store/platform/store.ts'
import { publishWrites } from '../live/live-publisher.ts'
import type { Context } from './context.ts'

/** As much of an actor as is written down. */
export type AuditedActor = Pick<Actor, 'userName' | 'organizationId'> & {
  /** Null for whoever runs the server: there is no account, and no address. */
  userId: string | null
  ip: string | null
  /** `none`: by a link that was mailed, or on the server itself. */
  credential: Actor['credential'] | { kind: 'none' }
}

/** Several entries of one request cost one statement. Whoever watches is told, after the commit. */
export async function logAudit(
  tx: Tx,
  { newId, now, live }: Pick<Context, 'newId' | 'now' | 'live'>,
  actor: AuditedActor,
  ...entries: readonly AuditEntry[]
): Promise<void> {
  await insertAuditEntries(
    tx,
    entries.map(({ action, resourceType, resourceId, changes = {} }) => ({
      id: newId(),
      organization_id: actor.organizationId,
      actor_id: actor.userId,
      actor_name: actor.userName,
      credential: actor.credential.kind,
      key_id: actor.credential.kind === 'key' ? actor.credential.keyId : null,
      action,
      resource_type: resourceType,
      resource_id: resourceId,
      changes: JSON.stringify(changes),
      ip: actor.ip,
      created_at: now(),
    })),
  )
  await publishWrites(tx, { live }, entries)
}
