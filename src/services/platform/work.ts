/** The unit of work: one transaction of a user, with its time, its audit entries and the loops to wake. */
import type { TObject } from 'typebox'
import type { WakeTopic } from '../../core/live/cluster-message.ts'
import type { ProjectResource, ResourceFields } from '../../core/platform/fields/resource.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { runAfterCommit, type Tx } from '../../store/platform/session.ts'
import type { Store } from '../../store/platform/store.ts'
import { type AuditedActor, logVersions, type Version } from './audit.ts'
import type { Context, MonitorScope } from './context.ts'

export type Work<Scope extends { actor: AuditedActor } = MonitorScope> = Scope & {
  tx: Tx
  context: Context
  /** Time of all changes of the transaction. */
  at: UnixMs
  newId: () => string
  /** Logs a change of a resource, see `logVersions`. */
  audit<T extends TObject>(
    resource: ResourceFields<T>,
    before: Version<T> | null,
    after: Version<T> | null,
    verb?: string,
  ): Promise<boolean>
  /** Wakes a loop after the commit. */
  wake(topic: WakeTopic): void
}

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
    audit: (resource, before, after, verb) => logVersions(tx, context, scope.actor, resource, [before, after], verb),
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

/** Attempts per transaction. An attempt fails only because another transaction committed first. */
const MAX_RUNS = 3

/**
 * Runs `work` in a transaction, and again after a unique-key conflict. The next attempt sees the winner's row, and
 * refuses the request or chooses another value.
 *
 * @param work receives the number of the attempt, from 1; with many concurrent requests the next value may be taken too
 */
export async function retryUnique<T>(store: Store, work: (tx: Tx, run: number) => Promise<T>): Promise<T> {
  for (let run = 1; ; run++) {
    try {
      return await store.transact((tx) => work(tx, run))
    } catch (error) {
      if (run === MAX_RUNS || !store.traits.isUniqueViolation(error)) throw error
    }
  }
}
