/** Dialog for new and existing on-call schedules. */
import { api, getData } from '../../../api/client.ts'
import { useMe } from '../../../app/me.ts'
import { ResourceDialog } from '../../../parts/forms/resources/resource-dialog.tsx'
import { getLocalZone } from '../../../parts/forms/zone-picker.tsx'
import { useText } from '../../../text/text.tsx'
import { ON_CALL, type Schedule } from '../queries.ts'
import { createLayer } from './layers.ts'
import { getToday, LAYER_FIELDS } from './layers-field.tsx'

interface ScheduleFormProps {
  /** Null for a new schedule. */
  schedule: Schedule | null
  onClose: () => void
}

export function ScheduleForm({ schedule, onClose }: ScheduleFormProps) {
  const { schedules } = useText()
  const { form: labels } = schedules
  const { user } = useMe()
  return (
    <ResourceDialog
      form="on-call-schedule"
      isWide
      title={schedule ? labels.edit : labels.add}
      resource={schedule}
      values={{ timezone: getLocalZone(), layers: [createLayer(labels.layer('1'), user.id, getToday())] }}
      extras={{ schedule_id: schedule?.id ?? null }} // for the preview of the shifts
      draftName={`schedule:${schedule?.id ?? 'new'}`}
      custom={LAYER_FIELDS}
      create={(body) => getData(api.POST('/api/on-call-schedules', { body }))}
      update={(body) =>
        getData(api.PATCH('/api/on-call-schedules/{id}', { params: { path: { id: schedule!.id } }, body }))
      }
      changes={[ON_CALL]}
      created={schedules.created}
      saved={schedules.saved}
      submit={labels.submit}
      onClose={onClose}
    />
  )
}
