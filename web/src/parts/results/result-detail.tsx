/** One check result in full: facts, timings, and the response of the target. */
import type { ReactNode } from 'react'
import type { Schemas } from '../../api/types.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { cx } from '../../ui/cx.ts'
import { type Fact, Facts } from '../../ui/page.tsx'
import { DateTime } from '../../ui/time.tsx'
import { FailureResponse } from './reason/failure-response.tsx'
import { ResultBadge } from './result-badge.tsx'
import { WaterfallBars } from './waterfall-bars.tsx'

type FullResult = Schemas['FullCheckResult']

interface ResultError {
  error_type?: Schemas['CheckResult']['error_type'] | undefined
  error_message?: string | undefined
}

/** Messages of jobs, which state the problem themselves: a job reports, and does not respond with a status code. */
const OF_JOB = /^(?:the job reported|no ping arrived|the run that started)/

/** The error in one line; nothing if there was none. */
export function ErrorLine({ result, className }: { result: ResultError; className?: string }) {
  const { result: labels } = useText().monitor
  if (result.error_type === undefined && result.error_message === undefined) return null
  const type = OF_JOB.test(result.error_message ?? '') ? undefined : result.error_type
  return (
    <p className={cx('wrap-anywhere', className)}>
      {type && <span className="font-medium">{labels.error[type]}</span>}
      {result.error_message && (
        <>
          {type && ': '}
          <code className="font-mono text-[0.92em]">{result.error_message}</code>
        </>
      )}
    </p>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-2 font-semibold">{title}</h3>
    {children}
  </section>
)

export function ResultDetail({ result }: { result: FullResult }) {
  const { result: labels } = useText().monitor
  const isPing = result.packet_loss_percent !== undefined || result.round_trip !== undefined
  return (
    <div className="flex flex-col gap-5">
      <div>
        <ResultBadge status={result.status} />
        <ErrorLine result={result} className="mt-2" />
        {result.status === 'inconclusive' && <p className="mt-1 text-muted">{labels.inconclusive}</p>}
      </div>
      <Basics result={result} />
      {isPing ? <RoundTrip result={result} /> : <Phases result={result} />}
      {result.answers && <Answers answers={result.answers} />}
      {result.response && (
        <Part title={labels.response}>
          <FailureResponse response={result.response} checkedAt={result.checked_at} />
        </Part>
      )}
    </div>
  )
}

function Basics({ result }: { result: FullResult }) {
  const { result: labels } = useText().monitor
  const format = useFormat()
  const { certificate } = result
  const facts: (Fact | false | undefined)[] = [
    { term: labels.checkedAt, value: <DateTime at={result.checked_at} isExact /> },
    { term: labels.region, value: result.region },
    result.remote_address !== undefined && { term: labels.address, value: result.remote_address },
    result.status_code !== undefined && { term: labels.statusCode, value: String(result.status_code) },
    certificate && {
      term: labels.certificate,
      value: `${certificate.subject}, ${labels.validUntil(format.date(certificate.valid_to))}`,
    },
  ]
  return <Facts facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
}

function Phases({ result }: { result: FullResult }) {
  const { result: labels } = useText().monitor
  return (
    <Part title={labels.phases}>
      <WaterfallBars result={result} />
    </Part>
  )
}

function RoundTrip({ result: { round_trip: trip, packet_loss_percent: loss } }: { result: FullResult }) {
  const { result: labels } = useText().monitor
  const format = useFormat()
  const facts: Fact[] = [
    ...(loss === undefined ? [] : [{ term: labels.loss, value: format.percent(loss, 0) }]),
    ...(trip
      ? [
          { term: labels.min, value: format.ms(trip.min_ms) },
          { term: labels.avg, value: format.ms(trip.avg_ms) },
          { term: labels.max, value: format.ms(trip.max_ms) },
          { term: labels.jitter, value: format.ms(trip.jitter_ms) },
        ]
      : []),
  ]
  return (
    <Part title={labels.roundTrip}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {facts.map(({ term, value }) => (
          <div key={term} className="rounded-md bg-sunken px-3 py-2">
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="font-semibold tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function Answers({ answers }: { answers: NonNullable<FullResult['answers']> }) {
  const { result: labels } = useText().monitor
  return (
    <Part title={labels.answers}>
      {answers.length === 0 && <p className="text-muted">{labels.noAnswers}</p>}
      <Facts
        facts={answers.map(({ record_type, values }) => ({
          term: record_type,
          value:
            values.length === 0 ? labels.noAnswers : <code className="font-mono text-sm">{values.join('\n')}</code>,
        }))}
      />
    </Part>
  )
}
