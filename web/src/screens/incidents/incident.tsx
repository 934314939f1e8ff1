import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { asProblem } from '../../api/problem.ts'
import { useText } from '../../text/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Notice, Skeleton, Trouble } from '../../ui/trouble.tsx'
import { AffectedCard } from './affected-card.tsx'
import { Answer } from './answer.tsx'
import { FactsCard } from './facts-card.tsx'
import { Head } from './head.tsx'
import { LogCard } from './log-card.tsx'
import { incidentQuery } from './queries.ts'
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
