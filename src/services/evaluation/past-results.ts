/**
 * Results that a probe measured during an absence in which other probes ran its checks. These results go to the history
 * and send no alerts.
 */
import { type Absence, isWithinAbsence } from '../../core/probes/probe-health.ts'
import type { CheckResult } from '../../core/probes/protocol.ts'
import type { IncomingResult } from './evaluation-batch.ts'

/** Marks results from the absence as past. */
export const markPastResults = (results: readonly CheckResult[], absence: Absence | null): readonly IncomingResult[] =>
  absence === null
    ? results
    : results.map((result) => (isWithinAbsence(absence, result.startedAt) ? { ...result, isPast: true } : result))
