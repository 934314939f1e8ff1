import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { asProblem } from '../../api/problem.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card, type Fact, Facts, Page } from '../../ui/page.tsx'
import { Notice, Skeleton, Trouble } from '../../ui/trouble.tsx'
import { AffectedCard } from './affected-card.tsx'
import { Answer } from './answer.tsx'
import { Head } from './head.tsx'
import { LogCard } from './log-card.tsx'
import { type Incident, incidentQuery } from './queries.ts'
import { TimelineCard } from './timeline-card.tsx'

export default function IncidentScreen() {
  const { incidents } = useText()
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: incident, error, refetch } = useQuery(incidentQuery(id))
  const crumbs = [{ label: incidents.title, to: '/incidents' }]
  const isGone = error !== null && [400, 404].includes(asProblem(error).status)
  if (isGone)
    return (
      <Page title={incidents.one.gone} crumbs={crumbs}>
        <Notice icon={FileQuestion} title={incidents.one.gone}>
          <p>{incidents.one.goneHelp}</p>
          <ButtonLink to="/incidents" className="mt-4">
            {incidents.title}
          </ButtonLink>
        </Notice>
      </Page>
    )
  if (!incident)
    return (
      <Page title={incidents.title} crumbs={crumbs}>
        {error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />}
      </Page>
    )
  return (
    <Page title={incident.title} crumbs={crumbs}>
      <div className="flex flex-col gap-4">
        <Head incident={incident} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <Answer incident={incident} />
            <TimelineCard incident={incident} />
            <LogCard id={id} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <AffectedCard id={id} />
            <FactsCard incident={incident} />
          </div>
        </div>
      </div>
    </Page>
  )
}

function FactsCard({ incident }: { incident: Incident }) {
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
