import { useState } from 'react'
import { api, getData } from '../../../api/client.ts'
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx'
import { PolicyPicker } from '../../../parts/escalation/policy-picker.tsx'
import { GroupPicker } from '../../../parts/group-picker.tsx'
import { useText } from '../../../text/text.tsx'
import { TextAreaField, TextField } from '../../../ui/field.tsx'
import { useSubmit } from '../../../ui/form.tsx'
import { useToast } from '../../../ui/toast.tsx'
import type { Group } from './tree.ts'

interface GroupFormProps {
  /** The group to rename; null for a new group. */
  group: Group | null
  /** Initial parent of a new group. */
  parent: Group | null
  onClose: () => void
  onDone: () => void
}

interface GroupValues {
  name: string
  description: string
  escalation_policy_id: string | null
}

const putGroup = (groupId: string, body: GroupValues) =>
  getData(api.PUT('/api/groups/{groupId}', { params: { path: { groupId } }, body }))

const toValues = ({ name, description, policyId }: Group): GroupValues => ({
  name,
  description: description ?? '',
  escalation_policy_id: policyId,
})

export function GroupForm({ group, parent, onClose, onDone }: GroupFormProps) {
  const { monitors, common, apiNames } = useText()
  const labels = monitors.groups
  const toast = useToast()
  const [name, setName] = useState(group?.name ?? '')
  const [description, setDescription] = useState(group?.description ?? '')
  const [policyId, setPolicyId] = useState(group?.policyId ?? null)
  const [parentId, setParentId] = useState(parent?.id ?? null)
  const values = { name, description, escalation_policy_id: policyId }
  const form = useSubmit(
    () =>
      group
        ? putGroup(group.id, values)
        : getData(api.POST('/api/groups', { body: { ...values, parent_group_id: parentId } })),
    {
      onDone: () => {
        if (group) toast.done(labels.saved, undefined, () => putGroup(group.id, toValues(group)).finally(onDone))
        else toast.done(labels.created)
        onDone()
      },
    },
  )
  return (
    <FormDialog
      onClose={onClose}
      title={group ? labels.edit : labels.add}
      form={form}
      submit={group ? common.save : common.create}
    >
      <TextField
        label={labels.name}
        value={name}
        maxLength={80}
        autoComplete="off"
        required
        error={form.findError('name')}
        onChange={({ target }) => setName(target.value)}
      />
      <TextAreaField
        label={labels.description}
        isOptional
        rows={2}
        value={description}
        maxLength={500}
        error={form.findError('description')}
        onChange={({ target }) => setDescription(target.value)}
      />
      {!group && (
        <GroupPicker
          label={labels.parent}
          noneLabel={labels.top}
          value={parentId}
          onChange={setParentId}
          error={form.findError('parent_group_id')}
        />
      )}
      <PolicyPicker
        label={apiNames.fields.escalation_policy_id}
        value={policyId}
        onChange={setPolicyId}
        groupId={group ? group.parentId : parentId}
        error={form.findError('escalation_policy_id')}
      />
    </FormDialog>
  )
}
