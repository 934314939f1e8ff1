/** Snoozes: no reminders and no escalations of an incident for some time. */
import Type from 'typebox'
import { MAX_SNOOZE_DAYS } from '../../core/incidents/snooze.ts'
import { endIncidentSnooze, snoozeIncident } from '../../services/incidents/snoozes.ts'
import { requireEndTime, toEndFields } from '../platform/end-time.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { toMonitorScope } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, UuidParams } from '../platform/schemas.ts'
import { MANAGE_INCIDENTS, showIncident } from './incident-access.ts'
import { IncidentSchema } from './incident-json.ts'

/** Fields of a request that snoozes incidents. */
export const SnoozeFields = toEndFields('snooze', MAX_SNOOZE_DAYS)

const route = {
  config: { access: MANAGE_INCIDENTS, errors: ['RESOURCE_NOT_FOUND'] },
  params: UuidParams('id'),
  response: { 200: toDataSchema(Type.Object({ incident: IncidentSchema })) },
} as const

export const registerSnoozeRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.post(
    '/api/incidents/:id/snooze',
    {
      config: route.config,
      schema: {
        tags: ['Incidents'],
        summary: 'Snooze an open incident for a given time',
        description:
          'The incident stays open and is not acknowledged. Until the end, it sends no reminders and no steps of its ' +
          'escalation policy. Other messages, such as its resolution, are sent as usual. At the end, each recipient of ' +
          'its messages gets a reminder, and the escalation continues. Snoozing again changes the end. An incident that ' +
          'is not open returns 400 `VALIDATION_ERROR`.',
        params: route.params,
        body: Body(SnoozeFields),
        response: route.response,
      },
    },
    async (request) => {
      const until = requireEndTime(request.body, context.now())
      const incident = await snoozeIncident(context, toMonitorScope(request), request.params.id, until)
      return toEnvelope({ incident: await showIncident(db, incident) })
    },
  )

  api.delete(
    '/api/incidents/:id/snooze',
    {
      config: route.config,
      schema: {
        tags: ['Incidents'],
        summary: 'End the snooze of an incident',
        description:
          'The escalation continues, and no reminder is sent for the end. An incident that is not snoozed does not change.',
        params: route.params,
        response: route.response,
      },
    },
    async (request) => {
      const incident = await endIncidentSnooze(context, toMonitorScope(request), request.params.id)
      return toEnvelope({ incident: await showIncident(db, incident) })
    },
  )
}
