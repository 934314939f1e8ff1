/** Dialog that notifies one more recipient of an incident: a member or a notification target. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { useMe } from '../../app/me.ts'
import { FormDialog } from '../../parts/forms/dialogs/form-dialog.tsx'
import { isReachable, membersQuery, targetChoicesQuery } from '../../parts/platform/queries.ts'
import { useText } from '../../text/text.tsx'
import { SelectField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Incident, refreshIncident } from './queries.ts'

export function NotifyDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const { notify: text } = useText().incidents
  const { organization } = useMe()
  const { data: members = [] } = useQuery(membersQuery(organization.id))
  const { data: targets = [] } = useQuery(targetChoicesQuery)
  const [chosen, setChosen] = useState('')
  const client = useQueryClient()
  const toast = useToast()
  const options = [
    ...members.map(({ user_id: id, name, email }) => ({ value: `user ${id}`, label: name || email })),
    ...targets.filter(isReachable).map(({ id, name }) => ({ value: `target ${id}`, label: text.target(name) })),
  ]
  const form = useSubmit(
    () => {
      const [kind, id] = chosen.split(' ')
      const body = kind === 'user' ? { user_id: id! } : { target_id: id! }
      return getData(api.POST('/api/incidents/{id}/notify', { params: { path: { id: incident.id } }, body }))
    },
    {
      onDone: () => {
        toast.done(text.done(options.find(({ value }) => value === chosen)?.label ?? ''), incident.title)
        refreshIncident(client, incident.id)
        onClose()
      },
    },
  )
  return (
    <FormDialog
      onClose={onClose}
      title={text.title}
      description={text.help}
      form={form}
      ownFields={['user_id', 'target_id']}
      submit={text.action}
    >
      <SelectField
        label={text.recipient}
        required
        options={[{ value: '', label: text.choose, isDisabled: true }, ...options]}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        error={form.findError('user_id') ?? form.findError('target_id')}
        autoFocus
      />
    </FormDialog>
  )
}
