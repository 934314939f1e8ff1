import { api, getData } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { useText } from '../../text/text.tsx'
import { ResourceDialog } from '../forms/resources/resource-dialog.tsx'
import type { ReferenceModel } from '../forms/schema-form/model.ts'
import { type FieldProps, useField } from '../forms/schema-form/scope.tsx'
import { GroupPicker } from './group-picker.tsx'

interface EditedGroup {
  id: string
  name: string
  description: string | null
  parentId: string | null
  policyId: string | null
  condition: Schemas['Group']['condition'] | null
}

interface GroupFormProps {
  /** The group to rename; null for a new group. */
  group: EditedGroup | null
  /** Initial parent of a new group. */
  parent: { id: string } | null
  onClose: () => void
  onRefresh: () => void
  /** Replaces the message, and closing the dialog. */
  onSaved?: (saved: { id: string }) => void
}

export default function GroupForm({ group, parent, onClose, onRefresh, onSaved }: GroupFormProps) {
  const labels = useText().groups
  return (
    <ResourceDialog
      form="group"
      title={group ? labels.edit : labels.add}
      resource={
        group && {
          name: group.name,
          description: group.description,
          parent_group_id: group.parentId,
          condition: group.condition,
          escalation_policy_id: group.policyId,
        }
      }
      values={{ parent_group_id: parent?.id ?? null }}
      custom={{ parent_group_id: group ? null : ParentField }}
      create={(body) => getData(api.POST('/api/groups', { body }))}
      update={(body) => getData(api.PUT('/api/groups/{groupId}', { params: { path: { groupId: group!.id } }, body }))}
      created={() => labels.created}
      saved={labels.saved}
      onRefresh={onRefresh}
      {...(onSaved && { onSaved })}
      onClose={onClose}
    />
  )
}

/** Only for a new group; an existing group is moved in the tree. */
function ParentField({ field, at }: FieldProps<ReferenceModel>) {
  const { label, error, value, set } = useField(field, at)
  const { top } = useText().groups
  return <GroupPicker label={label} noneLabel={top} error={error} value={value as string | null} onChange={set} />
}
