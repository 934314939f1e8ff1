/** A schedule: the user on call, the shifts of a week, and the overrides. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { ManagedBy } from '../../app/managed/managed.tsx'
import { useMe, usePermission } from '../../app/me.ts'
import { useAction } from '../../app/use-action.ts'
import { PersonMark } from '../../parts/on-call/person.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'
import { DateTime, useNow } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Lanes } from './lanes.tsx'
import { OverrideDialog } from './override-dialog.tsx'
import { ON_CALL, type Override, onCallQuery, overridesQuery, type Schedule, shiftsQuery } from './queries.ts'
import { ScheduleMenu } from './schedule/schedule-menu.tsx'
import { getDayStart } from './shift-rows.ts'

export function ScheduleCard({ schedule }: { schedule: Schedule }) {
  const { onCall } = useText()
  const mayOverride = usePermission('can_manage_incidents')
  const mayEdit = usePermission('can_edit_monitors')
  const [isAdding, setAdding] = useState(false)
  return (
    <Card title={schedule.name} isFlush>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
        <div className="min-w-0 wrap-anywhere">
          {schedule.description && <p className="text-muted">{schedule.description}</p>}
          <Current schedule={schedule} />
        </div>
        <ManagedBy resource={schedule} />
        {(mayOverride || mayEdit) && (
          <div className="flex items-center gap-2">
            {mayOverride && (
              <Button
                icon={CalendarPlus}
                onClick={() => setAdding(true)}
                aria-label={onCall.addTo(schedule.name)}
                className="max-sm:min-h-10"
              >
                {onCall.add}
              </Button>
            )}
            {mayEdit && <ScheduleMenu schedule={schedule} />}
          </div>
        )}
      </div>
      <Shifts schedule={schedule} />
      <Overrides schedule={schedule} mayDelete={mayOverride} />
      {isAdding && <OverrideDialog schedule={schedule} onClose={() => setAdding(false)} />}
    </Card>
  )
}

/** The user on call until when, and the next one. */
function Current({ schedule: { id, on_call: user, timezone } }: { schedule: Schedule }) {
  const { onCall } = useText()
  const { soon } = useFormat()
  const { user: me } = useMe()
  const now = useNow()
  const { data } = useQuery(onCallQuery(id))
  const until = data?.user && data.user.id === user?.id && data.until ? soon(data.until, now) : null
  return (
    <>
      <p className={user ? undefined : 'font-semibold text-error'}>
        {!user ? (
          onCall.noUser
        ) : user.id === me.id ? (
          <strong>{onCall.you(until)}</strong>
        ) : (
          <>
            <PersonMark id={user.id} /> {onCall.now(user.name)}
            {until && ` ${onCall.until(until)}`}
          </>
        )}
      </p>
      <p className="text-sm text-muted">
        {data?.next && (
          <span className="block">
            {data.next.user.id === me.id
              ? onCall.youNext(soon(data.next.starts_at, now))
              : onCall.next(data.next.user.name, soon(data.next.starts_at, now))}
          </span>
        )}
        {onCall.zone(timezone.replaceAll('_', ' '))}
      </p>
    </>
  )
}

const WEEK_DAYS = 7

function Shifts({ schedule: { id, name, layers } }: { schedule: Schedule }) {
  const { onCall } = useText()
  const [weeks, setWeeks] = useState(0)
  const today = getDayStart(useNow())
  const [from, to] = [WEEK_DAYS * weeks, WEEK_DAYS * (weeks + 1)].map((days) => getDayStart(today, days))
  const { data, error, refetch } = useQuery({ ...shiftsQuery(id, from!, to!), placeholderData: keepPreviousData })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="p-4" />
  return (
    <div className="px-4 pt-2">
      <div className="flex items-center justify-end gap-1">
        <IconButton icon={ChevronLeft} label={onCall.weekBefore} onClick={() => setWeeks(weeks - 1)} />
        <Button size="small" disabled={weeks === 0} onClick={() => setWeeks(0)}>
          {onCall.today}
        </Button>
        <IconButton icon={ChevronRight} label={onCall.weekAfter} onClick={() => setWeeks(weeks + 1)} />
      </div>
      <Lanes label={onCall.shiftsOf(name)} shifts={data} layers={layers.map((layer) => layer.name)} />
    </div>
  )
}

function Overrides({ schedule, mayDelete }: { schedule: Schedule; mayDelete: boolean }) {
  const { onCall } = useText()
  const { data } = useQuery(overridesQuery(schedule.id))
  if (!data || data.length === 0) return null
  return (
    <div className="border-t border-line px-4 py-3">
      <h3 className="mb-1 font-medium">{onCall.overrides}</h3>
      <ul className="flex flex-col gap-1.5">
        {data.map((override) => (
          <OverrideRow key={override.id} scheduleId={schedule.id} override={override} mayDelete={mayDelete} />
        ))}
      </ul>
    </div>
  )
}

interface RowProps {
  scheduleId: string
  override: Override
  mayDelete: boolean
}

function OverrideRow({ scheduleId: id, override, mayDelete }: RowProps) {
  const { onCall, common } = useText()
  const client = useQueryClient()
  const toast = useToast()
  const { run, isPending } = useAction()
  const path = { id, overrideId: override.id }
  const remove = () =>
    run({
      name: onCall.deleteOf(override.user.name),
      send: () => getData(api.DELETE('/api/on-call-schedules/{id}/overrides/{overrideId}', { params: { path } })),
      onDone: () => toast.done(onCall.deleted),
      onSettled: () => client.invalidateQueries({ queryKey: ON_CALL }),
    })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>{override.user.name}</span>
      <span className="text-sm text-muted">
        <DateTime at={override.starts_at} /> – <DateTime at={override.ends_at} />
      </span>
      {mayDelete && (
        <Button
          size="small"
          variant="danger"
          isPending={isPending}
          onClick={remove}
          aria-label={onCall.deleteOf(override.user.name)}
        >
          {common.delete}
        </Button>
      )}
    </li>
  )
}
