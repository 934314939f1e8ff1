/** The unit of work: one transaction of a user, with its time, its audit entries and the loops to wake. */
import type { Static, TObject } from 'typebox'
import { compareVersions } from '../../core/accounts/audit.ts'
import type { WakeTopic } from '../../core/live/cluster-message.ts'
import type { ProjectResource, ResourceFields } from '../../core/platform/fields/resource.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { runAfterCommit, type Tx } from '../../store/platform/session.ts'
import { type AuditedActor, logAudit } from './audit.ts'
import type { Context } from './context.ts'
import type { MonitorScope } from './scope.ts'

export type Work<Scope extends { actor: AuditedActor } = MonitorScope> = Scope & {
  tx: Tx
  context: Context
  /** Time of all changes of the transaction. */
  at: UnixMs
  newId: () => string
  /**
   * Logs the difference between two versions of a resource.
   *
   * @param before null at creation
   * @param after null at deletion
   * @returns false, without an entry, when nothing has changed
   */
  audit<T extends TObject>(
    resource: ResourceFields<T>,
    before: Version<T> | null,
    after: Version<T> | null,
  ): Promise<boolean>
  /** Wakes a loop after the commit. */
  wake(topic: WakeTopic): void
}

/** Values that cannot be read are null. */
type Version<T extends TObject> = { [Key in keyof Static<T>]: Static<T>[Key] | null } & { id: string }

/** Runs `run` in one transaction. It may run again from its start after a conflict. */
export const transact = <Scope extends { actor: AuditedActor }, T>(
  context: Context,
  scope: Scope,
  run: (work: Work<Scope>) => Promise<T>,
): Promise<T> => context.store.transact((tx) => run(createWork(tx, context, scope)))

function createWork<Scope extends { actor: AuditedActor }>(tx: Tx, context: Context, scope: Scope): Work<Scope> {
  const at = context.now()
  return {
    ...scope,
    tx,
    context,
    at,
    newId: context.newId,
    async audit(resource, before, after) {
      const { type } = resource
      const changes = compareVersions(resource, before, after)
      if (Object.keys(changes).length === 0) return false
      const verb = before ? (after ? 'updated' : 'deleted') : 'created'
      const resourceId = (after ?? before)!.id
      await logAudit(tx, context, scope.actor, { action: `${type}.${verb}`, resourceType: type, resourceId, changes })
      return true
    },
    wake: (topic) => runAfterCommit(tx, () => context.wake(topic)),
  }
}

/** Returns the fields of a new resource that a user does not write. */
export const createOwned = ({ newId, actor, projectId, at }: Work): ProjectResource => ({
  id: newId(),
  organizationId: actor.organizationId,
  projectId,
  createdAt: at,
  updatedAt: at,
})
