/** One operation on all monitors of a group, for people: a key cannot empty a group by mistake. */

import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { BulkWish } from '../../core/monitors/bulk.ts'
import { type ErrorCode, Problem } from '../../core/platform/errors.ts'
import { changeGroupMonitors } from '../../services/monitors/monitor-bulk.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import { type MonitorDeps, monitorContext, scopeOf } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Uuid, UuidParams } from '../platform/schemas.ts'
import { BulkResultSchema, toBulkResult } from './monitor-batch.ts'

const SESSION_EDIT: GuardedAccess = { permission: 'can_edit_monitors', scope: 'project', session: true }

const NOTE = 'It takes the monitors of this group alone, not those of the groups below it.'

const routeOf = (summary: string, errors: readonly ErrorCode[] = []) => ({
  config: { access: SESSION_EDIT, errors: ['RESOURCE_NOT_FOUND' as const, ...errors] },
  schema: {
    tags: ['Groups'],
    summary,
    description: NOTE,
    params: UuidParams('groupId'),
    response: { 200: dataOf(BulkResultSchema) },
  },
})

export const groupsBulk: Resource<MonitorDeps> = (api, deps) => {
  const context = monitorContext(deps)
  const change = async (
    request: Pick<FastifyRequest, 'actor' | 'project'> & { params: { groupId: string } },
    wish: BulkWish,
  ) => ok(toBulkResult(await changeGroupMonitors(context, scopeOf(request), request.params.groupId, wish)))

  api.post('/api/groups/:groupId/bulk-pause', routeOf('Pause the active monitors of a group'), (request) =>
    change(request, { operation: 'pause', from: ['active'] }),
  )

  api.post(
    '/api/groups/:groupId/bulk-resume',
    routeOf('Resume the paused monitors of a group, the newest first, until the plan is full'),
    (request) => change(request, { operation: 'resume', from: ['paused'] }),
  )

  const move = routeOf('Move the monitors of a group to another one')
  api.post(
    '/api/groups/:groupId/bulk-move',
    { ...move, schema: { ...move.schema, body: Body({ target_group_id: Uuid }) } },
    (request) => change(request, { operation: 'move', groupId: request.body.target_group_id }),
  )

  const remove = routeOf('Delete the monitors of a group; the group stays', ['CONFIRMATION_REQUIRED'])
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
          'All monitors of the group would be deleted; send { "confirm": true }',
        )
      return change(request, { operation: 'delete' })
    },
  )
}
