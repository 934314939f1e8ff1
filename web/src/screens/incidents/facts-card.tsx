import { Link } from '@tanstack/react-router'
import { useFormat, useText } from '../../text/text.tsx'
import { Card, type Fact, Facts } from '../../ui/page.tsx'
import type { Incident } from './queries.ts'

export function FactsCard({ incident }: { incident: Incident }) {
  const { incidents, notifications } = useText()
  const format = useFormat()
  const { one } = incidents
  const { alerts_held_by: held, notification_channels: channels, status_page_update: pageText } = incident
  const names: Readonly<Record<string, string>> = notifications.channel
  const facts: (Fact | false | undefined | '')[] = [
    { term: one.kind, value: incidents.type[incident.type] },
    { term: one.source, value: incidents.source[incident.source] },
    incident.source === 'system' && { term: one.failures, value: format.number(incident.failure_count) },
    {
      term: one.reached,
      value: channels.length > 0 ? format.list(channels.map((channel) => names[channel] ?? channel)) : one.nobody,
    },
    pageText && { term: one.pageText, value: <span className="whitespace-pre-wrap">{pageText}</span> },
  ]
  return (
    <Card title={one.facts}>
      {held && (
        <p className="mb-3 rounded-md bg-maintenance-soft px-3 py-2 text-maintenance">
          {one.heldBy}{' '}
          <Link to="/monitors/$id" params={{ id: held.monitor_id }} className="font-medium underline">
            {held.name}
          </Link>
        </p>
      )}
      <Facts facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
    </Card>
  )
}
