/** The loss report of an import: the outcome of every item of the source. */
import type { Schemas } from '../../../api/types.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Badge } from '../../../ui/status.tsx'

type Report = NonNullable<Schemas['ImportedConfiguration']['report']>
type Item = Report['items'][number]

const OUTCOMES = ['dropped', 'changed', 'kept'] as const
const TONES = { kept: 'up', changed: 'degraded', dropped: 'down' } as const

export function ImportReport({ report }: { report: Report }) {
  const labels = useText().settings.configuration
  const format = useFormat()
  return (
    <section aria-label={labels.reportTitle}>
      <h3 className="mb-2 font-semibold">{labels.reportTitle}</h3>
      {OUTCOMES.map((outcome) => {
        const items = report.items.filter((item) => item.outcome === outcome)
        if (items.length === 0) return null
        return (
          <Disclosure
            key={outcome}
            isOpenAtFirst={outcome !== 'kept'}
            title={labels.outcomeCount[outcome](format.number(items.length))}
          >
            <ul className="flex flex-col gap-2">
              {items.map((item, index) => (
                <li key={index}>
                  <ReportItem item={item} />
                </li>
              ))}
            </ul>
          </Disclosure>
        )
      })}
    </section>
  )
}

function ReportItem({ item: { kind, name, outcome, notes } }: { item: Item }) {
  const labels = useText().settings.configuration
  return (
    <>
      <Badge tone={TONES[outcome]}>{labels.outcomes[outcome]}</Badge>{' '}
      <span className="font-medium wrap-anywhere">{name}</span> <span className="text-muted">({kind})</span>
      {notes.map(({ reason, advice }) => (
        <p key={reason} className="text-sm wrap-anywhere text-muted">
          {reason} {advice}
        </p>
      ))}
    </>
  )
}
