/** JSON of a group: in a list, with its members, and with all nested groups. */
import Type, { type TProperties } from 'typebox'
import { type CountedGroup, GROUP, MAX_GROUP_LEVELS, type NestedGroup } from '../../core/monitors/group.ts'
import { GROUP_STATUSES } from '../../core/monitors/group-state.ts'
import { CONFIGURED_STATUSES, MONITOR_TYPES, RUNTIME_STATUSES } from '../../core/monitors/monitor.ts'
import type { ApiFields } from '../../core/platform/fields/resource.ts'
import type { readGroup } from '../../services/monitors/groups.ts'
import { createResourceSchema, showResource } from '../platform/fields/resource-schema.ts'
import { IsoTime, OneOf, Uuid } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

const AlwaysEmpty = Type.Array(Type.Unknown(), {
  maxItems: 0,
  examples: [[]],
  description: 'Always empty in this response',
})

/** Fields of a group with a condition. A folder has none of them. */
const STATE = {
  status: Type.Optional(
    OneOf(GROUP_STATUSES, { description: '`degraded`: the condition holds, and a member is down or degraded' }),
  ),
  status_since: Type.Optional(IsoTime),
  members: Type.Optional(
    Type.Object(
      { up: Type.Integer(), degraded: Type.Integer(), down: Type.Integer(), unknown: Type.Integer() },
      {
        title: 'GroupMembers',
        description: 'Number of members that count, by status: not those that are paused or in maintenance',
      },
    ),
  ),
}

const showState = ({ state }: CountedGroup): ApiFields =>
  state ? { status: state.status, status_since: toIso(state.since), members: state.members } : {}

/** @param more fields of a form of the representation */
const createGroupSchema = (title: string, more: TProperties) =>
  createResourceSchema<typeof GROUP.schema, CountedGroup>(GROUP, {
    title,
    shown: { ...STATE, ...more },
    // A group cannot be moved back to the top level
    updated: { parent_group_id: Uuid },
  })

const NO_MEMBERS = { monitors: AlwaysEmpty, children: AlwaysEmpty, path: AlwaysEmpty }

/** A group in a list. */
export const ListedGroup = createGroupSchema('ListedGroup', NO_MEMBERS)

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

export const Group = createGroupSchema('Group', {
  monitors: Type.Array(Member, { description: 'Monitors directly in the group, newest first' }),
  children: Type.Array(ListedGroup.Shown, { description: 'Direct subgroups, newest first' }),
  path: Type.Array(Step, { description: 'Groups from the top level down to this group' }),
})

/** Builds one schema per level, because the depth is limited. */
const createNestedSchema = (level: number): ReturnType<typeof createGroupSchema> =>
  createGroupSchema(`GroupAtLevel${level}`, {
    ...NO_MEMBERS,
    child_groups: level < MAX_GROUP_LEVELS ? Type.Array(createNestedSchema(level + 1).Shown) : AlwaysEmpty,
  })

/** A group with all groups nested in it. It has all fields that a client may have read and may send back. */
export const GroupWithChildren = createNestedSchema(1)

export const toListedGroup = (group: CountedGroup): ApiFields => ({
  ...showResource(GROUP, group),
  ...showState(group),
  monitors: [],
  children: [],
  path: [],
})

export const toNestedGroup = (group: NestedGroup): ApiFields => ({
  ...toListedGroup(group),
  child_groups: group.children.map(toNestedGroup),
})

export const toGroup = ({ group, monitors, children, path }: Awaited<ReturnType<typeof readGroup>>): ApiFields => ({
  ...showResource(GROUP, group),
  ...showState(group),
  monitors,
  children: children.map(toListedGroup),
  path,
})
