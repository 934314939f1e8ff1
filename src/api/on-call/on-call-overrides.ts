/** Overrides of an on-call schedule. */
import Type from 'typebox'
import { createOverride, listComingOverrides, removeOverride } from '../../services/on-call/on-call-overrides.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { requireRange } from '../platform/end-time.ts'
import { DELETED, Deleted, replyCreated, toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { toMonitorScope } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { Override, OverrideCreate, toOverride } from './on-call-json.ts'
import { TAGS } from './on-call-schedules.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project' }
/** Responders swap shifts among themselves. */
const OPERATE: GuardedAccess = { permission: 'can_manage_incidents', scope: 'project' }

export const registerOnCallOverrideRoutes: Resource = (api, { context }) => {
  api.get(
    '/api/on-call-schedules/:id/overrides',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'List the current and later overrides of an on-call schedule, in order of creation',
        params: UuidParams('id'),
        response: { 200: toDataSchema(Type.Object({ overrides: Type.Array(Override) })) },
      },
    },
    async ({ project, params: { id } }) => {
      const overrides = await listComingOverrides(context, project.id, id)
      return toEnvelope({ overrides: overrides.map(toOverride) })
    },
  )

  api.post(
    '/api/on-call-schedules/:id/overrides',
    {
      config: { access: OPERATE, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Create an override: a member takes over the schedule for a period',
        description: 'If overrides overlap, the one created last applies.',
        params: UuidParams('id'),
        body: OverrideCreate,
        response: { 201: toDataSchema(Type.Object({ override: Override })) },
      },
    },
    async (request, reply) => {
      const shift = { userId: request.body.user_id, ...requireRange(request.body) }
      const override = await createOverride(context, toMonitorScope(request), request.params.id, shift)
      return replyCreated(reply, { override: toOverride(override) })
    },
  )

  api.delete(
    '/api/on-call-schedules/:id/overrides/:overrideId',
    {
      config: { access: OPERATE, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Delete an override',
        params: UuidParams('id', 'overrideId'),
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async (request) => {
      const { id, overrideId } = request.params
      await removeOverride(context, toMonitorScope(request), id, overrideId)
      return toEnvelope(DELETED)
    },
  )
}
