/** The target's answer to the newest failed check of the incident. */
import { useQuery } from '@tanstack/react-query'
import { listAnswerFacts } from '../../parts/results/reason/answer-facts.ts'
import { AnswerTime } from '../../parts/results/reason/failure-response.tsx'
import { TargetAnswer } from '../../parts/results/reason/target-answer.tsx'
import { useText } from '../../text/text.tsx'
import { Card } from '../../ui/page.tsx'
import { type Incident, responseQuery } from './queries.ts'

export function ResponseCard({ incident }: { incident: Incident }) {
  const { incidents, monitor } = useText()
  const { detail } = incidents
  const { data: result } = useQuery(responseQuery(incident))
  if (!result) return null
  if (!result.response)
    return listAnswerFacts(result, monitor.result).length === 0 ? null : (
      <Card title={detail.response}>
        <TargetAnswer result={result} />
      </Card>
    )
  const { response } = result
  return (
    <Card title={detail.response}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-semibold">{detail.answered(String(response.status_code))}</span>
        {response.content_type && <span className="text-muted wrap-anywhere">{response.content_type}</span>}
        <span className="text-muted">
          <AnswerTime seenAt={response.seen_at} checkedAt={result.checked_at} /> · {detail.checkedFrom(result.region)}
        </span>
      </p>
      {response.body ? (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1)
          tabIndex={0}
          className="mt-2 max-h-64 overflow-auto rounded-md bg-sunken p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
        >
          {response.body}
        </pre>
      ) : (
        <p className="mt-2 text-sm text-muted">{detail.noText}</p>
      )}
      {response.body && response.body_truncated && <p className="mt-1 text-sm text-muted">{detail.cut}</p>}
      {response.headers.length > 0 && (
        <details className="mt-2 text-sm">
          <summary className="w-fit rounded py-1 font-medium">
            {detail.headers(String(response.headers.length))}
          </summary>
          <dl className="mt-1 font-mono text-xs">
            {response.headers.map(({ name, value }, index) => (
              <div key={index} className="wrap-anywhere">
                <dt className="inline text-muted">{name}: </dt>
                <dd className="inline">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </Card>
  )
}
