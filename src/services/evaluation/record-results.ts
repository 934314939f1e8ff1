/**
 * Records incoming results and writes all their effects in the same transaction. A crash at any instruction loses no
 * acknowledged result, no incident and no alert. A batch that arrives twice changes nothing.
 */
import type { IngestPolicy } from '../../core/evaluation/ingest.ts'
import type { Evaluation } from '../../core/incidents/evaluation.ts'
import type { CheckResult } from '../../core/probes/protocol.ts'
import type { StatusChange } from '../../core/results/state.ts'
import { computeEarliestAccepted } from '../../core/retention/retention.ts'
import { lockStates } from '../../store/evaluation/check-states.ts'
import { type EvaluatedMonitor, saveStates } from '../../store/evaluation/evaluated-monitors.ts'
import { markSuppressionsDue } from '../../store/incidents/incident-holds.ts'
import type { DialectName } from '../../store/platform/dialects.ts'
import { runAfterCommit } from '../../store/platform/session.ts'
import type { Tx } from '../../store/platform/store.ts'
import { findRegion, listRegions } from '../../store/probes/regions.ts'
import { saveResponses } from '../../store/results/failure-responses.ts'
import { insertResults } from '../../store/results/results.ts'
import { recordCertificates } from '../expiry/certificates.ts'
import { publishResults } from '../live/live-publisher.ts'
import type { Context } from '../platform/context.ts'
import { type BaseWork, transactSystem } from '../platform/work.ts'
import { closeHours } from '../results/roll-up.ts'
import { startBatchMetrics } from './batch-metrics.ts'
import { EvaluationBatch, type IncomingResult } from './evaluation-batch.ts'
import { mergeLateResults, recordLateOutages } from './late-results.ts'
import { filterValid, omitExtras, reportRefused } from './refused-results.ts'
import { hasChanges, saveEvaluations } from './save-evaluations.ts'
import { VotingRegions } from './voting-regions.ts'

/** Another server changed one of the monitors after they were read. */
class ConcurrentUpdate extends Error {}

/**
 * Servers that share a database may conflict. Each further attempt locks the states, then reads the monitors again, so
 * that results of other regions do not delay it for ever.
 */
const MAX_ATTEMPTS = 5

/**
 * Maximum number of monitors that change in one transaction. SQLite blocks the thread, and 25 changing monitors take 10
 * ms. PostgreSQL answers other requests in the meantime, and a larger transaction shares its queries and its flush between
 * more monitors.
 */
const MAX_CHANGES: Readonly<Record<DialectName, number>> = { sqlite: 25, postgres: 100 }

/**
 * Number of monitors moving from `unknown` to `up` that count as one changing monitor. They rarely have an incident, and
 * all monitors move at once in the first round and after a gap. Most of the cost of such a round is its commits.
 */
const RETURNS_PER_CHANGE = 20

/** Counts the changing monitors by the cost of their changes. */
const weighChanges = (changing: readonly Evaluation[]): number =>
  changing.reduce((sum, { changes }) => sum + (changes.every(isReturn) ? 1 / RETURNS_PER_CHANGE : 1), 0)

const isReturn = ({ from, to }: StatusChange): boolean => from === 'unknown' && to === 'up'

/** Thrown before any row is written. */
class TooManyChanges extends Error {
  /** See `weighChanges`. */
  readonly weight: number

  constructor(weight: number) {
    super('too many monitors change at once')
    this.weight = weight
  }
}

/**
 * Stores the results of a probe, in any order and any number of times: a repeat changes nothing. When it returns, every
 * storable result is durable.
 *
 * @param regionCode region of the probe
 * @throws database errors; the probe then keeps its results and sends them again
 */
export async function recordResults(
  context: Context,
  regionCode: string,
  results: readonly CheckResult[],
): Promise<void> {
  await recordValid(context, regionCode, filterValid(context, regionCode, results))
}

async function recordValid(context: Context, regionCode: string, results: readonly CheckResult[]): Promise<void> {
  const metrics = startBatchMetrics(context.meter, regionCode)
  const maxChanges = MAX_CHANGES[context.store.dialect]
  try {
    await runResultTransaction(context, (_, record) => record(regionCode, results), maxChanges)
    metrics.recordStored(results)
  } catch (error) {
    if (error instanceof TooManyChanges) {
      await recordParts(context, regionCode, results, Math.ceil(error.weight / maxChanges))
      return
    }
    metrics.recordFailed()
    if (!isPoisoned(context, error)) throw error
    if (results.length > 1) await recordParts(context, regionCode, results, 2)
    else await recordWithoutExtras(context, regionCode, results[0]!, error)
  }
}

async function recordParts(
  context: Context,
  regionCode: string,
  results: readonly CheckResult[],
  count: number,
): Promise<void> {
  for (const part of splitIntoParts(results, count)) await recordValid(context, regionCode, part)
}

/**
 * Returns whether a result of the batch cannot be stored. The batch is then split in halves until the result is
 * isolated.
 */
const isPoisoned = ({ store: { traits } }: Context, error: unknown): boolean =>
  traits.isUnstorable(error) && !traits.isUniqueViolation(error)

/**
 * Stores a result without its extras, which may be the only unstorable part. A result that has no extras is dropped,
 * because a retry would fail too.
 */
async function recordWithoutExtras(
  context: Context,
  regionCode: string,
  result: CheckResult,
  error: unknown,
): Promise<void> {
  const bare = omitExtras(result)
  reportRefused(context, { region: regionCode, result, reason: error, isPartly: bare !== null })
  if (bare !== null) await recordValid(context, regionCode, [bare])
}

