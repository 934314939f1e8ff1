/**
 * The unit of work: one transaction, with its time and the loops to wake. A transaction of a user also has the actor and
 * the audit entries.
 */
import type { TObject } from 'typebox'
import type { Actor } from '../../core/accounts/access.ts'
import type { AuditEntry } from '../../core/accounts/audit.ts'
import type { WakeTopic } from '../../core/live/cluster-message.ts'
import type { ProjectResource, ResourceFields } from '../../core/platform/fields/resource.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { runAfterCommit, type Tx } from '../../store/platform/session.ts'
import type { Store } from '../../store/platform/store.ts'
import { type AuditedActor, logAudit, logVersions, type Version } from './audit.ts'
import type { Context, MonitorScope } from './context.ts'

/** A transaction of the server or of a user. */
export interface BaseWork<C extends Context = Context> {
  tx: Tx
  context: C
  /** Time of all changes of the transaction. */
  at: UnixMs
  newId: () => string
  /** Wakes a loop once after the commit, however often it is called. */
  wake(topic: WakeTopic): void
}

/** A transaction of a user, in a project unless `Scope` is another one. */
export type Work<Scope extends { actor: AuditedActor } = MonitorScope, C extends Context = Context> = Scope &
  BaseWork<C> & {
    /** Logs a change of a resource, see `logVersions`. */
    audit<T extends TObject>(
      resource: ResourceFields<T>,
      before: Version<T> | null,
      after: Version<T> | null,
      verb?: string,
    ): Promise<boolean>
    /** Logs other actions, see `logAudit`. */
    logAudit(...entries: readonly AuditEntry[]): Promise<void>
  }

/** A transaction of a user who changes the organization, its members or their own account. */
export type OrganizationWork = Work<{ actor: Actor }>

/** Runs `run` in one transaction of the server. It may run again from its start after a conflict. */
export const transactSystem = <C extends Context, T>(context: C, run: (work: BaseWork<C>) => Promise<T>): Promise<T> =>
  context.store.transact((tx) => {
    const topics = new Set<WakeTopic>()
    return run({
      tx,
      context,
      at: context.now(),
      newId: context.newId,
      wake(topic) {
        if (topics.has(topic)) return
        topics.add(topic)
        runAfterCommit(tx, () => context.wake(topic))
      },
    })
  })

/** Runs `run` in one transaction of a user. It may run again from its start after a conflict. */
export const transact = <Scope extends { actor: AuditedActor }, C extends Context, T>(
  context: C,
  scope: Scope,
  run: (work: Work<Scope, C>) => Promise<T>,
): Promise<T> => transactSystem(context, (work) => run(addActor(work, scope)))

/** Runs `run` as `transact` does, and again after a unique-key conflict, see `retryUnique`. */
export const transactUnique = <Scope extends { actor: AuditedActor }, C extends Context, T>(
  context: C,
  scope: Scope,
  run: (work: Work<Scope, C>, attempt: number) => Promise<T>,
): Promise<T> => retryUnique(context.store, (attempt) => transact(context, scope, (work) => run(work, attempt)))

/** Returns the work of an actor who becomes known during the transaction. */
export function addActor<Scope extends { actor: AuditedActor }, C extends Context>(
  work: BaseWork<C>,
  scope: Scope,
): Work<Scope, C> {
  const { tx, context, newId, at } = work
  const entryContext = { newId, now: () => at, live: context.live }
  return {
    ...scope,
    ...work,
    audit: (resource, before, after, verb) =>
      logVersions(tx, entryContext, scope.actor, resource, [before, after], verb),
    logAudit: (...entries) => logAudit(tx, entryContext, scope.actor, ...entries),
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

/** Attempts per transaction. An attempt fails only because another transaction committed first. */
const MAX_ATTEMPTS = 3

/**
 * Runs a transaction, and again after a unique-key conflict. The next attempt sees the winner's row, and refuses the
 * request or chooses another value.
 *
 * @param transaction receives the number of the attempt, from 1; with many concurrent requests the next value may be
 * taken too
 */
export async function retryUnique<T>({ traits }: Store, transaction: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(attempt)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !traits.isUniqueViolation(error)) throw error
    }
  }
}
