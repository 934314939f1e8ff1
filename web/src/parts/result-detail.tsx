/** One result of a check in full: what was found, where the time went, and what the target answered. */
import type { ReactNode } from 'react'
import type { Schemas } from '../api/types.ts'
import { useFormat, useText } from '../text/text.tsx'
import { cx } from '../ui/cx.ts'
import { type Fact, Facts } from '../ui/page.tsx'
import { DateTime } from '../ui/time.tsx'
import { KeptResponse } from './kept-response.tsx'
import { ResultBadge } from './result-badge.tsx'
import { WaterfallBars } from './waterfall-bars.tsx'

type FullResult = Schemas['FullCheckResult']

interface Trouble {
  error_type?: Schemas['CheckResult']['error_type'] | undefined
  error_message?: string | undefined
}

/** What went wrong, in a line; nothing when nothing did. */
export function TroubleLine({ result, className }: { result: Trouble; className?: string }) {
  const { result: words } = useText().monitor
  if (result.error_type === undefined && result.error_message === undefined) return null
  return (
    <p className={cx('wrap-anywhere', className)}>
      {result.error_type && <span className="font-medium">{words.error[result.error_type]}</span>}
      {result.error_message && (
        <>
          {result.error_type && ': '}
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
  const { result: words } = useText().monitor
  const isPing = result.packet_loss_percent !== undefined || result.round_trip !== undefined
  return (
    <div className="flex flex-col gap-5">
      <div>
        <ResultBadge status={result.status} />
        <TroubleLine result={result} className="mt-2" />
        {result.status === 'inconclusive' && <p className="mt-1 text-muted">{words.inconclusive}</p>}
      </div>
      <Basics result={result} />
      {isPing ? <RoundTrip result={result} /> : <Phases result={result} />}
      {result.answers && <Answers answers={result.answers} />}
      {result.response && (
        <Part title={words.response}>
          <KeptResponse response={result.response} />
        </Part>
      )}
    </div>
  )
}

function Basics({ result }: { result: FullResult }) {
  const { result: words } = useText().monitor
  const format = useFormat()
  const { certificate } = result
  const facts: (Fact | false | undefined)[] = [
    { term: words.checkedAt, value: <DateTime at={result.checked_at} isExact /> },
    { term: words.region, value: result.region },
    result.remote_address !== undefined && { term: words.address, value: result.remote_address },
    result.status_code !== undefined && { term: words.statusCode, value: String(result.status_code) },
    certificate && {
      term: words.certificate,
      value: `${certificate.subject}, ${words.validUntil(format.date(certificate.valid_to))}`,
    },
  ]
  return <Facts facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
}

function Phases({ result: { timings, response_time_ms } }: { result: FullResult }) {
  const { result: words } = useText().monitor
  return (
    <Part title={words.phases}>
      <WaterfallBars timings={timings} totalMs={response_time_ms} />
    </Part>
  )
}

function RoundTrip({ result: { round_trip: trip, packet_loss_percent: loss } }: { result: FullResult }) {
  const { result: words } = useText().monitor
  const format = useFormat()
  const facts: Fact[] = [
    ...(loss === undefined ? [] : [{ term: words.loss, value: format.percent(loss, 0) }]),
    ...(trip
      ? [
          { term: words.min, value: format.ms(trip.min_ms) },
          { term: words.avg, value: format.ms(trip.avg_ms) },
          { term: words.max, value: format.ms(trip.max_ms) },
          { term: words.jitter, value: format.ms(trip.jitter_ms) },
        ]
      : []),
  ]
  return (
    <Part title={words.roundTrip}>
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
  const { result: words } = useText().monitor
  return (
    <Part title={words.answers}>
      {answers.length === 0 && <p className="text-muted">{words.noAnswers}</p>}
      <Facts
        facts={answers.map(({ record_type, values }) => ({
          term: record_type,
          value: values.length === 0 ? words.noAnswers : <code className="font-mono text-sm">{values.join('\n')}</code>,
        }))}
      />
    </Part>
  )
}
