/** Monitors with dependencies, checks with given outcomes, and the notifications they cause. */
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { reviewHolds } from '../../../src/services/incidents/holds/review-holds.ts'
import { sendDueReminders } from '../../../src/services/incidents/reminders.ts'
import { endDueSilences } from '../../../src/services/incidents/silences.ts'
import type { MonitorScope } from '../../../src/services/platform/context.ts'
import { findNextHoldEnd } from '../../../src/store/incidents/incident-holds.ts'
import { listIncidents } from '../../../src/store/incidents/incident-reads.ts'
import { listIncidentUpdates } from '../../../src/store/incidents/incident-updates.ts'
import { saveParents } from '../../../src/store/monitors/monitor-dependencies.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { insertMonitors, insertWorkspace } from '../database/rows.ts'
import { type Cleanup, openTestStore } from '../database/stores.ts'
import { readRows, updateRows } from '../database/tables.ts'
import { createTestContext, type TestContext } from './context.ts'
import { createDownResult } from './monitors.ts'
import { createOutboxFixtureIn } from './outbox.ts'

export const T0 = Date.UTC(2026, 0, 31)

/** Alice, in her project. */
export const SCOPE: MonitorScope = {
  projectId: 'alice',
  actor: {
    userId: 'alice',
    userName: 'Alice',
    organizationId: 'alice',
    role: 'owner',
    isInstanceAdmin: false,
    plan: 'scale',
    credential: { kind: 'session', sessionId: 'session' },
    ip: '127.0.0.1',
  },
}

/** A server that crashes before each commit. */
export function createDyingContext(context: TestContext): TestContext {
  const { store } = context
  const transact: Store['transact'] = (work) =>
    store.transact(async (tx) => {
      await work(tx)
      throw new Error('killed')
    })
  return { ...context, store: { ...store, transact } }
}

/**
 * Ends silences and sends the held alerts, as the watch does.
 *
 * @returns when the watch does it again, Unix ms; null when nothing is held
 */
export async function reviewSilences(context: TestContext): Promise<number | null> {
  await endDueSilences(context, 100)
  await reviewHolds(context, 'silenced', 100)
  return findNextHoldEnd(context.store.db)
}

export interface DependencySite<Name extends string> {
  context: TestContext
  /** Monitor keys by name. */
  keys: Record<Name, number>
  /** Makes a monitor depend on others. */
  addDependency(name: Name, ...parents: Name[]): Promise<void>
  /** Records one batch in which each of these monitors was checked just now. */
  check(found: Partial<Record<Name, 'up' | 'down' | 'slow'>>): Promise<void>
  /** Records one batch in which a monitor was checked several times, a moment apart. */
  checkRepeatedly(name: Name, ...found: ('up' | 'down')[]): Promise<void>
  /** Advances the clock. */
  advance(ms: number): void
  /** Runs the review of suppressions, and the reminders, as a server does at this moment. */
  reviewSuppressions(): ReturnType<typeof reviewHolds>
  sendReminders(): Promise<number>
  /** Changes columns of a monitor's row. */
  updateMonitor(name: Name, columns: object): Promise<void>
  /** Lines such as `opened shop`, in order of creation. */
  listNotifications(): Promise<string[]>
  /** Kinds or messages of the updates of a monitor's incidents, oldest first. */
  listIncidentUpdates(name: Name): Promise<string[]>
  /** Lines such as `shop in_doubt router`, sorted by name. */
  listSuppressions(): Promise<string[]>
  getIncident(name: Name): Promise<Awaited<ReturnType<typeof listIncidents>>['incidents'][number]>
}

/** Creates monitors that change status with a single check a minute; one target receives all notifications. */
export async function createDependencySite<const Name extends string>(
  t: Cleanup,
  dialect: DialectName,
  ...names: Name[]
): Promise<DependencySite<Name>> {
  const store = await openTestStore(t, dialect)
  const context = createTestContext(store, T0)
  await insertWorkspace(store)
  const keys = {} as Record<Name, number>
  for (const name of names) {
    const of = { at: T0 - 60_000, prefix: name, failure_threshold: 1, recovery_threshold: 1 }
    const [key] = await insertMonitors(store, 1, of)
    keys[name] = key!
    await updateRows(store.db, 'monitors', { name }, { key: key! })
  }
  const outbox = await createOutboxFixtureIn(store, context, 0)
  await outbox.createTarget('ops', 'https://ops.example.test/', Object.values(keys))
  const nameOf = (key: number | null) => names.find((name) => keys[name] === key) ?? '?'

  const incidentsOf = async (name: Name) => {
    const filter = { monitorId: `alice-${name}-0` }
    return (await listIncidents(store.db, 'alice', filter, { limit: 50, offset: 0 })).incidents.reverse()
  }

  return {
    context,
    keys,
    addDependency: (name, ...parents) =>
      store.transact((tx) =>
        saveParents(tx, [{ monitorKey: keys[name], parentIds: parents.map((parent) => `alice-${parent}-0`) }]),
      ),
    check: (found) =>
      recordResults(
        context,
        'local',
        (Object.entries(found) as [Name, string][]).map(([name, status]) =>
          createResult(keys[name], status, context.now()),
        ),
      ),
    checkRepeatedly: (name, ...found) =>
      recordResults(
        context,
        'local',
        found.map((status, index) => createResult(keys[name], status, context.now() - 100 * (found.length - index))),
      ),
    advance: (ms) => context.setTime(context.now() + ms),
    reviewSuppressions: () => reviewHolds(context, 'dependency_down', 100),
    sendReminders: () => sendDueReminders(context, 100),
    updateMonitor: (name, columns) => updateRows(store.db, 'monitors', columns, { key: keys[name] }),
    async listNotifications() {
      const rows = await store.db
        .selectFrom('deliveries as d')
        .leftJoin('incidents as i', 'i.id', 'd.incident_id')
        .select(['d.event_type', 'i.monitor_key'])
        .orderBy('d.created_at')
        .orderBy('d.id')
        .execute()
      return rows.map((row) => `${row.event_type.replace('incident.', '')} ${nameOf(row.monitor_key)}`)
    },
    async listIncidentUpdates(name) {
      const entries = []
      for (const { id } of await incidentsOf(name)) entries.push(...(await listIncidentUpdates(store.db, id)))
      return entries.map(({ kind, message }) => (kind === 'status_changed' || kind === 'escalated' ? message : kind))
    },
    async listSuppressions() {
      const rows = await readRows(store.db, 'incident_holds', { reason: 'dependency_down' }, ['monitor_key'])
      return rows.map((row) => `${nameOf(row.monitor_key)} ${row.phase} ${nameOf(row.parent_key)}`)
    },
    getIncident: async (name) => (await incidentsOf(name)).at(-1)!,
  }
}

export function createResult(key: number, status: string, now: number): CheckResult {
  const failed = createDownResult(key, now - 1)
  if (status === 'down') return failed
  const slow = status === 'slow'
  return {
    ...failed,
    status: slow ? 'degraded' : 'up',
    statusCode: 200,
    errorType: slow ? 'slow_response' : null,
    errorMessage: slow ? '900 ms' : null,
  }
}
