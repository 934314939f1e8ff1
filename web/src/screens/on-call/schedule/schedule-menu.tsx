/** Menu to edit and delete a schedule, and for its calendar feed. */
import { CalendarDays, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../../api/client.ts'
import { runAsking } from '../../../app/managed/ask.ts'
import { ConfirmRequest } from '../../../parts/dialogs/confirm-request.tsx'
import { useIsInterrupted } from '../../../parts/drafts/use-draft.ts'
import { useText } from '../../../text/text.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { type Schedule, schedulesQuery } from '../queries.ts'
import { FeedDialog } from './feed-dialog.tsx'
import { ScheduleForm } from './schedule-form.tsx'

export function ScheduleMenu({ schedule }: { schedule: Schedule }) {
  const { schedules, common } = useText()
  const [dialog, setDialog] = useState<'edit' | 'feed' | 'delete' | null>(
    useIsInterrupted(`schedule:${schedule.id}`) ? 'edit' : null,
  )
  const close = () => setDialog(null)
  return (
    <>
      <Menu
        trigger={
          <IconButton
            icon={Ellipsis}
            label={`${common.more}: ${schedule.name}`}
            variant="secondary"
            className="max-sm:size-10"
          />
        }
        items={[
          { label: common.edit, icon: Pencil, onSelect: () => runAsking([schedule], () => setDialog('edit')) },
          { label: schedules.feed.open, icon: CalendarDays, onSelect: () => setDialog('feed') },
          null,
          { label: common.delete, icon: Trash2, isDanger: true, onSelect: () => setDialog('delete') },
        ]}
      />
      {dialog === 'edit' && <ScheduleForm schedule={schedule} onClose={close} />}
      {dialog === 'feed' && <FeedDialog schedule={schedule} onClose={close} />}
      {dialog === 'delete' && <DeleteSchedule schedule={schedule} onClose={close} />}
    </>
  )
}

function DeleteSchedule({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { schedules, common } = useText()
  const params = { path: { id: schedule.id } }
  return (
    <ConfirmRequest
      send={() => getData(api.DELETE('/api/on-call-schedules/{id}', { params }))}
      done={schedules.deleted(schedule.name)}
      changes={[schedulesQuery.queryKey]} // the shifts of a deleted schedule cannot be read again
      onClose={onClose}
      title={schedules.deleteTitle(schedule.name)}
      action={common.delete}
      resources={[schedule]}
    >
      <p>{schedules.deleteHelp}</p>
    </ConfirmRequest>
  )
}
