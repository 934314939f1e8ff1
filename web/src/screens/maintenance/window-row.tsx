import { useQuery } from '@tanstack/react-query'
import { Ban, CalendarClock, CircleCheck, type LucideIcon, Repeat, Wrench } from 'lucide-react'
import { ManagedBy } from '../../app/managed/managed.tsx'
import { usePermission } from '../../app/me.ts'
import { useGroupChoices } from '../../parts/monitors/group-picker.tsx'
import { monitorChoicesQuery } from '../../parts/monitors/monitor-picker.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { cx } from '../../ui/cx.ts'
import { Badge, type Tone } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import type { Window } from './times-draft.ts'
import { useDescribeRecurrence, useFormatMoment, useFormatSpan } from './use-time-texts.ts'
import { WindowActions } from './window-actions.tsx'

const STATUS_STYLE: Record<Window['status'], { tone: Tone; icon: LucideIcon }> = {
  active: { tone: 'maintenance', icon: Wrench },
  scheduled: { tone: 'accent', icon: CalendarClock },
  finished: { tone: 'quiet', icon: CircleCheck },
  cancelled: { tone: 'quiet', icon: Ban },
}

export function WindowRow({ window }: { window: Window }) {
  const { maintenance } = useText()
  const describeRecurrence = useDescribeRecurrence()
  const mayEdit = usePermission('can_edit_monitors')
  return (
    <li
      className={cx(
        'flex items-start gap-3 px-4 py-3.5 sm:gap-4',
        window.status === 'active' && 'max-sm:flex-col max-sm:items-stretch',
      )}
    >
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-semibold wrap-anywhere">{window.name}</h3>
          <Badge {...STATUS_STYLE[window.status]}>{maintenance.status[window.status]}</Badge>
        </div>
        <When window={window} />
        {window.recurrence && (
          <p className="flex gap-1.5 text-sm text-muted">
            <Repeat className="mt-0.5 size-4 shrink-0" aria-hidden />
            {describeRecurrence(window.recurrence)}
          </p>
        )}
        {window.description && <p className="text-sm whitespace-pre-wrap wrap-anywhere">{window.description}</p>}
        <AffectedMonitors window={window} />
        <ManagedBy resource={window} />
      </div>
      {mayEdit && <WindowActions window={window} />}
    </li>
  )
}

function When({ window }: { window: Window }) {
  const { maintenance } = useText()
  const moment = useFormatMoment()
  const span = useFormatSpan()
  const { duration } = useFormat()
  const { status, current, next_starts_at: next, starts_at: start, ends_at: end, recurrence } = window
  if (status === 'active' && current)
    return (
      <p>
        {span(current.starts_at, current.ends_at)}{' '}
        <span className="text-muted">
          (<Ago at={current.ends_at} />)
        </span>
      </p>
    )
  if (status === 'scheduled' && next) {
    const first = Date.parse(end) - Date.parse(start)
    const length = next === start || !recurrence ? first : recurrence.duration_minutes * 60_000
    return (
      <p>
        {moment(next)} <span className="text-muted">{maintenance.lasts(duration(length))}</span>{' '}
        <span className="text-muted">
          (<Ago at={next} />)
        </span>
      </p>
    )
  }
  return <p className="text-muted">{span(start, end)}</p>
}

const MAX_NAMED = 4

/** Names of the monitors and groups in a window. */
function AffectedMonitors({ window }: { window: Window }) {
  const { maintenance } = useText()
  const { data: monitors } = useQuery(monitorChoicesQuery)
  const groups = useGroupChoices()
  const names = [
    ...groups.filter(({ value }) => window.group_ids.includes(value)).map(({ label }) => maintenance.groupName(label)),
    ...(monitors ?? []).filter(({ id }) => window.monitor_ids.includes(id)).map(({ name }) => name),
  ]
  const count = window.group_ids.length + window.monitor_ids.length
  if (count === 0) return <p className="text-sm text-muted">{maintenance.deletedOnly}</p>
  if (names.length === 0) return <p className="h-5.5" aria-hidden />
  return (
    <p className="text-sm text-muted wrap-anywhere">
      {names.slice(0, MAX_NAMED).join(', ')} {names.length > MAX_NAMED && maintenance.and(names.length - MAX_NAMED)}
    </p>
  )
}
