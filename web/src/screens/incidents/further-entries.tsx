/** Entries of the timeline that no user wrote: the first failure, notifications, and changes of the monitor. */
import { CircleDot, Settings2 } from 'lucide-react'
import {
  CHANNEL_ICON,
  type Delivery,
  DeliveryBadge,
  DeliveryDetails,
} from '../../parts/notifications/delivery/delivery.tsx'
import { describeEvent } from '../../parts/notifications/delivery/delivery-event.ts'
import { describeAction, describeValue } from '../../parts/platform/audit-text.ts'
import { describeField } from '../../text/api-names/api-names.ts'
import { useFormat, useText } from '../../text/text.tsx'
import type { Change } from './queries.ts'
import { TimelineStep } from './timeline-step.tsx'

export function FailureEntry({ at }: { at: string }) {
  const { timeline } = useText().incidents
  return <TimelineStep icon={CircleDot} tone="down" actor={timeline.system} summary={timeline.firstFailure} at={at} />
}

export function DeliveryEntry({ delivery }: { delivery: Delivery }) {
  const { notifications } = useText()
  const { channel, recipient, status, created_at: at, error_message: error } = delivery
  const isFailed = status === 'failed' || status === 'bounced'
  return (
    <TimelineStep
      icon={CHANNEL_ICON[channel]}
      tone={isFailed ? 'error' : 'quiet'}
      actor={recipient}
      summary={`${notifications.channel[channel]} · ${describeEvent(delivery, notifications.log)}`}
      at={at}
      marks={<DeliveryBadge status={status} />}
    >
      {error && <p className="text-sm text-error wrap-anywhere">{error}</p>}
      <DeliveryDetails delivery={delivery} />
    </TimelineStep>
  )
}

export function ChangeEntry({ change }: { change: Change }) {
  const text = useText()
  const { action, actor_name: actor, created_at: at } = change
  return (
    <TimelineStep icon={Settings2} tone="maintenance" actor={actor} summary={describeAction(text, action)} at={at}>
      <ChangedFields change={change} />
    </TimelineStep>
  )
}

/** The old and the new value of each field, except for a creation, which sets all of them. */
export function ChangedFields({ change }: { change: Change }) {
  const text = useText()
  const format = useFormat()
  if (change.action.endsWith('.created')) return null
  return Object.entries(change.changes).map(([field, { from, to }]) => (
    <span key={field} className="block text-sm text-muted">
      {describeField(text, field)}: {describeValue(text, format, field, from)} →{' '}
      {describeValue(text, format, field, to)}
    </span>
  ))
}
