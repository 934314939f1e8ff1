/** What a probe found while others did its work: it goes into the history, and nobody is told of it. */
import { type Absence, isWithinAbsence } from '../../core/probes/probe-health.ts'
import type { CheckResult } from '../../core/probes/protocol.ts'
import type { IncomingResult } from './evaluation-batch.ts'

/** As ingest takes them. */
export const markPastResults = (results: readonly CheckResult[], absence: Absence | null): readonly IncomingResult[] =>
  absence === null
    ? results
    : results.map((result) => (isWithinAbsence(absence, result.startedAt) ? { ...result, isPast: true } : result))
