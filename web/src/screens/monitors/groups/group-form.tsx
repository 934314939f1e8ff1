import { api, getData } from '../../../api/client.ts'
import { ResourceDialog } from '../../../parts/forms/resources/resource-dialog.tsx'
import type { ReferenceModel } from '../../../parts/forms/schema-form/model.ts'
import { type FieldProps, useField } from '../../../parts/forms/schema-form/scope.tsx'
import { GroupPicker } from '../../../parts/monitors/group-picker.tsx'
import { useText } from '../../../text/text.tsx'
import type { Group } from './tree.ts'

interface GroupFormProps {
  /** The group to rename; null for a new group. */
  group: Group | null
  /** Initial parent of a new group. */
  parent: Group | null
  onClose: () => void
  onRefresh: () => void
}

export function GroupForm({ group, parent, onClose, onRefresh }: GroupFormProps) {
  const labels = useText().monitors.groups
  return (
    <ResourceDialog
      form="group"
      title={group ? labels.edit : labels.add}
      resource={
        group && {
          name: group.name,
          description: group.description,
          parent_group_id: group.parentId,
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
      onClose={onClose}
    />
  )
}

/** Only for a new group; an existing group is moved in the tree. */
function ParentField({ field, at }: FieldProps<ReferenceModel>) {
  const { label, error, value, set } = useField(field, at)
  const { top } = useText().monitors.groups
  return <GroupPicker label={label} noneLabel={top} error={error} value={value as string | null} onChange={set} />
}
