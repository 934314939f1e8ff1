/** Audit log. Entries are written in the transaction of the change, so that both are stored or neither is. */
import type { Static, TObject } from 'typebox'
import type { Actor } from '../../core/accounts/access.ts'
import { type AuditEntry, compareVersions } from '../../core/accounts/audit.ts'
import type { ResourceFields } from '../../core/platform/fields/resource.ts'
import { insertAuditEntries } from '../../store/accounts/audit-log.ts'
import type { Tx } from '../../store/platform/store.ts'
import { publishWrites } from '../live/live-publisher.ts'
import type { Context } from './context.ts'

/** The logged fields of an actor. */
export type AuditedActor = Pick<Actor, 'userName' | 'organizationId'> & {
  /** Null for the server operator, who has no account and no address. */
  userId: string | null
  ip: string | null
  /** `none`: through an emailed link, or on the server itself. */
  credential: Actor['credential'] | { kind: 'none' }
}

/**
 * Logs the entries of one request in one statement. Publishes them to live subscribers after the commit. A dry run logs
 * nothing.
 */
export async function logAudit(
  tx: Tx,
  { newId, now, live }: Pick<Context, 'newId' | 'now' | 'live'>,
  actor: AuditedActor,
  ...entries: readonly AuditEntry[]
): Promise<void> {
  if (tx.session.isDryRun) return
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

/**
 * Logs the difference between two versions of a resource.
 *
 * @param before null at creation
 * @param after null at deletion
 * @param verb of the action; otherwise it follows from the versions
 * @returns false, without an entry, when nothing has changed
 */
export async function logVersions<T extends TObject>(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now' | 'live'>,
  actor: AuditedActor,
  resource: ResourceFields<T>,
  [before, after]: readonly [before: Version<T> | null, after: Version<T> | null],
  verb = before ? (after ? 'updated' : 'deleted') : 'created',
): Promise<boolean> {
  const changes = compareVersions(resource, before, after)
  if (Object.keys(changes).length === 0) return false
  const resourceId = (after ?? before)!.id
  const { type } = resource
  await logAudit(tx, context, actor, { action: `${type}.${verb}`, resourceType: type, resourceId, changes })
  return true
}

/** Values that cannot be read are null. */
export type Version<T extends TObject> = { [Key in keyof Static<T>]: Static<T>[Key] | null } & { id: string }
