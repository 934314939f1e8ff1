/** JSON of a group: in a list, with its members, and with all nested groups. */
import Type, { type Static, type TSchema } from 'typebox'
import { type CountedGroup, MAX_GROUP_LEVELS, type NestedGroup } from '../../core/monitors/group.ts'
import { CONFIGURED_STATUSES, MONITOR_TYPES, RUNTIME_STATUSES } from '../../core/monitors/monitor.ts'
import type { readGroup } from '../../services/monitors/groups.ts'
import { MANAGED_FIELDS, toManagedFields } from '../platform/fields/resource-schema.ts'
import { Body, IsoTime, Name, Nullable, OneOf, Uuid } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

/** Fields that a client can write. */
export const groupFields = {
  name: Name(80),
  description: Type.String({ maxLength: 500 }),
  parent_group_id: Uuid,
  escalation_policy_id: Nullable(
    Type.Unsafe<string>({
      ...Uuid,
      description:
        'Escalation policy of the monitors in the group and its subgroups that have none. Null: the policy of the ' +
        'parent group or the project, if any',
    }),
  ),
}

export const GroupCreate = Body({
  name: groupFields.name,
  description: Type.Optional(groupFields.description),
  parent_group_id: Type.Optional(Nullable(Uuid)),
  escalation_policy_id: Type.Optional(groupFields.escalation_policy_id),
})

export const toGroupDraft = ({
  name,
  description = '',
  parent_group_id: parentId = null,
  escalation_policy_id: escalationPolicyId = null,
}: Static<typeof GroupCreate>) => ({
  name,
  description,
  parentId,
  escalationPolicyId,
})

const fields = {
  id: Uuid,
  organization_id: Uuid,
  project_id: Uuid,
  created_by: Uuid,
  name: Type.String({ examples: ['Web shop'] }),
  description: Type.String({ examples: ['Customer-facing services'] }),
  parent_group_id: Type.Optional(Uuid),
  escalation_policy_id: Type.Optional(Uuid),
  ...MANAGED_FIELDS,
  created_at: IsoTime,
  updated_at: IsoTime,
  check_count: Type.Integer({ description: 'Monitors directly in the group, without its subgroups' }),
}

const GroupRequired = Type.Array(Type.Unknown(), {
  maxItems: 0,
  examples: [[]],
  description: 'Always empty in this response',
})

/** A group in a list. */
export const ListedGroup = Type.Object(
  { ...fields, monitors: GroupRequired, children: GroupRequired, path: GroupRequired },
  { title: 'ListedGroup' },
)

const Member = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    type: OneOf(MONITOR_TYPES),
    status: OneOf(CONFIGURED_STATUSES),
    runtimeStatus: OneOf(RUNTIME_STATUSES),
  },
  { title: 'GroupMember' },
)

const Step = Type.Object({ id: Uuid, name: Type.String() }, { title: 'GroupStep' })

export const Group = Type.Object(
  {
    ...fields,
    monitors: Type.Array(Member, { description: 'Monitors directly in the group, newest first' }),
    children: Type.Array(ListedGroup, { description: 'Direct subgroups, newest first' }),
    path: Type.Array(Step, { description: 'Groups from the top level down to this group' }),
  },
  { title: 'Group' },
)

/** Builds one schema per level, because the depth is limited. */
const createNestedSchema = (level: number): TSchema =>
  Type.Object(
    {
      ...ListedGroup.properties,
      child_groups: level < MAX_GROUP_LEVELS ? Type.Array(createNestedSchema(level + 1)) : GroupRequired,
    },
    { title: `GroupAtLevel${level}` },
  )

interface NestedGroupJson extends Static<typeof ListedGroup> {
  child_groups: NestedGroupJson[]
}

export const GroupWithChildren = Type.Unsafe<NestedGroupJson>(createNestedSchema(1))

const toFields = (group: CountedGroup) => ({
  id: group.id,
  organization_id: group.organizationId,
  project_id: group.projectId,
  created_by: group.createdBy,
  name: group.name,
  description: group.description,
  ...(group.parentId !== null && { parent_group_id: group.parentId }),
  ...(group.escalationPolicyId !== null && { escalation_policy_id: group.escalationPolicyId }),
  ...toManagedFields(group),
  created_at: toIso(group.createdAt),
  updated_at: toIso(group.updatedAt),
  check_count: group.checkCount,
})

export const toListedGroup = (group: CountedGroup): Static<typeof ListedGroup> => ({
  ...toFields(group),
  monitors: [],
  children: [],
  path: [],
})

export const toNestedGroup = ({ children, ...group }: NestedGroup): NestedGroupJson => ({
  ...toListedGroup(group),
  child_groups: children.map(toNestedGroup),
})

export const toGroup = ({
  group,
  monitors,
  children,
  path,
}: Awaited<ReturnType<typeof readGroup>>): Static<typeof Group> => ({
  ...toFields(group),
  monitors,
  children: children.map(toListedGroup),
  path,
})
