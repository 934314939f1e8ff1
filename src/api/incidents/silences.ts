/**
 * Silences and snoozes. A silenced monitor sends no alerts; a snoozed incident sends no reminders and no escalations.
 * Checks and incidents continue.
 */
import Type from 'typebox'
import { MAX_SNOOZE_DAYS } from '../../core/incidents/snooze.ts'
import { getIncident } from '../../services/incidents/incident-actions.ts'
import { endIncidentSilence, endSilences, silenceIncident, silenceMonitors } from '../../services/incidents/silences.ts'
import { endIncidentSnooze, snoozeIncident } from '../../services/incidents/snoozes.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { getRequestReader } from '../../store/platform/session.ts'
import { showMonitor } from '../monitors/monitor-json.ts'
import { Monitor } from '../monitors/monitor-schemas.ts'
import { SilenceFields, toSilenceTerms } from '../monitors/monitor-state-json.ts'
import { toMonitorScope } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource, ResourceDeps } from '../platform/resource.ts'
import { Body, UuidParams } from '../platform/schemas.ts'
import { requireEndTime, toEndFields } from '../platform/times.ts'
import { IncidentSchema, MANAGE_INCIDENTS, showIncident } from './incident-json.ts'

const params = UuidParams('id')
const body = Body(SilenceFields)
const ofMonitor = {
  config: { access: MANAGE_INCIDENTS, errors: ['MONITOR_NOT_FOUND'] },
  response: { 200: toDataSchema(Type.Object({ monitor: Monitor })) },
} as const
const ofIncident = {
  config: { access: MANAGE_INCIDENTS, errors: ['RESOURCE_NOT_FOUND'] },
  response: { 200: toDataSchema(Type.Object({ incident: IncidentSchema })) },
} as const

const EFFECT =
  'Checks continue, and incidents open and resolve as usual. Recipients get no alerts and reminders until then. At ' +
  'the end, they are notified once of each incident whose current state they have not received. An incident that ' +
  'opened and resolved in between sends nothing. An incident with several monitors is silenced while all of them are. ' +
  'Silencing again changes the end and the note. Unlike maintenance, a silence excludes no time from the uptime, and ' +
  'status pages and their subscribers are not affected.'

/** Silences: no alerts of a monitor for some time. Checks and incidents continue. */
export const registerSilenceRoutes: Resource = (api, deps) => {
  const { context } = deps

  api.post(
    '/api/monitors/:id/silence',
    {
      config: ofMonitor.config,
      schema: {
        tags: ['Monitors'],
        summary: 'Silence the alerts of a monitor for a given time',
        description: EFFECT,
        params,
        body,
        response: ofMonitor.response,
      },
    },
    async (request) => {
      await silenceMonitors(
        context,
        toMonitorScope(request),
        [request.params.id],
        toSilenceTerms(request.body, context.now()),
      )
      return toEnvelope({ monitor: await readMonitor(deps, request.project.id, request.params.id) })
    },
  )

  api.delete(
    '/api/monitors/:id/silence',
    {
      config: ofMonitor.config,
      schema: {
        tags: ['Monitors'],
        summary: 'End the silence of a monitor',
        description: 'Recipients are brought up to date at once. A monitor that is not silenced does not change.',
        params,
        response: ofMonitor.response,
      },
    },
    async (request) => {
      await endSilences(context, toMonitorScope(request), [request.params.id])
      return toEnvelope({ monitor: await readMonitor(deps, request.project.id, request.params.id) })
    },
  )

  api.post(
    '/api/incidents/:id/silence',
    {
      config: ofIncident.config,
      schema: {
        tags: ['Incidents'],
        summary: 'Silence the alerts of all monitors of an incident for a given time',
        description: `${EFFECT} An incident without monitors returns 400 \`VALIDATION_ERROR\`.`,
        params,
        body,
        response: ofIncident.response,
      },
    },
    async (request) => {
      await silenceIncident(
        context,
        toMonitorScope(request),
        request.params.id,
        toSilenceTerms(request.body, context.now()),
      )
      return toEnvelope({ incident: await readIncident(deps, request.project.id, request.params.id) })
    },
  )

  api.delete(
    '/api/incidents/:id/silence',
    {
      config: ofIncident.config,
      schema: {
        tags: ['Incidents'],
        summary: 'End the silence of all monitors of an incident',
        description: 'Recipients are brought up to date at once. Monitors that are not silenced do not change.',
        params,
        response: ofIncident.response,
      },
    },
    async (request) => {
      await endIncidentSilence(context, toMonitorScope(request), request.params.id)
      return toEnvelope({ incident: await readIncident(deps, request.project.id, request.params.id) })
    },
  )
}

/** @throws Problem MONITOR_NOT_FOUND */
async function readMonitor(deps: ResourceDeps, projectId: string, id: string) {
  const db = getRequestReader(deps.context.store.db)
  return showMonitor(deps, await getMonitor(db, projectId, id))
}

async function readIncident({ context: { store } }: ResourceDeps, projectId: string, id: string) {
  const db = getRequestReader(store.db)
  return showIncident(db, await getIncident(db, projectId, id))
}

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
