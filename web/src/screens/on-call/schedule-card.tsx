/** A schedule: the user on call, the shifts of two weeks, and the overrides. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { ManagedBy } from '../../app/managed/managed.tsx'
import { usePermission } from '../../app/me.ts'
import { useAction } from '../../app/use-action.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'
import { DateTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { OverrideDialog } from './override-dialog.tsx'
import { ON_CALL, type Override, overridesQuery, type Schedule, shiftsQuery } from './queries.ts'
import { ScheduleMenu } from './schedule/schedule-menu.tsx'
import { listShiftRows } from './shift-rows.ts'
import { ShiftTable } from './shift-table.tsx'

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
          <p>
            {schedule.on_call ? onCall.now(schedule.on_call.name) : onCall.noUser}
            <span className="ml-2 text-sm text-muted">{schedule.timezone.replaceAll('_', ' ')}</span>
          </p>
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

function Shifts({ schedule: { id, name } }: { schedule: Schedule }) {
  const { onCall } = useText()
  const { data, error, refetch } = useQuery(shiftsQuery(id))
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="p-4" />
  if (data.length === 0) return <p className="p-4 text-muted">{onCall.noShifts}</p>
  const rows = listShiftRows(data, data[0]!.starts_at, data.at(-1)!.ends_at)
  return <ShiftTable label={onCall.shiftsOf(name)} rows={rows} />
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
