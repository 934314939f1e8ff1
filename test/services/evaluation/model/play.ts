/** Plays histories through the real services, side by side in one store. */
import type { BulkRequest } from '../../../../src/core/monitors/bulk.ts'
import { Problem } from '../../../../src/core/platform/errors.ts'
import type { CheckResult } from '../../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../../src/core/results/verdict.ts'
import { recordResults } from '../../../../src/services/evaluation/record-results.ts'
import { markStaleMonitors } from '../../../../src/services/evaluation/stale-monitors.ts'
import { stopFlapping } from '../../../../src/services/evaluation/stop-flapping.ts'
import {
  acknowledgeIncident,
  changeIncidentStatus,
  removeIncident,
} from '../../../../src/services/incidents/incident-actions.ts'
import { openDeferredIncidents } from '../../../../src/services/maintenance/deferred-incidents.ts'
import { changeMonitors } from '../../../../src/services/monitors/monitor-bulk.ts'
import { updateMonitor } from '../../../../src/services/monitors/monitors.ts'
import type { Context } from '../../../../src/services/platform/context.ts'
import type { MonitorFixture } from '../../../support/factories/monitors.ts'
import { insertModelMonitors } from './fixture.ts'
import type { History } from './histories.ts'
import { readMonitors } from './read.ts'
import type { Check, Expected, Family, ModelEvent } from './reference.ts'

/** Monitors per batch. */
const BATCH_SIZE = 500

/**
 * Plays every event, turn by turn. Results of several monitors in one turn arrive in one batch.
 *
 * @param shuffled returns the results of a batch in the order to send them
 * @returns the state of each monitor afterwards
 */
export async function play(
  desk: MonitorFixture,
  histories: readonly History[],
  shuffled: <T>(items: T[]) => T[] = (items) => items,
): Promise<Expected[]> {
  const keys = await insertModelMonitors(
    desk.context.store,
    histories.map(({ watched }) => watched),
  )
  for (const acts of groupByTurn(histories, keys)) {
    desk.context.setTime(acts[0]!.happening.now)
    await playTurn(desk, acts, shuffled)
  }
  return readMonitors(desk.context.store.db, keys)
}

/**
 * Groups the events by turn.
 *
 * @param keys the keys of the monitors of the histories
 */
export function groupByTurn(histories: readonly History[], keys: readonly number[]): Act[][] {
  const acts = histories.flatMap(({ watched, events }, index) =>
    events.map((happening) => ({ happening, monitor: { id: watched.name, key: keys[index]! } })),
  )
  const turns = Map.groupBy(acts, ({ happening }) => happening.turn)
  return [...turns.keys()].toSorted((a, b) => a - b).map((number) => turns.get(number)!)
}

export interface Act {
  happening: ModelEvent
  monitor: { id: string; key: number }
}

async function playTurn(desk: MonitorFixture, acts: Act[], shuffled: <T>(items: T[]) => T[]): Promise<void> {
  const { context } = desk
  const { happening } = acts[0]!
  if (happening.what === 'silence') {
    let after: number | null = Math.min(...acts.map(({ monitor }) => monitor.key)) - 1
    while (after !== null) after = await markStaleMonitors(context, after)
  } else if (happening.what === 'steady') await runUntilDone(context, stopFlapping)
  else if (happening.what === 'withheld') await runUntilDone(context, openDeferredIncidents)
  else if (happening.what === 'results') {
    for (const batch of toBatches(acts)) await recordResults(context, happening.region, shuffled(batch))
  } else await playUserActions(desk, acts)
}

/** Groups results into batches; all results of a monitor in one turn are in the same batch. */
export const toBatches = (acts: readonly Act[]): CheckResult[][] =>
  Array.from({ length: Math.ceil(acts.length / BATCH_SIZE) }, (_, index) =>
    acts.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE).flatMap(resultsOf),
  )

/**
 * Calls a watch until nothing is due, because each call processes a limited number of rows.
 *
 * @param watch returns when it must be called again
 */
async function runUntilDone(
  context: MonitorFixture['context'],
  watch: (context: Context) => Promise<number | null>,
): Promise<void> {
  let dueAt: number | null
  do dueAt = await watch(context)
  while (dueAt !== null && dueAt <= context.now())
}

const resultsOf = ({ happening, monitor }: Act): CheckResult[] =>
  happening.what === 'results' ? happening.checks.map((check) => resultOf(monitor.key, check)) : []

const resultOf = (monitorKey: number, check: Check): CheckResult => ({
  monitorKey,
  kind: 'check',
  scheduledAt: check.scheduledAt,
  startedAt: check.startedAt,
  status: check.status,
  responseTimeMs: check.endedAt - check.startedAt,
  statusCode: null,
  errorType: check.errorType as CheckResult['errorType'],
  errorMessage: check.errorMessage,
  timings: NO_TIMINGS,
  remoteAddress: null,
})

const BULK_REQUESTS: readonly BulkRequest[] = [
  { operation: 'pause', from: ['active'] },
  { operation: 'resume', from: ['paused'] },
  { operation: 'delete' },
]

async function playUserActions({ context, scope }: MonitorFixture, acts: readonly Act[]): Promise<void> {
  for (const wish of BULK_REQUESTS) {
    const ids = acts.filter(({ happening }) => happening.what === wish.operation).map(({ monitor }) => monitor.id)
    if (ids.length > 0) await changeMonitors(context, scope, wish, ids)
  }
  for (const { happening, monitor } of acts) {
    if (happening.what === 'withdraw')
      await ignoreRefusal(
        updateMonitor(context, scope, monitor.id, ({ regions }) => {
          const staying = regions.filter((region) => region !== happening.region)
          return staying.length > 0 && staying.length < regions.length ? { regions: staying } : null
        }),
      )
    if (!('family' in happening)) continue
    const id = await findNewestIncident({ context, scope }, monitor.key, happening.family)
    if (id === null) continue
    const move = (status: 'open' | 'resolved') => changeIncidentStatus(context, scope, id, { status, note: null })
    const deeds = {
      acknowledge: () => acknowledgeIncident(context, scope, id),
      resolve: () => move('resolved'),
      reopen: () => move('open'),
      discard: () => removeIncident(context, scope, id),
    }
    await ignoreRefusal(deeds[happening.what]())
  }
}

/** Ignores a refused action: it already took effect, or its object no longer exists. */
async function ignoreRefusal(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

async function findNewestIncident(
  { context }: MonitorFixture,
  monitorKey: number,
  family: Family,
): Promise<string | null> {
  const row = await context.store.db
    .selectFrom('incidents')
    .select('id')
    .where('monitor_key', '=', monitorKey)
    .where('family', '=', family)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}
