import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { toProblem } from '../../api/problem.ts'
import { toPlainTitle } from '../../app/incidents/plain-title.ts'
import { InstructionsCard } from '../../parts/monitors/instructions-card.tsx'
import type { Catalogue } from '../../text/catalogue.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { Card, type Fact, Facts, Page } from '../../ui/page.tsx'
import { AffectedCard } from './affected-card.tsx'
import { FindingsCard } from './findings/findings-card.tsx'
import { Head } from './head.tsx'
import { deliveriesQuery, type Incident, incidentQuery, monitorQuery } from './queries.ts'
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
    <Page title={toPlainTitle(incident.title)} crumbs={crumbs}>
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
  const { incidents } = useText()
  const format = useFormat()
  const { detail } = incidents
  const { public_title: publicTitle, status_page_update: pageText } = incident
  const facts: (Fact | false | undefined | '')[] = [
    { term: detail.kind, value: describeType(incident, incidents) },
    { term: detail.source, value: incidents.source[incident.source] },
    // A slow check has not failed
    incident.source === 'system' &&
      incident.type !== 'slow_response' && { term: detail.failures, value: format.number(incident.failure_count) },
    { term: detail.notified, value: <NotifiedChannels incident={incident} /> },
    publicTitle && { term: incidents.form.publicTitle, value: <span dir="auto">{publicTitle}</span> },
    pageText && { term: detail.pageText, value: <span className="whitespace-pre-wrap">{pageText}</span> },
  ]
  return (
    <Card title={detail.facts}>
      <Facts facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
    </Card>
  )
}

/** The channels that delivered a message, and otherwise whether messages failed. */
function NotifiedChannels({ incident: { id, notification_channels: channels } }: { incident: Incident }) {
  const { incidents, notifications } = useText()
  const { detail } = incidents
  const format = useFormat()
  const { data } = useInfiniteQuery(deliveriesQuery(id))
  const names: Readonly<Record<string, string>> = notifications.channel
  if (channels.length > 0) return format.list(channels.map((channel) => names[channel] ?? channel))
  const failed = data?.pages.flatMap((page) => page.notifications).filter(({ status }) => status === 'failed').length
  return failed ? (
    <span className="text-error">{detail.noneDelivered(format.number(failed))}</span>
  ) : (
    detail.noneNotified
  )
}
