import { useQuery } from '@tanstack/react-query'
import { Contact, PhoneCall, Plus } from 'lucide-react'
import { useState } from 'react'
import { usePermission } from '../../app/me.ts'
import { useIsInterrupted } from '../../parts/forms/drafts/use-draft.ts'
import { useFormPreload } from '../../parts/forms/resources/resource-dialog.tsx'
import { useText } from '../../text/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { schedulesQuery } from './queries.ts'
import { ScheduleForm } from './schedule/schedule-form.tsx'
import { ScheduleCard } from './schedule-card.tsx'

export default function OnCall() {
  const { onCall, schedules } = useText()
  const mayEdit = usePermission('can_edit_monitors')
  const [isAdding, setAdding] = useState(useIsInterrupted('schedule:new'))
  const { data, error, refetch } = useQuery(schedulesQuery)
  useFormPreload('on-call-schedule')
  const actions = (
    <>
      <ButtonLink to="/account" hash="contact-methods" icon={Contact}>
        {onCall.contactMethods}
      </ButtonLink>
      {mayEdit && (
        <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
          {schedules.add}
        </Button>
      )}
    </>
  )
  return (
    <Page title={onCall.title} subtitle={onCall.subtitle} actions={actions}>
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
      {isAdding && <ScheduleForm schedule={null} onClose={() => setAdding(false)} />}
    </Page>
  )
}
