/** Notification log: recipients, channels and delivery states. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import {
  CHANNELS,
  DELIVERY_STATUSES,
  type Delivery,
  DeliveryRow,
} from '../../parts/notifications/delivery/delivery.tsx'
import { useText } from '../../text/text.tsx'
import { Options } from '../../ui/field.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'

const PAGE_SIZE = 10

/** While a delivery is pending. */
const REFRESH_MS = 4_000

export function LogCard({ id }: { id: string }) {
  const { incidents, notifications, status: labels } = useText()
  const { log } = incidents
  const [status, setStatus] = useState<Delivery['status'] | ''>('')
  const [channel, setChannel] = useState<Delivery['channel'] | ''>('')
  const [offset, setOffset] = useState(0)
  const query = {
    page: offset / PAGE_SIZE + 1,
    pageSize: PAGE_SIZE,
    ...(status && { status }),
    ...(channel && { channel }),
  }
  const { data, error, refetch } = useQuery({
    queryKey: [`incident:${id}`, 'notifications', query],
    queryFn: () => getData(api.GET('/api/incidents/{id}/notifications', { params: { path: { id }, query } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.notifications.some((delivery) => delivery.status === 'pending') ? REFRESH_MS : false,
  })
  const isNarrowed = status !== '' || channel !== ''
  const isEmpty = data?.notifications.length === 0 && offset === 0
  const any = { value: '', label: notifications.log.any }
  return (
    <Card
      title={log.title}
      isFlush
      actions={
        (isNarrowed || !isEmpty) && (
          <>
            <select
              aria-label={notifications.log.status}
              className="control w-auto"
              value={status}
              onChange={(event) => {
                setStatus(event.target.value as typeof status)
                setOffset(0)
              }}
            >
              <Options
                options={[
                  { ...any, label: `${notifications.log.status}: ${any.label}` },
                  ...DELIVERY_STATUSES.map((value) => ({ value, label: labels.delivery[value] })),
                ]}
              />
            </select>
            <select
              aria-label={notifications.log.channel}
              className="control w-auto"
              value={channel}
              onChange={(event) => {
                setChannel(event.target.value as typeof channel)
                setOffset(0)
              }}
            >
              <Options
                options={[
                  { ...any, label: `${notifications.log.channel}: ${any.label}` },
                  ...CHANNELS.map((value) => ({ value, label: notifications.channel[value] })),
                ]}
              />
            </select>
          </>
        )
      }
    >
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="p-4" />
      ) : isEmpty ? (
        <div className="p-4">
          <p className="font-medium">{isNarrowed ? log.none : log.empty}</p>
          {!isNarrowed && <p className="text-muted">{log.emptyHelp}</p>}
        </div>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {data.notifications.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </ul>
          <Pager offset={offset} limit={PAGE_SIZE} total={data.pagination.total} onChange={setOffset} />
        </>
      )}
    </Card>
  )
}
