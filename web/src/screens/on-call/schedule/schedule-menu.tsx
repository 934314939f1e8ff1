/** Menu to edit and delete a schedule, and for its calendar feed. */
import { useQueryClient } from '@tanstack/react-query'
import { CalendarDays, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../../api/client.ts'
import { useIsInterrupted } from '../../../parts/drafts/use-draft.ts'
import { useText } from '../../../text/text.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { FormProblem, useSubmit } from '../../../ui/form.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { useToast } from '../../../ui/toast.tsx'
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
          { label: common.edit, icon: Pencil, onSelect: () => setDialog('edit') },
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
  const client = useQueryClient()
  const toast = useToast()
  const deletion = useSubmit(
    () => getData(api.DELETE('/api/on-call-schedules/{id}', { params: { path: { id: schedule.id } } })),
    {
      onDone: () => {
        toast.done(schedules.deleted(schedule.name))
        void client.invalidateQueries(schedulesQuery) // the shifts of a deleted schedule cannot be read again
        onClose()
      },
    },
  )
  return (
    <Confirm
      isOpen
      onClose={onClose}
      onConfirm={deletion.submit}
      isPending={deletion.isPending}
      title={schedules.deleteTitle(schedule.name)}
      action={common.delete}
    >
      <p>{schedules.deleteHelp}</p>
      <FormProblem problem={deletion.problem} />
    </Confirm>
  )
}
