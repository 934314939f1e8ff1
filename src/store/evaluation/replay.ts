/** Stored results ordered by the due times of their checks, with the fields that are evaluated. */
import type { CheckStatus, ErrorType } from '../../core/results/verdict.ts'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader } from '../platform/store.ts'
import { unpackMeasures } from '../results/result-detail.ts'
import { STORED_STATUSES } from '../results/results.ts'

export interface DueResult {
  scheduledAt: number
  regionKey: number
  status: CheckStatus
  latenessMs: number
  responseTimeMs: number | null
  errorType: ErrorType | null
  errorMessage: string | null
}

/** Results per query. Reading them takes a few milliseconds. */
const PAGE = 500

// The first condition on `scheduled_at` follows from the tuple comparison. It lets PostgreSQL skip the partitions of
// earlier days
const selectPage = prepareQuery(
  (db: Reader, monitorKey: number, scheduledAt: number, regionKey: number, kind: number, to: number) =>
    db
      .selectFrom('results')
      .select(['scheduled_at', 'region', 'kind', 'status', 'detail', 'error'])
      .where('monitor_key', '=', monitorKey)
      .where('scheduled_at', '>=', scheduledAt)
      .where((eb) => eb(eb.refTuple('scheduled_at', 'region', 'kind'), '>', eb.tuple(scheduledAt, regionKey, kind)))
      .where('scheduled_at', '<', to)
      .orderBy('scheduled_at')
      .orderBy('region')
      .orderBy('kind')
      .limit(PAGE),
)

/** Yields the results of checks that were due in [from, to), Unix ms, in pages. */
export async function* listDueResults(
  db: Reader,
  monitorKey: number,
  from: number,
  to: number,
): AsyncGenerator<DueResult[]> {
  for (let [at, region, kind] = [from, -1, -1]; ; ) {
    const rows = await selectPage(db, monitorKey, at, region, kind, to)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toDueResult)
    if (rows.length < PAGE) return
    ;[at, region, kind] = [last.scheduled_at, last.region, last.kind]
  }
}

type Row = Awaited<ReturnType<typeof selectPage>>[number]

function toDueResult({ scheduled_at, region, status, detail, error }: Row): DueResult {
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
