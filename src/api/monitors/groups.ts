/** Groups of the monitors of a project. */

import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { BulkRequest } from '../../core/monitors/bulk.ts'
import { GROUP, toNestedGroups } from '../../core/monitors/group.ts'
import { type ErrorCode, Problem, REFUSED_AS } from '../../core/platform/errors.ts'
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import { createGroup, readGroup, removeGroup, updateGroup } from '../../services/monitors/groups.ts'
import { changeGroupMonitors } from '../../services/monitors/monitor-bulk.ts'
import { listAllGroups, listGroups } from '../../store/monitors/groups.ts'
import { type GuardedAccess, type MonitorDeps, toMonitorContext, toMonitorScope } from '../platform/access.ts'
import { replyCreated, toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { MAX_REPRESENTED_VALUES } from '../platform/http/body-limit.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Uuid, UuidParams } from '../platform/schemas.ts'
import { parseEndTime } from '../platform/times.ts'
import { Group, GroupWithChildren, ListedGroup, toGroup, toListedGroup, toNestedGroup } from './groups-json.ts'
import { BulkResultSchema, toBulkResult } from './monitor-batch.ts'
import { PauseFields } from './monitor-schemas.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project' }
const EDIT: GuardedAccess = { ...COLLECTION_RIGHTS.groups, scope: 'project' }

const tags = ['Groups']
const params = UuidParams('groupId')
const response = { 200: toDataSchema(Group.Shown) }

const createRefusedAs = (code: string) => ({ [REFUSED_AS]: { type: code, minimum: code, maximum: code } })

const PageQuery = Type.Object({
  page: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    default: 1,
    description: 'Page number, starting at 1',
    ...createRefusedAs('INVALID_PAGE'),
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 10,
    description: 'Maximum number of groups on a page',
    ...createRefusedAs('INVALID_LIMIT'),
  }),
})

export const registerGroupRoutes: Resource = (api, { context }) => {
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
          200: toDataSchema(
            Type.Object({
              groups: Type.Array(ListedGroup.Shown),
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
      return toEnvelope({ groups: groups.map(toListedGroup), total, page, limit })
    },
  )

  api.get(
    '/api/groups/hierarchy',
    {
      config: { access: VIEW, compressed: true },
      schema: {
        tags,
        summary: 'Get all groups as a tree, each level newest first',
        response: { 200: toDataSchema(Type.Array(GroupWithChildren.Shown)) },
      },
    },
    async ({ project }) => toEnvelope(toNestedGroups(await listAllGroups(db, project.id)).map(toNestedGroup)),
  )

  api.post(
    '/api/groups',
    {
      config: { access: EDIT, errors: ['PLAN_LIMIT_REACHED', 'CONFLICT'] },
      schema: {
        tags,
        summary: 'Create a group',
        description:
          'The name must be unique among the groups of the same parent. Groups can be nested up to five levels.',
        body: Group.Create,
        response: { 201: toDataSchema(Group.Shown) },
      },
    },
    async (request, reply) => {
      const draft = GROUP.toDraft(request.body)
      return replyCreated(reply, toGroup(await createGroup(context, toMonitorScope(request), draft)))
    },
  )

  api.get(
    '/api/groups/:groupId',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: { tags, summary: 'Get a group with its monitors and subgroups', params, response },
    },
    async ({ project, params }) => toEnvelope(toGroup(await readGroup(db, project.id, params.groupId))),
  )

  api.put(
    '/api/groups/:groupId',
    {
      // A group may have any number of monitors, and a client may send back its representation
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'], maxBodyValues: MAX_REPRESENTED_VALUES },
      schema: {
        tags,
        summary: 'Update a group; only sent fields change',
        description: 'A group can be moved into another group, including its subgroups, but not back to the top level.',
        params,
        body: GroupWithChildren.Update,
        response,
      },
    },
    async (request) => {
      const change = GROUP.toChange(request.body)
      return toEnvelope(toGroup(await updateGroup(context, toMonitorScope(request), request.params.groupId, change)))
    },
  )

  api.delete(
    '/api/groups/:groupId',
    {
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND', 'GROUP_NOT_EMPTY'] },
      schema: {
        tags,
        summary: 'Delete a group and all its subgroups; their monitors are kept',
        description: 'If the groups have monitors, `force` or `reassign_to_group_id` is required.',
        params,
        body: Body({
          force: Type.Optional(Type.Boolean({ description: 'Keeps the monitors without a group' })),
          reassign_to_group_id: Type.Optional(Uuid),
        }),
        response: {
          200: toDataSchema(
            Type.Object({
              deleted: Type.Literal(true),
              deleted_group_count: Type.Integer({ description: 'Deleted groups, including subgroups' }),
              moved_monitor_count: Type.Integer({ description: 'Monitors that moved to another group or to no group' }),
            }),
          ),
        },
      },
    },
    async (request) => {
      const { force = false, reassign_to_group_id: reassignTo = null } = request.body
      const removed = await removeGroup(context, toMonitorScope(request), request.params.groupId, { force, reassignTo })
      return toEnvelope({
        deleted: true as const,
        deleted_group_count: removed.groups,
        moved_monitor_count: removed.monitors,
      })
    },
  )
}

