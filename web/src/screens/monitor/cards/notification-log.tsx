/** Notifications of this monitor and their deliveries. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { CHANNELS, DELIVERY_STATUSES, DeliveryRow } from '../../../parts/notifications/delivery/delivery.tsx'
import { useText } from '../../../text/text.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { LoadError, Notice, Skeleton } from '../../../ui/notice.tsx'
import { Card } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { incidentsQuery, type NotificationFilter, notificationsQuery } from '../queries.ts'

const PAGE = 50

type Choice = Pick<NotificationFilter, 'status' | 'channel'>

export function NotificationLog({ id }: { id: string }) {
  const labels = useText()
  const { notifications: text } = labels.monitor
  const [choice, setChoice] = useState<Choice>({})
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery(notificationsQuery(id, { ...choice, offset, limit: PAGE }))
  const incidents = useQuery(incidentsQuery(id)).data?.incidents ?? []
  const titles = new Map(incidents.map((incident) => [incident.id, incident.title]))
  const isFiltered = choice.status !== undefined || choice.channel !== undefined
  return (
    <Card isFlush>
      <Filters
        choice={choice}
        onChange={(next) => {
          setChoice(next)
          setOffset(0)
        }}
      />
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={8} className="p-4" />
      ) : data.notifications.length === 0 ? (
        <Notice icon={BellRing} title={isFiltered ? text.emptyFilter : text.empty}>
          {!isFiltered && text.emptyText}
        </Notice>
      ) : (
        <>
          <ul aria-label={text.label} className="divide-y divide-line">
            {data.notifications.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery}>
                {delivery.incident_id && (
                  <Link
                    to="/incidents/$id"
                    params={{ id: delivery.incident_id }}
                    className="rounded text-sm text-accent underline-offset-2 wrap-anywhere hover:underline"
                  >
                    {titles.get(delivery.incident_id) ?? text.incident}
                  </Link>
                )}
              </DeliveryRow>
            ))}
          </ul>
          <Pager offset={offset} limit={PAGE} total={data.pagination.total_count} onChange={setOffset} />
        </>
      )}
    </Card>
  )
}

function Filters({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
  const labels = useText()
  const { notifications: text, results } = labels.monitor
  const { status: _, ...withoutStatus } = choice
  const { channel: __, ...withoutChannel } = choice
  return (
    <div className="flex flex-wrap items-end gap-3 border-b border-line px-4 py-3">
      <SelectField
        label={text.status}
        className="min-w-36"
        value={choice.status ?? ''}
        onChange={({ target: { value } }) =>
          onChange({ ...withoutStatus, ...(value && { status: value as NonNullable<Choice['status']> }) })
        }
        options={[
          { value: '', label: results.any },
          ...DELIVERY_STATUSES.map((value) => ({ value, label: labels.status.delivery[value] })),
        ]}
      />
      <SelectField
        label={text.channel}
        className="min-w-36"
        value={choice.channel ?? ''}
        onChange={({ target: { value } }) =>
          onChange({ ...withoutChannel, ...(value && { channel: value as NonNullable<Choice['channel']> }) })
        }
        options={[
          { value: '', label: results.any },
          ...CHANNELS.map((value) => ({ value, label: labels.notifications.channel[value] })),
        ]}
      />
    </div>
  )
}
