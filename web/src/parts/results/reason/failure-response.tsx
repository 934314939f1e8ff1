/** The response of a target to a failed check: shown as text, never rendered. */
import type { Schemas } from '../../../api/types.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { ScrollBox } from '../../../ui/scroll-box.tsx'
import { DateTime } from '../../../ui/time.tsx'
import { isRepeated } from './answer-facts.ts'

export type FailureResponse = NonNullable<Schemas['FullCheckResult']['response']>

/** @param checkedAt time of the check; the response may be an earlier one that the target repeated */
export function FailureResponse({ response, checkedAt }: { response: FailureResponse; checkedAt: string }) {
  const { result } = useText().monitor
  const { number } = useFormat()
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        <span className="font-mono text-ink">
          {response.status_code}
          {response.content_type && ` ${response.content_type}`}
        </span>{' '}
        · <AnswerTime seenAt={response.seen_at} checkedAt={checkedAt} />
        {response.redirected_to && ` · ${result.redirectedTo} ${response.redirected_to}`}
      </p>
      <div>
        <h4 className="mb-1 text-sm font-medium">{result.headers}</h4>
        <ScrollBox label={result.headers} className="max-h-72 p-3 leading-relaxed">
          <dl>
            {response.headers.map(({ name, value }, index) => (
              <div key={name + index} className="wrap-anywhere">
                <dt className="inline text-muted">{name}: </dt>
                <dd className="inline">{value}</dd>
              </div>
            ))}
          </dl>
        </ScrollBox>
        {response.headers_truncated && <p className="mt-1 text-sm text-muted">{result.headersCut}</p>}
      </div>
      <div>
        <h4 className="mb-1 text-sm font-medium">{result.body}</h4>
        {response.body === null ? (
          <p className="text-sm text-muted">{result.bodyNone}</p>
        ) : (
          <ScrollBox label={result.body} className="max-h-72 p-3 leading-relaxed">
            <pre className="font-mono whitespace-pre-wrap wrap-anywhere">{response.body}</pre>
          </ScrollBox>
        )}
        {response.body_truncated && (
          <p className="mt-1 text-sm text-muted">{result.bodyCut(number(response.body_bytes))}</p>
        )}
      </div>
    </div>
  )
}

/** A response is stored once an hour while the target repeats it. */
export function AnswerTime({ seenAt, checkedAt }: { seenAt: string; checkedAt: string }) {
  const { result } = useText().monitor
  if (!isRepeated(seenAt, checkedAt))
    return (
      <>
        {result.responseAt} <DateTime at={seenAt} />
      </>
    )
  return (
    <>
      {result.sameResponse} <DateTime at={checkedAt} />, {result.lastStored} <DateTime at={seenAt} />
    </>
  )
}
