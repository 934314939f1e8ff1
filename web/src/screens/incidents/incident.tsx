import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { toProblem } from '../../api/problem.ts'
import { InstructionsCard } from '../../parts/monitors/instructions-card.tsx'
import type { Catalogue } from '../../text/catalogue.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { Card, type Fact, Facts, Page } from '../../ui/page.tsx'
import { AffectedCard } from './affected-card.tsx'
import { FindingsCard } from './findings/findings-card.tsx'
import { Head } from './head.tsx'
import { type Incident, incidentQuery, monitorQuery } from './queries.ts'
import { ResponseCard } from './response-card.tsx'
import { TimelineCard } from './timeline-card.tsx'

export default function IncidentScreen() {
  const { incidents } = useText()
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: incident, error, refetch } = useQuery(incidentQuery(id))
  const crumbs = [{ label: incidents.title, to: '/incidents' }]
  const isGone = error !== null && toProblem(error).isMissing
  if (isGone)
    return (
      <Page title={incidents.detail.gone} crumbs={crumbs}>
        <Notice icon={FileQuestion} title={incidents.detail.gone}>
          <p>{incidents.detail.goneHelp}</p>
          <ButtonLink to="/incidents" className="mt-4">
            {incidents.title}
          </ButtonLink>
        </Notice>
      </Page>
    )
  if (!incident)
    return (
      <Page title={incidents.title} crumbs={crumbs}>
        {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />}
      </Page>
    )
  return (
    <Page title={incident.title} crumbs={crumbs}>
      <div className="flex flex-col gap-4">
        <Head incident={incident} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-4">
            {incident.check_id && <Instructions id={incident.check_id} />}
            <FindingsCard incident={incident} />
            <ResponseCard incident={incident} />
            <TimelineCard incident={incident} />
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

/** Nothing when the monitor is deleted. */
function Instructions({ id }: { id: string }) {
  const { data: monitor } = useQuery(monitorQuery(id))
  return monitor ? <InstructionsCard monitor={monitor} /> : null
}

/** The words of the job for a heartbeat, because a job does not respond with a status code. */
function describeType(
  { type, check_type: checkType }: Incident,
  { type: types, jobType }: Catalogue['incidents'],
): string {
  const ofJob: Readonly<Record<string, string>> = jobType
  return (checkType === 'HEARTBEAT' && ofJob[type]) || types[type]
}

function FactsCard({ incident }: { incident: Incident }) {
  const { incidents, notifications } = useText()
  const format = useFormat()
  const { detail } = incidents
  const { alerts_suppressed_by: held, notification_channels: channels, status_page_update: pageText } = incident
  const { public_title: publicTitle } = incident
  const names: Readonly<Record<string, string>> = notifications.channel
  const facts: (Fact | false | undefined | '')[] = [
    { term: detail.kind, value: describeType(incident, incidents) },
    { term: detail.source, value: incidents.source[incident.source] },
    incident.source === 'system' && { term: detail.failures, value: format.number(incident.failure_count) },
    {
      term: detail.notified,
      value:
        channels.length > 0 ? format.list(channels.map((channel) => names[channel] ?? channel)) : detail.noneNotified,
    },
    publicTitle && { term: incidents.form.publicTitle, value: <span dir="auto">{publicTitle}</span> },
    pageText && { term: detail.pageText, value: <span className="whitespace-pre-wrap">{pageText}</span> },
  ]
  return (
    <Card title={detail.facts}>
      {held && (
        <p className="mb-3 rounded-md bg-maintenance-soft px-3 py-2 text-maintenance">
          {held.group_id ? detail.suppressedByGroup : detail.suppressedBy}{' '}
          <Link
            {...(held.group_id
              ? { to: '/', search: { group: held.group_id } }
              : { to: '/monitors/$id', params: { id: held.monitor_id! } })}
            className="font-medium underline"
          >
            {held.name}
          </Link>
        </p>
      )}
      <Facts facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
    </Card>
  )
}
