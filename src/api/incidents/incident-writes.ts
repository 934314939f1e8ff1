/** User actions on one incident or on a list: create, edit, acknowledge, resolve, reopen, add a note, delete. */
import Type, { type Static } from 'typebox'
import { INCIDENT_SOURCES, SEVERITIES } from '../../core/incidents/incident.ts'
import { INCIDENT_ACTIONS, type IncidentBulkResult } from '../../core/incidents/incident-bulk.ts'
import { BULK_OUTCOMES } from '../../core/monitors/bulk.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { ERROR_TYPES } from '../../core/results/verdict.ts'
import {
  acknowledgeIncident,
  addIncidentNote,
  changeIncidentStatus,
  editIncident,
  removeIncident,
  reportIncident,
  withdrawIncidentAcknowledgement,
} from '../../services/incidents/incident-actions.ts'
import { changeIncidents } from '../../services/incidents/incident-bulk.ts'
import { toMonitorScope } from '../platform/access.ts'
import { DELETED, Deleted, replyCreated, toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, Nullable, ONE_LINE, OneOf, UpdateBody, Uuid, UuidParams } from '../platform/schemas.ts'
import { parseIso, requireEndTime } from '../platform/times.ts'
import {
  IncidentSchema,
  IncidentUpdateSchema,
  MANAGE_INCIDENTS,
  OneIncident,
  showIncident,
  toIncidentUpdate,
} from './incident-json.ts'
import { SnoozeFields } from './silences.ts'

const Title = Type.String({ minLength: 1, maxLength: 255, [ONE_LINE]: true, examples: ['Checkout is slow'] })
const PublicTitle = Type.String({
  minLength: 1,
  maxLength: 255,
  [ONE_LINE]: true,
  description:
    'Title on status pages and in their feeds and emails. Default: the title of a manual incident, or a title with the ' +
    'name of the component',
  examples: ['Orders are delayed'],
})
const StatusPageUpdate = Type.String({ maxLength: 1000, description: 'Text shown to visitors of status pages' })
const AffectedMonitorIds = Type.Array(Uuid, { maxItems: 100 })
/** Text of a note, 1-5000 characters. */
const Message = Type.String({ minLength: 1, maxLength: 5000 })

/** Upper bound of a failure count, well above any real count. */
const MAX_FAILURES = 1_000_000_000

const NewIncident = Body({
  severity: OneOf(SEVERITIES),
  type: OneOf(ERROR_TYPES),
  error_message: Type.String({ minLength: 1, maxLength: 1000, examples: ['connect 192.0.2.7:443: ECONNREFUSED'] }),
  title: Type.Optional(Title),
  check_id: Type.Optional({ ...Uuid, description: 'Monitor of the incident' }),
  source: Type.Optional(
    OneOf(INCIDENT_SOURCES, { description: 'Default: `system` if `check_id` is given, otherwise `manual`' }),
  ),
  public_title: Type.Optional(PublicTitle),
  status_page_update: Type.Optional(StatusPageUpdate),
  affected_regions: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 })),
  affected_monitor_ids: Type.Optional(AffectedMonitorIds),
  failure_count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_FAILURES, default: 1 })),
  started_at: Type.Optional({
    ...IsoTime,
    description: 'Start of the incident; must not be in the future. Default: now',
  }),
})

const deduplicate = <T>(values: readonly T[] = []): T[] => [...new Set(values)]

