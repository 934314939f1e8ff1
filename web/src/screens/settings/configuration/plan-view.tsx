/** A plan: the number of changes, and each change with its fields. */
import type { Schemas } from '../../../api/types.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { Badge } from '../../../ui/status.tsx'
import { Cell, Table } from '../../../ui/table.tsx'

type Plan = Schemas['ConfigurationPlan']
type Change = Schemas['PlannedChange']

const TONES = { create: 'up', update: 'degraded', delete: 'down' } as const

/** Changes that are shown; a plan may have thousands. */
const SHOWN = 200

interface PlanProps {
  plan: Plan
  /** The document of the plan. */
  document: Readonly<Record<string, unknown>>
}

export function PlanView({ plan, document }: PlanProps) {
  const labels = useText().settings.configuration
  const format = useFormat()
  const { create, update, delete: removed, unchanged, adopt, release } = plan.summary
  const counts = [create, update, removed, unchanged].map((count) => format.number(count)) as [
    string,
    string,
    string,
    string,
  ]
  const hidden = plan.changes.length - SHOWN
  return (
    <section aria-label={labels.planTitle}>
      <h3 className="mb-2 font-semibold">{labels.planTitle}</h3>
      <p role="status">{labels.summary(...counts)}</p>
      {adopt > 0 && <p className="text-muted">{labels.adopted(format.number(adopt), plan.source)}</p>}
      {release > 0 && <p className="text-muted">{labels.releases(format.number(release))}</p>}
      {plan.changes.length > 0 && (
        <Table label={labels.planTitle} isStacked head={[labels.action, labels.resource, labels.changes]}>
          {plan.changes.slice(0, SHOWN).map((change) => (
            <Row key={`${change.collection}.${change.key}`} change={change} document={document} />
          ))}
        </Table>
      )}
      {hidden > 0 && <p className="mt-2 text-muted">{labels.more(format.number(hidden))}</p>}
    </section>
  )
}

interface RowProps {
  change: Change
  document: PlanProps['document']
}

function Row({ change: { collection, key, name, action, fields }, document }: RowProps) {
  const labels = useText().settings.configuration
  const created = action === 'create' ? listFirstValues(document, collection, key) : []
  return (
    <tr>
      <Cell>
        <Badge tone={TONES[action]}>{labels.actions[action]}</Badge>
      </Cell>
      <Cell label={labels.resource}>
        <span className="font-medium wrap-anywhere">{name}</span>
        <p className="text-sm wrap-anywhere text-muted">{`${collection}.${key}`}</p>
      </Cell>
      <Cell label={labels.changes}>
        <ul className="text-sm">
          {created.map(([field, value]) => (
            <li key={field} className="wrap-anywhere">
              <code>{field}</code>: {toText(value)}
            </li>
          ))}
          {fields.map(({ field, before, after }) => (
            <li key={field} className="wrap-anywhere">
              <code>{field}</code>: {toText(before)} → {toText(after)}
            </li>
          ))}
        </ul>
      </Cell>
    </tr>
  )
}

/** Fields by which a reader recognizes a new resource. None of them holds a secret. */
const FIRST_FIELDS = ['type', 'channel', 'target', 'interval_seconds', 'starts_at', 'timezone', 'slug']

function listFirstValues(document: PlanProps['document'], collection: string, key: string): [string, unknown][] {
  const resources = document[collection] as Readonly<Record<string, object>> | undefined
  return Object.entries(resources?.[key] ?? {}).filter(([field]) => FIRST_FIELDS.includes(field))
}

const toText = (value: unknown): string => (value === undefined || value === null ? '–' : JSON.stringify(value))
