/** What people do to incidents: report, edit, acknowledge, resolve, reopen, annotate, delete. */
import Type from 'typebox'
import { INCIDENT_SOURCES, SEVERITIES } from '../../core/incidents/incident.ts'
import { ERROR_TYPES } from '../../core/results/verdict.ts'
import {
  acknowledgeIncident,
  editIncident,
  moveIncident,
  noteOnIncident,
  removeIncident,
  reportIncident,
} from '../../services/incidents/incidents-by-hand.ts'
import { created, DELETED, Deleted, dataOf, ok } from '../platform/envelope.ts'
import { scopeOf } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, Nullable, OneOf, UpdateBody, Uuid, UuidParams } from '../platform/schemas.ts'
import { fromIso } from '../platform/times.ts'
import { MANAGE, showIncident } from './incident-access.ts'
import { IncidentSchema, IncidentUpdateSchema, toIncidentUpdate } from './incident-json.ts'

const OneIncident = dataOf(Type.Object({ incident: IncidentSchema }))

const Title = Type.String({ minLength: 1, maxLength: 255, examples: ['Checkout is slow'] })
const StatusPageUpdate = Type.String({ maxLength: 1000, description: 'What visitors of status pages are told' })
const AffectedMonitorIds = Type.Array(Uuid, { maxItems: 100 })
/** Of a note, 1-5000 characters. */
const Message = Type.String({ minLength: 1, maxLength: 5000 })

/** A count that has room to grow. */
const MOST_FAILURES = 1_000_000_000

const NewIncident = Body({
  severity: OneOf(SEVERITIES),
  type: OneOf(ERROR_TYPES),
  error_message: Type.String({ minLength: 1, maxLength: 1000, examples: ['connect 192.0.2.7:443: ECONNREFUSED'] }),
  title: Type.Optional(Title),
  check_id: Type.Optional({ ...Uuid, description: 'The monitor that it is about' }),
  source: Type.Optional(
    OneOf(INCIDENT_SOURCES, { description: '`system` when `check_id` is given, otherwise `manual`' }),
  ),
  status_page_update: Type.Optional(StatusPageUpdate),
  affected_regions: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 })),
  affected_monitor_ids: Type.Optional(AffectedMonitorIds),
  failure_count: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_FAILURES, default: 1 })),
  started_at: Type.Optional({ ...IsoTime, description: 'Now when absent; not in the future' }),
})

const unique = <T>(values: readonly T[] = []): T[] => [...new Set(values)]

export const incidentWrites: Resource = (api, { context }) => {
  const { db } = context.store

  api.post(
    '/api/incidents',
    {
      config: { access: MANAGE, errors: ['MONITOR_NOT_FOUND', 'INTERNAL_ERROR'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Report an incident; its monitors are told of it, or the default targets when it names none',
        description: [
          '`title` may be left out only with `check_id` and `source` `system`; the incident is then called after its',
          'monitor. A `system` incident counts as the one that the service itself would open: the next recovery of',
          'the monitor resolves it. `source` `system` without `check_id` is answered by 500 `INTERNAL_ERROR`, which',
          'says that it must have one.',
        ].join(' '),
        body: NewIncident,
        response: { 201: OneIncident },
      },
    },
    async (request, reply) => {
      const { body } = request
      const incident = await reportIncident(context, scopeOf(request), {
        severity: body.severity,
        type: body.type,
        errorMessage: body.error_message,
        title: body.title ?? null,
        checkId: body.check_id ?? null,
        source: body.source ?? null,
        statusPageUpdate: body.status_page_update ?? null,
        affectedRegions: unique(body.affected_regions),
        affectedMonitorIds: unique(body.affected_monitor_ids),
        failureCount: body.failure_count ?? 1,
        startedAt: body.started_at === undefined ? null : fromIso(body.started_at),
      })
      return created(reply, { incident: await showIncident(db, incident) })
    },
  )

  api.patch(
    '/api/incidents/:id',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND', 'MONITOR_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Edit an incident; only sent fields change, lists as a whole',
        description:
          'What is read-only here is ignored, `status` among it: `POST /api/incidents/{id}/acknowledge` and ' +
          '`POST /api/incidents/{id}/status` change that.',
        params: UuidParams('id'),
        body: UpdateBody(
          {
            title: Title,
            severity: OneOf(SEVERITIES),
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
      const edit = { title, severity, statusPageUpdate, affectedMonitorIds: ids && unique(ids) }
      const incident = await editIncident(context, scopeOf(request), request.params.id, edit)
      return ok({ incident: await showIncident(db, incident) })
    },
  )

  api.delete(
    '/api/incidents/:id',
    {
      config: { access: { ...MANAGE, session: true }, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Delete an incident',
        description: 'Nobody is told. Should its monitor fail anew, the service opens a fresh one.',
        params: UuidParams('id'),
        response: { 200: dataOf(Deleted) },
      },
    },
    async (request) => {
      await removeIncident(context, scopeOf(request), request.params.id)
      return ok(DELETED)
    },
  )

  api.post(
    '/api/incidents/:id/acknowledge',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Acknowledge an open incident: the caller looks after it',
        params: UuidParams('id'),
        response: { 200: dataOf(Type.Object({ success: Type.Literal(true), incident: IncidentSchema })) },
      },
    },
    async (request) => {
      const incident = await acknowledgeIncident(context, scopeOf(request), request.params.id)
      return ok({ success: true as const, incident: await showIncident(db, incident) })
    },
  )

  api.post(
    '/api/incidents/:id/status',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Resolve an incident, or open a resolved one again',
        description: [
          'Opened again it is as if nobody had resolved or acknowledged it. Where the service has opened another one',
          'of the same kind for the monitor meanwhile, that one goes on: 409 `CONFLICT`.',
        ].join(' '),
        params: UuidParams('id'),
        body: Body({ status: OneOf(['open', 'resolved']), note: Type.Optional(Message) }),
        response: { 200: OneIncident },
      },
    },
    async (request) => {
      const { status, note = null } = request.body
      const incident = await moveIncident(context, scopeOf(request), request.params.id, status, note)
      return ok({ incident: await showIncident(db, incident) })
    },
  )

  api.post(
    '/api/incidents/:id/updates',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Add a note to what happened to an incident; everybody who hears of it is told',
        params: UuidParams('id'),
        body: Body({
          message: Message,
          is_public: Type.Optional(Type.Boolean({ default: false, description: 'Whether status pages show it' })),
        }),
        response: { 201: dataOf(Type.Object({ update: IncidentUpdateSchema })) },
      },
    },
    async (request, reply) => {
      const { message, is_public: isPublic = false } = request.body
      const entry = await noteOnIncident(context, scopeOf(request), request.params.id, { message, isPublic })
      return created(reply, { update: toIncidentUpdate(entry) })
    },
  )
}