/** User actions on incidents: create, edit, acknowledge, resolve, reopen, add a note, delete. */
export const registerIncidentWriteRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.post(
    '/api/incidents',
    {
      config: { access: MANAGE_INCIDENTS, errors: ['MONITOR_NOT_FOUND', 'INTERNAL_ERROR'] },
      schema: {
        tags: ['Incidents'],
        summary:
          'Report an incident and notify the recipients of its monitors, or the default targets if it has no ' +
          'monitors',
        description: [
          '`title` is optional only with `check_id` and `source` `system`; the incident is then named after its ' +
            'monitor.',
          'A `system` incident is treated like an incident opened by the service: the next recovery of the monitor',
          'resolves it. `source` `system` without `check_id` returns 500 `INTERNAL_ERROR` with a message that',
          '`check_id` is required.',
        ].join(' '),
        body: NewIncident,
        response: { 201: OneIncident },
      },
    },
    async (request, reply) => {
      const { body } = request
      const incident = await reportIncident(context, toMonitorScope(request), {
        severity: body.severity,
        type: body.type,
        errorMessage: body.error_message,
        title: body.title ?? null,
        checkId: body.check_id ?? null,
        source: body.source ?? null,
        publicTitle: body.public_title ?? null,
        statusPageUpdate: body.status_page_update ?? null,
        affectedRegions: deduplicate(body.affected_regions),
        affectedMonitorIds: deduplicate(body.affected_monitor_ids),
        failureCount: body.failure_count ?? 1,
        startedAt: body.started_at === undefined ? null : parseIso(body.started_at),
      })
      return replyCreated(reply, { incident: await showIncident(db, incident) })
    },
  )

  api.patch(
    '/api/incidents/:id',
    {
      config: { access: MANAGE_INCIDENTS, errors: ['RESOURCE_NOT_FOUND', 'MONITOR_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Update an incident; only sent fields change, and lists are replaced',
        description:
          'Read-only fields are ignored, including `status`. To change the status, use `POST ' +
          '/api/incidents/{id}/acknowledge` and `POST /api/incidents/{id}/status`.',
        params: UuidParams('id'),
        body: UpdateBody(
          {
            title: Title,
            severity: OneOf(SEVERITIES),
            public_title: Nullable(PublicTitle),
            status_page_update: Nullable(StatusPageUpdate),
            affected_monitor_ids: AffectedMonitorIds,
          },
          IncidentSchema,
        ),
        response: { 200: OneIncident },
      },
    },
    async (request) => {
      const { title, severity, status_page_update: statusPageUpdate, affected_monitor_ids: ids } = request.body
      const publicTitle = request.body.public_title
      const edit = { title, severity, publicTitle, statusPageUpdate, affectedMonitorIds: ids && deduplicate(ids) }
      const incident = await editIncident(context, toMonitorScope(request), request.params.id, edit)
      return toEnvelope({ incident: await showIncident(db, incident) })
    },
  )

  api.delete(
    '/api/incidents/:id',
    {
      config: { access: { ...MANAGE_INCIDENTS, session: true }, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Delete an incident',
        description: 'No notifications are sent. If the monitor fails again, the service opens a new incident.',
        params: UuidParams('id'),
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async (request) => {
      await removeIncident(context, toMonitorScope(request), request.params.id)
      return toEnvelope(DELETED)
    },
  )

  api.post(
    '/api/incidents/:id/acknowledge',
    {
      config: { access: MANAGE_INCIDENTS, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Acknowledge an open incident',
        params: UuidParams('id'),
        response: { 200: toDataSchema(Type.Object({ success: Type.Literal(true), incident: IncidentSchema })) },
      },
    },
    async (request) => {
      const incident = await acknowledgeIncident(context, toMonitorScope(request), request.params.id)
      return toEnvelope({ success: true as const, incident: await showIncident(db, incident) })
    },
  )

  api.post(
    '/api/incidents/:id/unacknowledge',
    {
      config: { access: MANAGE_INCIDENTS, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Withdraw the acknowledgement of an incident',
        description:
          'The incident is open again, and its recipients are notified. Reminders start again. The escalation ' +
          'continues with the step and the wait that were left when the incident was acknowledged.',
        params: UuidParams('id'),
        response: { 200: OneIncident },
      },
    },
    async (request) => {
      const incident = await withdrawIncidentAcknowledgement(context, toMonitorScope(request), request.params.id)
      return toEnvelope({ incident: await showIncident(db, incident) })
    },
  )

  api.post(
    '/api/incidents/:id/status',
    {
      config: { access: MANAGE_INCIDENTS, errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Resolve an incident, or reopen a resolved incident',
        description: [
          'Reopening clears the resolution and the acknowledgement. If the service has since opened another ' +
            'incident of',
          'the same type for the monitor, the request returns 409 `CONFLICT` and the newer incident continues.',
        ].join(' '),
        params: UuidParams('id'),
        body: Body({ status: OneOf(['open', 'resolved']), note: Type.Optional(Message) }),
        response: { 200: OneIncident },
      },
    },
    async (request) => {
      const { status, note = null } = request.body
      const incident = await changeIncidentStatus(context, toMonitorScope(request), request.params.id, { status, note })
      return toEnvelope({ incident: await showIncident(db, incident) })
    },
  )

  api.post(
    '/api/incidents/:id/updates',
    {
      config: { access: MANAGE_INCIDENTS, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Add an update to an incident and notify its recipients',
        params: UuidParams('id'),
        body: Body({
          message: Message,
          is_public: Type.Optional(
            Type.Boolean({ default: false, description: 'Whether status pages show the update' }),
          ),
        }),
        response: { 201: toDataSchema(Type.Object({ update: IncidentUpdateSchema })) },
      },
    },
    async (request, reply) => {
      const { message, is_public: isPublic = false } = request.body
      const entry = await addIncidentNote(context, toMonitorScope(request), request.params.id, { message, isPublic })
      return replyCreated(reply, { update: toIncidentUpdate(entry) })
    },
  )
}

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
        summary: 'Acknowledge, unacknowledge, snooze, resolve or reopen many incidents',
        description:
          'Each incident succeeds or fails separately, and the response has one result per incident. The status is ' +
          '200 even if some fail. Recipients are notified as for single incidents.',
        body: Batch,
        response: { 200: toDataSchema(IncidentBulkResultSchema) },
      },
    },
    async (request) => {
      const { action, incident_ids: ids, note = null, ...snooze } = request.body
      if (action !== 'resolve' && action !== 'reopen' && note !== null)
        throw createInvalid({ field: 'note', message: `is not supported for ${action}` })
      const snoozeUntil = action === 'snooze' ? requireEndTime(snooze, context.now()) : refuseSnoozeFields(snooze)
      const change = { action, incidentIds: [...new Set(ids)], note, snoozeUntil }
      const result = await changeIncidents(context, toMonitorScope(request), change)
      return toEnvelope(toJson(result))
    },
  )
}