/** Splits results into parts of equal size. The results of a monitor stay in chronological order across the parts. */
function splitIntoParts(results: readonly CheckResult[], count: number): CheckResult[][] {
  const ordered = results.toSorted(compareMonitorAndTime)
  const size = Math.ceil(ordered.length / count)
  return Array.from({ length: count }, (_, n) => ordered.slice(n * size, (n + 1) * size))
}

const compareMonitorAndTime = (a: CheckResult, b: CheckResult): number =>
  a.monitorKey - b.monitorKey || a.scheduledAt - b.scheduledAt

/**
 * Stores results within a transaction.
 *
 * @param regionCode null for results that all servers store under one region
 */
export type RecordResults = (
  regionCode: string | null,
  results: readonly IncomingResult[],
  policies?: Policies,
) => Promise<void>

/** Settings that replace the settings of monitors, by monitor key. */
type Policies = ReadonlyMap<number, Partial<IngestPolicy>>

const NO_POLICIES: Policies = new Map()

/**
 * Runs `run` in one transaction with the results it records. Retries it after a conflict with another server.
 *
 * @throws TooManyChanges when the changes of monitors weigh more than `maxChanges`
 */
export async function runResultTransaction<T>(
  context: Context,
  run: (tx: Tx, record: RecordResults) => Promise<T>,
  maxChanges = Number.POSITIVE_INFINITY,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transactSystem(context, (work) =>
        run(work.tx, async (regionCode, results, policies = NO_POLICIES) => {
          if (attempt > 1)
            await lockStates(
              work.tx,
              results.map(({ monitorKey }) => monitorKey),
            )
          await recordBatch(work, { regionCode, results, policies }, maxChanges)
        }),
      )
    } catch (error) {
      // Reopening an incident can conflict with a user who opens an incident of the same kind
      const { isConflict, isUniqueViolation } = context.store.traits
      const isRetryable = error instanceof ConcurrentUpdate || isConflict(error) || isUniqueViolation(error)
      if (!isRetryable || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/** Records results that all servers store under one region, in a transaction that has locked their monitors. */
export async function recordLockedResults(
  work: BaseWork,
  results: readonly IncomingResult[],
  policies: Policies = NO_POLICIES,
): Promise<void> {
  // The transaction may have changed the monitors
  work.context.evaluatedMonitors.drop(results.map(({ monitorKey }) => monitorKey))
  await recordBatch(work, { regionCode: null, results, policies }, Number.POSITIVE_INFINITY)
}

/** Arguments of `RecordResults`. */
interface ResultBatch {
  regionCode: string | null
  results: readonly IncomingResult[]
  policies: Policies
}

async function recordBatch(
  work: BaseWork,
  { regionCode, results, policies }: ResultBatch,
  maxChanges: number,
): Promise<void> {
  const { tx, context, at: now } = work
  const regions = await listRegions(tx)
  const region = findRegion(regions, regionCode)
  const earliest = computeEarliestAccepted(context.plans, now)
  const accepted = results.filter((result) => result.scheduledAt >= earliest)
  const ordered = accepted.sort(compareMonitorAndTime)
  const keys = [...new Set(ordered.map((result) => result.monitorKey))]
  const { monitors, cached } = await context.evaluatedMonitors.load(tx, keys)
  const evaluated = applyPolicies(monitors, policies)
  const batch = new EvaluationBatch(region, regions, now)
  let from = 0
  for (const key of keys) {
    let to = from
    while (ordered[to]?.monitorKey === key) to++
    const monitor = evaluated.get(key)
    if (monitor) batch.add(monitor, ordered.slice(from, to))
    from = to
  }
  const weight = weighChanges(batch.listEvaluations().filter(hasChanges)) + batch.late.length
  if (weight > maxChanges) throw new TooManyChanges(weight)
  const merged = await mergeLateResults(tx, batch, keys, { region, voters: new VotingRegions(regions), now })
  const evaluations = batch.listEvaluations()
  const changing = evaluations.filter(hasChanges)
  const states = batch.listChangedStates()
  // A monitor without a changed state was not compared with its row
  for (const { monitorKey } of states) cached.delete(monitorKey)
  // Before the results: all transactions lock states first, so two that store the same results never deadlock
  const areUnchanged = cached.size === 0 && (await saveStates(tx, states, monitors, regions.length > 1))
  const statuses = areUnchanged ? await saveEvaluations(work, evaluated, evaluations, merged) : null
  if (statuses === null) {
    context.evaluatedMonitors.drop(keys)
    throw new ConcurrentUpdate()
  }
  await insertResults(tx, batch.rows)
  await closeHours(tx, batch.listHoursToRollUp())
  await recordLateOutages(work, merged)
  // After the status changes: a client that applies the events in order never shows a confirmed change as unconfirmed
  const confirmationOf = (key: number) => batch.findConfirmation(evaluated.get(key)!)
  publishResults(tx, context, { region: region.code, results: batch.rows, monitors, confirmationOf })
  // Last, because changes to monitors lock these rows in the same order. The two therefore never deadlock
  await recordCertificates(tx, batch.certificates, now)
  await saveResponses(tx, batch.responses)
  await markSuppressionsDue(
    tx,
    changing.map(({ monitorKey }) => monitorKey),
    now,
  )
  runAfterCommit(tx, () => context.evaluatedMonitors.keep(monitors, states, evaluations, statuses))
}

/** Replaces settings of monitors. The states stay shared with `monitors`. */
function applyPolicies(
  monitors: ReadonlyMap<number, EvaluatedMonitor>,
  policies: Policies,
): ReadonlyMap<number, EvaluatedMonitor> {
  if (policies.size === 0) return monitors
  return new Map([...monitors].map(([key, monitor]) => [key, { ...monitor, ...policies.get(key) }]))
}
