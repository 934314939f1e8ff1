/** One operation on a list of monitors. */
import Type, { type Static } from 'typebox'
import { BULK_OPERATIONS, BULK_OUTCOMES, type BulkRequest, type BulkResult } from '../../core/monitors/bulk.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { changeMonitors } from '../../services/monitors/monitor-bulk.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { EDIT, type MonitorDeps, toMonitorContext, toMonitorScope } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Nullable, OneOf, Uuid } from '../platform/schemas.ts'

/** Outcome for each monitor, in the same shape for all bulk operations. */
export const BulkResultSchema = Type.Object(
  {
    operation: OneOf(BULK_OPERATIONS),
    group_id: Type.Optional(Uuid),
    total: Type.Integer(),
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    skipped: Type.Integer({ description: 'Monitors that were already in the requested state' }),
    results: Type.Array(
      Type.Object(
        {
          monitor_id: Uuid,
          name: Nullable(Type.String({ description: 'Null if the monitor does not exist' })),
          outcome: OneOf(BULK_OUTCOMES),
          error: Type.Optional(
            Type.Object({ code: Type.String({ examples: ['MONITOR_LIMIT_REACHED'] }), message: Type.String() }),
          ),
        },
        { title: 'BulkOutcome' },
      ),
    ),
  },
  { title: 'BulkResult' },
)

export const toBulkResult = ({ groupId, results, ...counts }: BulkResult): Static<typeof BulkResultSchema> => ({
  ...counts,
  ...(groupId !== undefined && { group_id: groupId }),
  results: results.map(({ monitorId, ...rest }) => ({ monitor_id: monitorId, ...rest })),
})

const Batch = Body({
  action: OneOf(BULK_OPERATIONS),
  monitor_ids: Type.Array(Uuid, { minItems: 1, maxItems: 100 }),
  group_id: Type.Optional(Nullable(Uuid)),
})

export const registerMonitorBatchRoutes: Resource<MonitorDeps> = (api, deps) => {
  const context = toMonitorContext(deps)

  api.post(
    '/api/monitors/batch',
    {
      config: { access: EDIT },
      schema: {
        tags: ['Monitors'],
        summary: 'Pause, resume, delete or move many monitors',
        description:
          'Each monitor succeeds or fails separately, and the response has one result per monitor. The status is 200 ' +
          'even if some fail. `move` requires `group_id`: a group, or null for no group.',
        body: Batch,
        response: { 200: toDataSchema(BulkResultSchema) },
      },
    },
    async (request) => {
      const ids = [...new Set(request.body.monitor_ids)]
      return toEnvelope(
        toBulkResult(await changeMonitors(context, toMonitorScope(request), toBulkRequest(request.body), ids)),
      )
    },
  )
}

/** @throws Problem VALIDATION_ERROR */
function toBulkRequest({ action, group_id: groupId }: Static<typeof Batch>): BulkRequest {
  if (action !== 'move' && groupId)
    throw createInvalid({ field: 'group_id', message: `is not supported for ${action}` })
  switch (action) {
    case 'pause':
      return { operation: 'pause', from: ['active', 'disabled'] }
    case 'resume':
      return { operation: 'resume', from: ['paused', 'disabled'] }
    case 'delete':
      return { operation: 'delete' }
    case 'move':
      if (groupId === undefined)
        throw createInvalid({ field: 'group_id', message: 'is required: a group, or null for no group' })
      return { operation: 'move', groupId }
  }
}
