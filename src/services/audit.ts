/** Writes down who did what, in the transaction that does it: either both are kept or neither is. */
import type { Actor } from '../core/access.ts'
import type { AuditEntry } from '../core/audit.ts'
import { insertAuditEntries } from '../store/audit-log.ts'
import type { Tx } from '../store/store.ts'
import type { Context } from './context.ts'

/** As much of an actor as is written down. */
export type AuditedActor = Pick<Actor, 'userId' | 'userName' | 'organizationId' | 'credential' | 'ip'>

/** Several entries of one request cost one statement. */
export async function audit(
  tx: Tx,
  { newId, now }: Pick<Context, 'newId' | 'now'>,
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
}
