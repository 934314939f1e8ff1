/** Menu to edit and delete a schedule, and for its calendar feed. */
import { CalendarDays } from 'lucide-react'
import { api, getData } from '../../../api/client.ts'
import { ConfirmRequest } from '../../../parts/forms/dialogs/confirm-request.tsx'
import { ResourceMenu } from '../../../parts/forms/resources/resource-menu.tsx'
import { useText } from '../../../text/text.tsx'
import { type Schedule, schedulesQuery } from '../queries.ts'
import { FeedDialog } from './feed-dialog.tsx'
import { ScheduleForm } from './schedule-form.tsx'

export function ScheduleMenu({ schedule }: { schedule: Schedule }) {
  const { feed } = useText().schedules
  return (
    <ResourceMenu
      resource={schedule}
      draftName={`schedule:${schedule.id}`}
      items={(open) => [{ label: feed.open, icon: CalendarDays, onSelect: () => open('feed') }]}
      dialogs={{
        edit: (close) => <ScheduleForm schedule={schedule} onClose={close} />,
        feed: (close) => <FeedDialog schedule={schedule} onClose={close} />,
        delete: (close) => <DeleteSchedule schedule={schedule} onClose={close} />,
      }}
    />
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
