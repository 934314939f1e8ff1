/** What a probe found while others did its work: it goes into the history, and nobody is told of it. */
import { type Absence, wasAbsent } from '../../core/probes/probe-health.ts'
import type { CheckResult } from '../../core/probes/protocol.ts'
import type { IncomingResult } from './judged-batch.ts'

/** As ingest takes them. */
export const asFound = (results: readonly CheckResult[], absence: Absence | null): readonly IncomingResult[] =>
  absence === null
    ? results
    : results.map((result) => (wasAbsent(absence, result.startedAt) ? { ...result, isPast: true } : result))
