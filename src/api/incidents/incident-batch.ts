/** One action on a list of incidents. */
import Type, { type Static } from 'typebox'
import { INCIDENT_ACTIONS, type IncidentBulkResult } from '../../core/incidents/incident-bulk.ts'
import { BULK_OUTCOMES } from '../../core/monitors/bulk.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { changeIncidents } from '../../services/incidents/incident-bulk.ts'
import { requireEndTime } from '../platform/end-time.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { toMonitorScope } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Nullable, OneOf, Uuid } from '../platform/schemas.ts'
import { MANAGE_INCIDENTS } from './incident-access.ts'
import { SnoozeFields } from './snoozes.ts'

const IncidentBulkResultSchema = Type.Object(
  {
    operation: OneOf(INCIDENT_ACTIONS),
    total: Type.Integer(),
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    skipped: Type.Integer({ description: 'Incidents that were already in the requested status' }),
    results: Type.Array(
      Type.Object(
        {
          incident_id: Uuid,
          title: Nullable(Type.String({ description: 'Null if the incident does not exist' })),
          outcome: OneOf(BULK_OUTCOMES),
          error: Type.Optional(
            Type.Object({ code: Type.String({ examples: ['VALIDATION_ERROR'] }), message: Type.String() }),
          ),
        },
        { title: 'IncidentBulkOutcome' },
      ),
    ),
  },
  { title: 'IncidentBulkResult' },
)

const toJson = ({ results, ...counts }: IncidentBulkResult): Static<typeof IncidentBulkResultSchema> => ({
  ...counts,
  results: results.map(({ incidentId, ...rest }) => ({ incident_id: incidentId, ...rest })),
})

const Batch = Body({
  action: OneOf(INCIDENT_ACTIONS),
  incident_ids: Type.Array(Uuid, { minItems: 1, maxItems: 100 }),
  note: Type.Optional(
    Type.String({ minLength: 1, maxLength: 5000, description: 'Note of `resolve` or `reopen`, for every incident' }),
  ),
  ...SnoozeFields,
})

/** @throws Problem VALIDATION_ERROR */
function refuseSnoozeFields(fields: Partial<Record<keyof typeof SnoozeFields, unknown>>): null {
  for (const field of ['minutes', 'until'] as const)
    if (fields[field] !== undefined) throw createInvalid({ field, message: 'is only supported for snooze' })
  return null
}

export const registerIncidentBatchRoutes: Resource = (api, { context }) => {
  api.post(
    '/api/incidents/batch',
    {
      config: { access: MANAGE_INCIDENTS },
      schema: {
        tags: ['Incidents'],
        summary: 'Acknowledge, snooze, resolve or reopen many incidents',
        description:
          'Each incident succeeds or fails separately, and the response has one result per incident. The status is ' +
          '200 even if some fail. Recipients are notified as for single incidents.',
        body: Batch,
        response: { 200: toDataSchema(IncidentBulkResultSchema) },
      },
    },
    async (request) => {
      const { action, incident_ids: ids, note = null, ...snooze } = request.body
      if ((action === 'acknowledge' || action === 'snooze') && note !== null)
        throw createInvalid({ field: 'note', message: `is not supported for ${action}` })
      const snoozeUntil = action === 'snooze' ? requireEndTime(snooze, context.now()) : refuseSnoozeFields(snooze)
      const change = { action, note, snoozeUntil }
      const result = await changeIncidents(context, toMonitorScope(request), change, [...new Set(ids)])
      return toEnvelope(toJson(result))
    },
  )
}
