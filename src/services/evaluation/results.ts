/**
 * The heart: results come in, and everything that follows from them is written in the same transaction. A crash at any
 * instruction loses no acknowledged result, no incident and no alert; a batch that arrives twice changes nothing.
 */
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { IngestPolicy } from '../../core/evaluation/ingest.ts'
import { concernsIncidents } from '../../core/evaluation/monitor-step.ts'
import type { Turn } from '../../core/incidents/circumstances.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { CheckResult } from '../../core/probes/protocol.ts'
import { earliestTaken } from '../../core/retention/retention.ts'
import { loadJudged, saveStates } from '../../store/evaluation/check-states.ts'
import { saveRuntimeStatuses } from '../../store/evaluation/monitor-status.ts'
import type { DialectName } from '../../store/platform/dialects.ts'
import type { Tx } from '../../store/platform/store.ts'
import { findRegion, listRegions } from '../../store/probes/regions.ts'
import { saveResponses } from '../../store/results/kept-responses.ts'
import { insertResults } from '../../store/results/results.ts'
import { writeStatusChanges } from '../../store/results/status-changes.ts'
import { keepCertificates } from '../expiry/certificates.ts'
import { explained, loadCircumstances } from '../incidents/circumstances.ts'
import { stirHolds } from '../incidents/holds.ts'
import { followUp } from '../incidents/incidents.ts'
import { tellResults, tellStatusChanges } from '../live/live-news.ts'
import type { Context } from '../platform/context.ts'
import { rollHours } from '../results/hours.ts'
import { beginBatch } from './batch-count.ts'
import { type IncomingResult, JudgedBatch } from './judged-batch.ts'
import { bareOf, refuse, takeSound } from './refused-results.ts'

/** Another server moved one of the monitors since they were read. */
class Overtaken extends Error {}

/** Servers that share a database may overtake each other; each attempt reads anew. */
const ATTEMPTS = 5

/**
 * Monitors that change in one transaction. In SQLite nobody is answered while one goes on, and so many take 10 ms; of
 * monitors that do not change, 500 take as long. PostgreSQL answers others meanwhile, and what each transaction asks and
 * flushes is then shared by more.
 */
const MOST_CHANGES: Readonly<Record<DialectName, number>> = { sqlite: 25, postgres: 100 }

/** Nothing has been written. */
class TooManyChanges extends Error {
  readonly changes: number

  constructor(changes: number) {
    super(`${changes} monitors change at once`)
    this.changes = changes
  }
}

/**
 * Stores what a probe found, in any order and as often as the probe likes. When it returns, all of it is durable that can
 * be stored at all.
 *
 * @param regionCode where the probe stands
 * @throws what the database throws; then not all was stored, and the probe keeps its results: a repeat changes nothing
 */
export async function recordResults(
  context: Context,
  regionCode: string,
  results: readonly CheckResult[],
): Promise<void> {
  await recordSound(context, regionCode, takeSound(context, regionCode, results))
}

async function recordSound(context: Context, regionCode: string, results: readonly CheckResult[]): Promise<void> {
  const count = beginBatch(context.meter, regionCode)
  const mostChanges = MOST_CHANGES[context.store.dialect]
  try {
    await transactResults(context, (_, record) => record(regionCode, results), mostChanges)
    count.stored(results)
  } catch (error) {
    if (error instanceof TooManyChanges) {
      await recordPortions(context, regionCode, results, Math.ceil(error.changes / mostChanges))
      return
    }
    count.failed()
    if (!isPoisoned(context, error)) throw error
    if (results.length > 1) await recordPortions(context, regionCode, results, 2)
    else await recordRest(context, regionCode, results[0]!, error)
  }
}

async function recordPortions(
  context: Context,
  regionCode: string,
  results: readonly CheckResult[],
  count: number,
): Promise<void> {
  for (const portion of portionsOf(results, count)) {
    await recordSound(context, regionCode, portion)
    await othersTurn()
  }
}

/** One of the results is at fault, and its neighbours are not: they are stored by halves. */
const isPoisoned = ({ store: { traits } }: Context, error: unknown): boolean =>
  traits.isUnstorable(error) && !traits.isUniqueViolation(error)

/** What a result carries along may be at fault alone. Otherwise it is given up: no other try would go better. */
async function recordRest(context: Context, regionCode: string, result: CheckResult, error: unknown): Promise<void> {
  const bare = bareOf(result)
  refuse(context, regionCode, result, error, bare !== null)
  if (bare !== null) await recordSound(context, regionCode, [bare])
}

