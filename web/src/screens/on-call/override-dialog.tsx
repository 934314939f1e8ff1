/** Asks for the user and the period of an override. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { useMe } from '../../app/me.ts'
import { FormDialog } from '../../parts/forms/dialogs/form-dialog.tsx'
import { getLocalZone } from '../../parts/forms/zone-picker.tsx'
import { membersQuery } from '../../parts/platform/queries.ts'
import { formatLocalInput, parseLocalInput } from '../../parts/platform/until/until-choice.ts'
import { useText } from '../../text/text.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ON_CALL, type Schedule } from './queries.ts'

const HOUR_MS = 3_600_000

/** An incomplete time is sent as entered, so that the server names the field. */
const toIso = (value: string): string => {
  const at = parseLocalInput(value)
  return at === null ? value : new Date(at).toISOString()
}

export function OverrideDialog({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { onCall } = useText()
  const { user } = useMe()
  const client = useQueryClient()
  const toast = useToast()
  const members = useQuery(membersQuery(user.organization_id))
  const [openedAt] = useState(() => Date.now())
  const [userId, setUserId] = useState(user.id)
  const [start, setStart] = useState(() => formatLocalInput(openedAt))
  const [end, setEnd] = useState(() => formatLocalInput(openedAt + 8 * HOUR_MS))
  const form = useSubmit(
    () =>
      getData(
        api.POST('/api/on-call-schedules/{id}/overrides', {
          params: { path: { id: schedule.id } },
          body: { user_id: userId, starts_at: toIso(start), ends_at: toIso(end) },
        }),
      ),
    {
      onDone: () => {
        toast.done(onCall.added)
        void client.invalidateQueries({ queryKey: ON_CALL })
        onClose()
      },
    },
  )
  const options = members.data?.map(({ user_id, name }) => ({ value: user_id, label: name })) ?? [
    { value: user.id, label: user.name },
  ]
  return (
    <FormDialog
      onClose={onClose}
      title={onCall.addTo(schedule.name)}
      description={onCall.addHelp}
      form={form}
      submit={onCall.add}
    >
      <SelectField
        label={onCall.user}
        value={userId}
        options={options}
        onChange={(event) => setUserId(event.target.value)}
        error={form.findError('user_id')}
      />
      <TextField
        label={onCall.start}
        help={onCall.zoneHelp(getLocalZone().replaceAll('_', ' '))}
        type="datetime-local"
        value={start}
        onChange={(event) => setStart(event.target.value)}
        error={form.findError('starts_at')}
      />
      <TextField
        label={onCall.end}
        type="datetime-local"
        value={end}
        onChange={(event) => setEnd(event.target.value)}
        error={form.findError('ends_at')}
      />
    </FormDialog>
  )
}
