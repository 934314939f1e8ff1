/** Groups, into which the monitors of a project are sorted. */
import Type from 'typebox'
import { nest } from '../../core/monitors/group.ts'
import { REFUSED_AS } from '../../core/platform/errors.ts'
import { createGroup, readGroup, removeGroup, updateGroup } from '../../services/monitors/groups.ts'
import { listAllGroups, listGroups } from '../../store/monitors/groups.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { created, dataOf, ok } from '../platform/envelope.ts'
import { MOST_REPRESENTED_VALUES } from '../platform/http/body-limit.ts'
import { scopeOf } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Name, Nullable, UpdateBody, Uuid, UuidParams } from '../platform/schemas.ts'
import { Group, GroupWithChildren, ListedGroup, toGroup, toListedGroup, toNestedGroup } from './groups-json.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project' }
const EDIT: GuardedAccess = { permission: 'can_edit_monitors', scope: 'project' }

const tags = ['Groups']
const params = UuidParams('groupId')
const response = { 200: dataOf(Group) }

const refusedAs = (code: string) => ({ [REFUSED_AS]: { type: code, minimum: code, maximum: code } })

const PageQuery = Type.Object({
  page: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    default: 1,
    description: 'From 1',
    ...refusedAs('INVALID_PAGE'),
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 10,
    description: 'Groups on a page',
    ...refusedAs('INVALID_LIMIT'),
  }),
})

const writable = {
  name: Name(80),
  description: Type.String({ maxLength: 500 }),
  parent_group_id: Uuid,
}

/** What a client may have read, whichever read it was. */
const Representation = Type.Object({ ...Group.properties, child_groups: Type.Unknown() })

export const groups: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/groups',
    {
      config: { access: VIEW, errors: ['INVALID_PAGE', 'INVALID_LIMIT'] },
      schema: {
        tags,
        summary: 'List the groups, newest first',
        querystring: PageQuery,
        response: {
          200: dataOf(
            Type.Object({
              groups: Type.Array(ListedGroup),
              total: Type.Integer(),
              page: Type.Integer(),
              limit: Type.Integer(),
            }),
          ),
        },
      },
    },
    async ({ project, query: { page, limit } }) => {
      const { groups, total } = await listGroups(db, project.id, { limit, offset: (page - 1) * limit })
      return ok({ groups: groups.map(toListedGroup), total, page, limit })
    },
  )

  api.get(
    '/api/groups/hierarchy',
    {
      config: { access: VIEW, compressed: true },
      schema: {
        tags,
        summary: 'Read all groups as a tree, each level newest first',
        response: { 200: dataOf(Type.Array(GroupWithChildren)) },
      },
    },
    async ({ project }) => ok(nest(await listAllGroups(db, project.id)).map(toNestedGroup)),
  )

  api.post(
    '/api/groups',
    {
      config: { access: EDIT, errors: ['PLAN_LIMIT_REACHED', 'CONFLICT'] },
      schema: {
        tags,
        summary: 'Make a group',
        description: 'Its name is its own among the groups of the same parent. There are at most five levels.',
        body: Body({
          name: writable.name,
          description: Type.Optional(writable.description),
          parent_group_id: Type.Optional(Nullable(Uuid)),
        }),
        response: { 201: dataOf(Group) },
      },
    },
    async (request, reply) => {
      const { name, description = '', parent_group_id: parentId = null } = request.body
      return created(reply, toGroup(await createGroup(context, scopeOf(request), { name, description, parentId })))
    },
  )

  api.get(
    '/api/groups/:groupId',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: { tags, summary: 'Read a group with what is in it', params, response },
    },
    async ({ project, params }) => ok(toGroup(await readGroup(db, project.id, params.groupId))),
  )

  api.put(
    '/api/groups/:groupId',
    {
      // The monitors of a group have no bound, and a client may send back what it read
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'], mostBodyValues: MOST_REPRESENTED_VALUES },
      schema: {
        tags,
        summary: 'Update a group: only what is sent changes',
        description: 'A group can be moved to another one, with all that is below it, but not back to the top.',
        params,
        body: UpdateBody(writable, Representation),
        response,
      },
    },
    async (request) => {
      const { name, description, parent_group_id: parentId } = request.body
      const change = {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(parentId !== undefined && { parentId }),
      }
      return ok(toGroup(await updateGroup(context, scopeOf(request), request.params.groupId, change)))
    },
  )

  api.delete(
    '/api/groups/:groupId',
    {
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND', 'GROUP_NOT_EMPTY'] },
      schema: {
        tags,
        summary: 'Delete a group and all groups below it; their monitors stay',
        description: 'Where there are monitors, `force` or `reassign_to_group_id` says what becomes of them.',
        params,
        body: Body({
          force: Type.Optional(Type.Boolean({ description: 'Leaves the monitors without a group' })),
          reassign_to_group_id: Type.Optional(Uuid),
        }),
        response: {
          200: dataOf(
            Type.Object({
              deleted: Type.Literal(true),
              deleted_group_count: Type.Integer({ description: 'With the groups below it' }),
              moved_monitor_count: Type.Integer({ description: 'Monitors that are in another group now, or in none' }),
            }),
          ),
        },
      },
    },
    async (request) => {
      const { force = false, reassign_to_group_id: reassignTo = null } = request.body
      const gone = await removeGroup(context, scopeOf(request), request.params.groupId, { force, reassignTo })
      return ok({ deleted: true as const, deleted_group_count: gone.groups, moved_monitor_count: gone.monitors })
    },
  )
}
