import { useQuery } from '@tanstack/react-query'
import { PhoneCall } from 'lucide-react'
import { useText } from '../../text/text.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { schedulesQuery } from './queries.ts'
import { ScheduleCard } from './schedule-card.tsx'

export default function OnCall() {
  const { onCall } = useText()
  const { data, error, refetch } = useQuery(schedulesQuery)
  return (
    <Page title={onCall.title} subtitle={onCall.subtitle}>
      {error && !data ? (
        <Card>
          <LoadError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : !data ? (
        <Card>
          <Skeleton lines={5} />
        </Card>
      ) : data.length === 0 ? (
        <Card>
          <Notice icon={PhoneCall} title={onCall.empty}>
            {onCall.emptyHelp}
          </Notice>
        </Card>
      ) : (
        <div className="flex flex-col gap-4">
          {data.map((schedule) => (
            <ScheduleCard key={schedule.id} schedule={schedule} />
          ))}
        </div>
      )}
    </Page>
  )
}
