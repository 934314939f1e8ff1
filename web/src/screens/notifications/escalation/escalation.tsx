/** Escalation policies of the project. */
import { useQuery } from '@tanstack/react-query'
import { ListOrdered, Plus } from 'lucide-react'
import { useState } from 'react'
import { usePermission } from '../../../app/me.ts'
import { useIsInterrupted } from '../../../parts/forms/drafts/use-draft.ts'
import { useFormPreload } from '../../../parts/forms/resources/resource-dialog.tsx'
import { policiesQuery } from '../../../parts/platform/queries.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { LoadError, Notice, Skeleton } from '../../../ui/notice.tsx'
import { Card, Page, useWindowTitle } from '../../../ui/page.tsx'
import { NotificationNav } from '../notification-nav.tsx'
import { PolicyForm } from './policy-form.tsx'
import { PolicyRow } from './policy-row.tsx'

export default function Escalation() {
  const { notifications, escalation } = useText()
  const mayEdit = usePermission('can_edit_monitors')
  const [isAdding, setAdding] = useState(useIsInterrupted('escalation:new'))
  const { data, error, refetch } = useQuery(policiesQuery)
  useWindowTitle(escalation.title)
  useFormPreload('escalation-policy')
  const add = mayEdit && (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      {escalation.add}
    </Button>
  )
  return (
    <Page title={notifications.title} subtitle={escalation.subtitle} actions={add}>
      <NotificationNav />
      <Card isFlush>
        {error && !data ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton className="p-4" lines={5} />
        ) : data.length === 0 ? (
          <Notice icon={ListOrdered} title={escalation.empty}>
            {escalation.emptyHelp}
          </Notice>
        ) : (
          <ul className="divide-y divide-line">
            {data.map((policy) => (
              <PolicyRow key={policy.id} policy={policy} />
            ))}
          </ul>
        )}
      </Card>
      {isAdding && <PolicyForm policy={null} onClose={() => setAdding(false)} />}
    </Page>
  )
}
