/** The end of a snooze, and the user or the notification target that snoozed the incident. */
import { AlarmClock } from 'lucide-react'
import type { Schemas } from '../../../api/types.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'

type Snoozed = Pick<Schemas['Incident'], 'snoozed_until' | 'snoozed_by_name' | 'snoozed_via'>

const isToday = (moment: string): boolean => new Date(moment).toDateString() === new Date().toDateString()

/** Draws nothing when the incident is not snoozed. */
export function SnoozeLine({ incident, className }: { incident: Snoozed; className?: string }) {
  const { snooze: text, silence } = useText()
  const { time, dateTime } = useFormat()
  const { snoozed_until: until, snoozed_by_name: name, snoozed_via: via } = incident
  if (until === undefined) return null
  const end = isToday(until) ? time(until) : dateTime(until)
  return (
    <p className={cx('flex items-start gap-1.5 wrap-anywhere', className)}>
      <AlarmClock className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
      <span>{via === undefined ? text.by(name ?? silence.someone, end) : text.via(via, end)}</span>
    </p>
  )
}