const SESSION_EDIT: GuardedAccess = { permission: 'can_edit_monitors', scope: 'project', session: true }

const NOTE = 'Applies to the monitors directly in this group, not to its subgroups.'

const createRouteOptions = (summary: string, errors: readonly ErrorCode[] = []) => ({
  config: { access: SESSION_EDIT, errors: ['RESOURCE_NOT_FOUND' as const, ...errors] },
  schema: {
    tags: ['Groups'],
    summary,
    description: NOTE,
    params: UuidParams('groupId'),
    response: { 200: toDataSchema(BulkResultSchema) },
  },
})

/** One operation on all monitors of a group. API keys are refused, so that a script cannot empty a group by mistake. */
export const registerGroupBulkRoutes: Resource<MonitorDeps> = (api, deps) => {
  const context = toMonitorContext(deps)
  const change = async (
    request: Pick<FastifyRequest, 'actor' | 'project'> & { params: { groupId: string } },
    bulkRequest: BulkRequest,
  ) =>
    toEnvelope(
      toBulkResult(await changeGroupMonitors(context, toMonitorScope(request), request.params.groupId, bulkRequest)),
    )

  const pause = createRouteOptions('Pause the active monitors of a group')
  api.post(
    '/api/groups/:groupId/bulk-pause',
    { ...pause, schema: { ...pause.schema, body: Body(PauseFields) } },
    (request) =>
      change(request, { operation: 'pause', from: ['active'], until: parseEndTime(request.body, deps.context.now()) }),
  )

  api.post(
    '/api/groups/:groupId/bulk-resume',
    createRouteOptions('Resume the paused monitors of a group, newest first, up to the plan limit'),
    (request) => change(request, { operation: 'resume', from: ['paused'] }),
  )

  const move = createRouteOptions('Move the monitors of a group to another group')
  api.post(
    '/api/groups/:groupId/bulk-move',
    { ...move, schema: { ...move.schema, body: Body({ target_group_id: Uuid }) } },
    (request) => change(request, { operation: 'move', groupId: request.body.target_group_id }),
  )

  const remove = createRouteOptions('Delete the monitors of a group; the group is kept', ['CONFIRMATION_REQUIRED'])
  api.post(
    '/api/groups/:groupId/bulk-delete',
    {
      ...remove,
      schema: {
        ...remove.schema,
        body: Body({ confirm: Type.Optional(Type.Boolean({ description: 'Must be true' })) }),
      },
    },
    async (request) => {
      if (request.body.confirm !== true)
        throw new Problem(
          'CONFIRMATION_REQUIRED',
          'This deletes all monitors of the group; send { "confirm": true } to confirm',
        )
      return change(request, { operation: 'delete' })
    },
  )
}
