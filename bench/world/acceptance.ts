/** Acceptance limits for all worlds, and a table of findings. */
import { getPercentile, printTable } from '../support/report.ts'
import type { DowntimeError, Judgement } from './judge.ts'

/** Findings that must be empty. */
const MUST_BE_EMPTY = [
  'falseAlarms',
  'missed',
  'late',
  'lost',
  'repeated',
  'lateAfterReturn',
  'inconsistent',
  'neglected',
] as const

const MEAN_ERROR_MS = 3_000

/**
 * An outage begins and ends anywhere between two checks, so the error of one outage is up to an interval. A mean needs
 * at least this number of outages, of monitors whose interval is not much longer than the limit.
 */
const MIN_ERRORS_FOR_MEAN = 50
const MAX_INTERVAL_FOR_MEAN_MS = 75_000

/** @returns violated limits, one line each */
export function listFailures(judgements: readonly Judgement[]): string[] {
  const lines = judgements.flatMap((judgement) =>
    MUST_BE_EMPTY.flatMap((rule) => judgement[rule].map((finding) => `${judgement.scenario}: ${rule}: ${finding}`)),
  )
  const errors = judgements.flatMap(({ downtimeErrors }) => downtimeErrors).filter(isForMean)
  const mean = computeMeanErrorMs(errors)
  const isMeanBad = errors.length >= MIN_ERRORS_FOR_MEAN && Math.abs(mean) > MEAN_ERROR_MS
  return [
    ...lines,
    ...judgements.flatMap(({ scenario, downtimeErrors }) =>
      downtimeErrors.filter(isTooLarge).map(describeIn(scenario)),
    ),
    ...(isMeanBad ? [`downtime: mean error ${(mean / 1_000).toFixed(1)} s`] : []),
  ]
}

const isForMean = ({ intervalMs, isShortened }: DowntimeError): boolean =>
  intervalMs <= MAX_INTERVAL_FOR_MEAN_MS && !isShortened

const isTooLarge = ({ errorMs, intervalMs }: DowntimeError): boolean => Math.abs(errorMs) > intervalMs

const describeIn =
  (scenario: string) =>
  ({ monitor, errorMs, intervalMs }: DowntimeError): string =>
    `${scenario}: downtime of ${monitor}: error ${errorMs / 1_000} s, interval ${intervalMs / 1_000} s`

const computeMeanErrorMs = (errors: readonly DowntimeError[]): number =>
  errors.reduce((sum, { errorMs }) => sum + errorMs, 0) / errors.length

const HEAD = [
  'scenario',
  'false',
  'missed',
  'late',
  'lost',
  'repeated',
  'inconsistent',
  'mixed',
  'neglected',
  'detected p50 s',
  'worst s',
  'recovered worst s',
  'after return s',
  'messages per cause',
  'downtime error mean s',
  'worst / interval',
] as const

/** One row for each scenario, and one for all of them. */
export function printJudgements(judgements: readonly Judgement[]): void {
  printTable(HEAD, [...judgements.map((judgement) => toRow(judgement.scenario, [judgement])), toRow('all', judgements)])
}

function toRow(name: string, judgements: readonly Judgement[]): (string | number)[] {
  const all = <T>(part: (judgement: Judgement) => readonly T[]) => judgements.flatMap(part)
  const detected = all(({ detectionMs }) => detectionMs).sort((a, b) => a - b)
  const errors = all(({ downtimeErrors }) => downtimeErrors)
  const perCause = all(({ messagesPerCause }) => messagesPerCause)
  return [
    name,
    all(({ falseAlarms }) => falseAlarms).length,
    all(({ missed }) => missed).length,
    all(({ late, lateAfterReturn }) => [...late, ...lateAfterReturn]).length,
    all(({ lost }) => lost).length,
    all(({ repeated }) => repeated).length,
    all(({ inconsistent }) => inconsistent).length,
    all(({ mixed }) => mixed).length,
    all(({ neglected }) => neglected).length,
    getPercentile(detected, 0.5) / 1_000,
    (detected.at(-1) ?? Number.NaN) / 1_000,
    Math.max(...all(({ recoveryMs }) => recoveryMs)) / 1_000,
    Math.max(...all(({ afterReturnMs }) => afterReturnMs)) / 1_000,
    perCause.reduce((sum, count) => sum + count, 0) / perCause.length,
    computeMeanErrorMs(errors.filter(isForMean)) / 1_000,
    Math.max(...errors.map(({ errorMs, intervalMs }) => Math.abs(errorMs) / intervalMs)),
  ]
}
