/** Stored results ordered by the due times of their checks, with the fields that are evaluated. */
import { HOUR_MS } from '../../core/platform/time/time.ts'
import type { CheckStatus, ErrorType } from '../../core/results/verdict.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader } from '../platform/store.ts'
import { type MonitorRange, type ResultRow, STORED_STATUSES } from '../results/result-blocks.ts'
import { unpackMeasures } from '../results/result-detail.ts'
import { listRowsBetween, listRowsOfMonitors } from '../results/result-rows.ts'

export interface DueResult {
  scheduledAt: number
  regionKey: number
  status: CheckStatus
  latenessMs: number
  responseTimeMs: number | null
  errorType: ErrorType | null
  errorMessage: string | null
}

/** Time whose results are read at once. It takes a few milliseconds. */
const WINDOW_MS = 6 * HOUR_MS

/** Yields the results of checks that were due in [from, to), Unix ms, in pages. */
export async function* listDueResults(
  db: Reader,
  monitorKey: number,
  from: number,
  to: number,
): AsyncGenerator<DueResult[]> {
  for (let at = from; at < to; at += WINDOW_MS) {
    const rows = await listRowsBetween(db, monitorKey, at, Math.min(at + WINDOW_MS, to))
    if (rows.length > 0) yield rows.map(toDueResult)
  }
}

/** Lists the results of several monitors that were due in their ranges, by monitor. Intended for a few hours. */
export async function listDueResultsOfMonitors(
  db: Reader,
  ranges: readonly MonitorRange[],
): Promise<Map<number, DueResult[]>> {
  const rows = await listRowsOfMonitors(db, ranges)
  return new Map([...rows].map(([monitorKey, own]) => [monitorKey, own.map(toDueResult)]))
}

function toDueResult({ scheduled_at, region, status, detail, error }: ResultRow): DueResult {
  const { latenessMs, responseTimeMs } = unpackMeasures(detail)
  const [errorType = null, errorMessage = null] = error ? (JSON.parse(error) as [ErrorType | null, string | null]) : []
  return {
    scheduledAt: scheduled_at,
    regionKey: region,
    status: STORED_STATUSES[status]!,
    latenessMs,
    responseTimeMs,
    errorType,
    errorMessage,
  }
}

const countIncidents = prepareQuery((db: Reader, monitorKey: number, from: number, to: number) =>
  db
    .selectFrom('incidents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('monitor_key', '=', monitorKey)
    .where('family', 'in', ['availability', 'slowness'])
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .where('source', '=', 'system')
    .where('created_by', 'is', null)
    .where('deleted_at', 'is', null),
)

/** Counts the incidents that the checks of a monitor opened in [from, to). Deleted incidents are left out. */
export const countCheckedIncidents = async (
  db: Reader,
  monitorKey: number,
  from: number,
  to: number,
): Promise<number> => Number((await countIncidents(db, monitorKey, from, to))[0]!.count)
