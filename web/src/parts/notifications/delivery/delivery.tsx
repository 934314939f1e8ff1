/** A delivery: one message to one target, and its outcome. */
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock, type LucideIcon, Mail, MailX, MessageSquare, Webhook } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ResponseData } from '../../../api/types.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { Badge, type Tone } from '../../../ui/status.tsx'
import { Ago, DateTime } from '../../../ui/time.tsx'
import { targetChoicesQuery } from '../../platform/queries.ts'
import { ReasonText } from '../../results/reason/reason-text.tsx'
import { describeEvent } from './delivery-event.ts'

export type Delivery = ResponseData<'/api/incidents/{id}/notifications', 'get'>['notifications'][number]

export const CHANNELS = ['email', 'webhook', 'slack'] as const
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'bounced'] as const

export const CHANNEL_ICON: Record<Delivery['channel'], LucideIcon> = {
  email: Mail,
  webhook: Webhook,
  slack: MessageSquare,
}

const STATUS_STYLE: Record<Delivery['status'], { tone: Tone; icon: LucideIcon }> = {
  pending: { tone: 'quiet', icon: Clock },
  delivered: { tone: 'up', icon: CircleCheck },
  failed: { tone: 'error', icon: CircleX },
  bounced: { tone: 'error', icon: MailX },
}

export function DeliveryBadge({ status }: { status: Delivery['status'] }) {
  return <Badge {...STATUS_STYLE[status]}>{useText().status.delivery[status]}</Badge>
}

/** A row of a notification log. */
export function DeliveryRow({ delivery, children }: { delivery: Delivery; children?: ReactNode }) {
  const { notifications } = useText()
  const Icon = CHANNEL_ICON[delivery.channel]
  return (
    <li className="flex flex-col gap-1 px-4 py-2.5 sm:flex-row sm:gap-4">
      <div className="shrink-0 sm:w-28">
        <DeliveryBadge status={delivery.status} />
      </div>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{describeEvent(delivery, notifications.log)}</p>
        {delivery.update_message && (
          <ReasonText reason={delivery.update_message} className="line-clamp-2 text-sm wrap-anywhere" />
        )}
        <p className="flex items-start gap-1.5 wrap-anywhere">
          <Icon className="mt-1 size-4 shrink-0 text-muted" aria-hidden />
          <span className="min-w-0">
            <span className="sr-only">{notifications.channel[delivery.channel]}: </span>
            {delivery.recipient}
          </span>
        </p>
        {delivery.error_message && <p className="text-sm text-error wrap-anywhere">{delivery.error_message}</p>}
        <DeliveryDetails delivery={delivery} />
        {children}
      </div>
      <DateTime at={delivery.created_at} className="shrink-0 text-sm text-muted tabular" />
    </li>
  )
}

/** Attempts and the time of the delivery. */
export function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  const { log } = useText().notifications
  const { clock } = useFormat()
  const { status, retry_count: retries, max_retries: most, next_attempt_at: next, last_retry_at: lastTry } = delivery
  const parts: ReactNode[] = []
  if (delivery.fallback_for_target_id) parts.push(<FallbackFor key="instead" id={delivery.fallback_for_target_id} />)
  if (retries > 0) parts.push(log.retries(retries, most))
  if (status === 'pending' && next && delivery.error_message)
    parts.push(
      <span key="next">
        {log.next} <Ago at={next} />
      </span>,
    )
  if (delivery.delivered_at) parts.push(`${log.deliveredAt} ${log.at(clock(delivery.delivered_at))}`)
  else if (lastTry) parts.push(`${log.lastTry} ${log.at(clock(lastTry))}`)
  if (parts.length === 0) return null
  return (
    <p className="text-sm text-muted">
      {parts.map((part, index) => (
        <span key={index}>
          {index > 0 && ' · '}
          {part}
        </span>
      ))}
    </p>
  )
}

function FallbackFor({ id }: { id: string }) {
  const { log } = useText().notifications
  const { data } = useQuery(targetChoicesQuery)
  return <>{log.fallbackFor(data?.find((target) => target.id === id)?.name ?? log.formerTarget)}</>
}
