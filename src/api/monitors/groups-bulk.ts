/** One operation on all monitors of a group. API keys are refused, so that a script cannot empty a group by mistake. */

import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { BulkRequest } from '../../core/monitors/bulk.ts'
import { type ErrorCode, Problem } from '../../core/platform/errors.ts'
import { changeGroupMonitors } from '../../services/monitors/monitor-bulk.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { parseEndTime } from '../platform/end-time.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { type MonitorDeps, toMonitorContext, toMonitorScope } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Uuid, UuidParams } from '../platform/schemas.ts'
import { BulkResultSchema, toBulkResult } from './monitor-batch.ts'
import { PauseFields } from './monitor-schemas.ts'

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
