/**
 * The unit of work: one transaction, with its time and the loops to wake. A transaction of a user also has the actor and
 * the audit entries.
 */
import type { TObject } from 'typebox'
import type { AuditEntry } from '../../core/accounts/audit.ts'
import type { WakeTopic } from '../../core/live/cluster-message.ts'
import type { ProjectResource, ResourceFields } from '../../core/platform/fields/resource.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { runAfterCommit, type Tx } from '../../store/platform/session.ts'
import type { Store } from '../../store/platform/store.ts'
import { type AuditedActor, logAudit, logVersions, type Version } from './audit.ts'
import type { Context, MonitorScope } from './context.ts'

/** A transaction of the server or of a user. */
export interface BaseWork {
  tx: Tx
  context: Context
  /** Time of all changes of the transaction. */
  at: UnixMs
  newId: () => string
  /** Wakes a loop once after the commit, however often it is called. */
  wake(topic: WakeTopic): void
}

/** A transaction of a user. */
export type Work<Scope extends { actor: AuditedActor } = MonitorScope> = Scope &
  BaseWork & {
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

/** Runs `run` in one transaction of the server. It may run again from its start after a conflict. */
export const transactSystem = <T>(context: Context, run: (work: BaseWork) => Promise<T>): Promise<T> =>
  context.store.transact((tx) => run(createBaseWork(tx, context)))

/** Runs `run` in one transaction of a user. It may run again from its start after a conflict. */
export const transact = <Scope extends { actor: AuditedActor }, T>(
  context: Context,
  scope: Scope,
  run: (work: Work<Scope>) => Promise<T>,
): Promise<T> => context.store.transact((tx) => run(createWork(tx, context, scope)))

/** Runs `run` as `transact` does, and again after a unique-key conflict, see `retryUnique`. */
export const transactUnique = <Scope extends { actor: AuditedActor }, T>(
  context: Context,
  scope: Scope,
  run: (work: Work<Scope>) => Promise<T>,
): Promise<T> => retryUnique(context.store, (tx) => run(createWork(tx, context, scope)))

function createBaseWork(tx: Tx, context: Context): BaseWork {
  const topics = new Set<WakeTopic>()
  return {
    tx,
    context,
    at: context.now(),
    newId: context.newId,
    wake(topic) {
      if (topics.has(topic)) return
      topics.add(topic)
      runAfterCommit(tx, () => context.wake(topic))
    },
  }
}

const createWork = <Scope extends { actor: AuditedActor }>(tx: Tx, context: Context, scope: Scope): Work<Scope> => ({
  ...scope,
  ...createBaseWork(tx, context),
  audit: (resource, before, after, verb) => logVersions(tx, context, scope.actor, resource, [before, after], verb),
  logAudit: (...entries) => logAudit(tx, context, scope.actor, ...entries),
})

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