/** Of one monitor, what comes first is in the same portion or an earlier one. */
function portionsOf(results: readonly CheckResult[], count: number): CheckResult[][] {
  const ordered = results.toSorted(byMonitorAndTime)
  const size = Math.ceil(ordered.length / count)
  return Array.from({ length: count }, (_, n) => ordered.slice(n * size, (n + 1) * size))
}

const byMonitorAndTime = (a: CheckResult, b: CheckResult): number =>
  a.monitorKey - b.monitorKey || a.scheduledAt - b.scheduledAt

/**
 * Stores results within a transaction.
 *
 * @param regionCode null for what has no place: every server files it under the same region
 * @param policies by monitor key, what to judge by instead of the monitor's own settings
 */
export type RecordResults = (
  regionCode: string | null,
  results: readonly IncomingResult[],
  policies?: ReadonlyMap<number, Partial<IngestPolicy>>,
) => Promise<void>

/**
 * Runs `work` in one transaction with the results that it records, and anew when another server overtook it.
 *
 * @throws TooManyChanges when results change more monitors than `mostChanges`
 */
export async function transactResults<T>(
  context: Context,
  work: (tx: Tx, record: RecordResults) => Promise<T>,
  mostChanges = Number.POSITIVE_INFINITY,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      let told = false
      const done = await context.store.transact((tx) =>
        work(tx, async (regionCode, results, policies = new Map()) => {
          if (await recordBatch(tx, context, regionCode, results, policies, mostChanges)) told = true
        }),
      )
      if (told) context.wake('deliveries')
      return done
    } catch (error) {
      // Reopening an incident can meet somebody who opens another one of the same kind by hand
      const { isConflict, isUniqueViolation } = context.store.traits
      const again = error instanceof Overtaken || isConflict(error) || isUniqueViolation(error)
      if (!again || attempt === ATTEMPTS) throw error
    }
  }
}

/** @returns whether incidents are concerned */
async function recordBatch(
  tx: Tx,
  context: Context,
  regionCode: string | null,
  results: readonly IncomingResult[],
  policies: ReadonlyMap<number, Partial<IngestPolicy>>,
  mostChanges: number,
): Promise<boolean> {
  const now = context.now()
  const regions = await listRegions(tx)
  const region = findRegion(regions, regionCode)
  const earliest = earliestTaken(context.plans, now)
  const taken = results.filter((result) => result.scheduledAt >= earliest)
  const ordered = taken.sort(byMonitorAndTime)
  const monitors = await loadJudged(tx, [...new Set(ordered.map((result) => result.monitorKey))])
  for (const [key, policy] of policies) {
    const monitor = monitors.get(key)
    if (monitor) monitors.set(key, { ...monitor, ...policy })
  }
  const batch = new JudgedBatch(region, regions, now)
  for (const result of ordered) {
    const monitor = monitors.get(result.monitorKey)
    if (monitor) batch.add(monitor, result)
  }
  const turns = batch.turns()
  const changing = turns.filter(({ changes }) => changes.length > 0)
  if (changing.length > mostChanges) throw new TooManyChanges(changing.length)
  await insertResults(tx, batch.rows)
  await rollHours(tx, batch.hoursToRoll())
  if (!(await saveStates(tx, batch.changedStates()))) throw new Overtaken()
  tellResults(tx, context, region.code, batch.rows, monitors)
  const told = await tell(tx, context, turns, (key) => monitors.get(key)!.intervalSeconds * SECOND_MS)
  // Last, as whoever changes a monitor does it: the two then never wait for each other
  await keepCertificates(tx, batch.certificates, now)
  await saveResponses(tx, batch.responses)
  await stirHolds(tx, context, changing)
  return told
}

/** Writes what changed and what it means for incidents. */
async function tell(
  tx: Tx,
  context: Context,
  turns: readonly Turn[],
  intervalMsOf: (monitorKey: number) => number,
): Promise<boolean> {
  const relevant = turns.filter(concernsIncidents)
  const moved = turns.filter((turn) => turn.changes.length > 0)
  const areStillActive = await saveRuntimeStatuses(
    tx,
    moved.map(({ monitorKey, changes }) => ({
      monitorKey,
      status: changes.at(-1)!.to,
      since: changes.at(-1)!.at,
    })),
  )
  if (!areStillActive) throw new Overtaken()
  const circumstances = await loadCircumstances(tx, relevant, intervalMsOf)
  const rows = moved.flatMap(({ monitorKey, changes }) =>
    explained(changes, circumstances.get(monitorKey)).map((change) => ({
      ...change,
      id: context.newId(),
      monitorKey,
      kind: 'runtime' as const,
      actorId: null,
    })),
  )
  await writeStatusChanges(tx, rows)
  await tellStatusChanges(tx, context, rows)
  await followUp(tx, context, relevant, circumstances)
  return relevant.length > 0
}
