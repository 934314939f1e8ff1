/** The essential part of a target's answer to a failed check, without a click. */
import { useText } from '../../../text/text.tsx'
import { type AnsweredResult, listAnswerFacts, listFirstLines } from './answer-facts.ts'

export function TargetAnswer({ result }: { result: AnsweredResult }) {
  const { result: labels } = useText().monitor
  const facts = listAnswerFacts(result, labels)
  const lines = listFirstLines(result.response?.body ?? null)
  if (facts.length === 0 && lines.length === 0) return null
  return (
    <div className="mt-1.5 text-sm">
      <dl className="flex flex-wrap gap-x-4 gap-y-0.5">
        {facts.map(({ term, value }) => (
          <div key={term} className="min-w-0 wrap-anywhere">
            <dt className="inline text-muted">{term}: </dt>
            <dd className="inline font-mono text-[0.92em]">{value}</dd>
          </div>
        ))}
      </dl>
      {lines.length > 0 && (
        <pre className="mt-1 line-clamp-3 border-l-2 border-line pl-2 font-mono text-[0.92em] whitespace-pre-wrap wrap-anywhere">
          {lines.join('\n')}
        </pre>
      )}
    </div>
  )
}
