/** Maintenance windows for monitors and groups, once or recurring. */
import Type from 'typebox'
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import { createWindow, getWindow, removeWindow, updateWindow } from '../../services/maintenance/maintenance-windows.ts'
import { listWindows } from '../../store/maintenance/maintenance-windows.ts'
import type { GuardedAccess } from '../platform/access.ts'
import {
  DELETED,
  Deleted,
  OffsetQuery,
  replyCreated,
  toDataSchema,
  toEnvelope,
  toPageSchema,
  toPagination,
} from '../platform/envelope.ts'
import { toMonitorScope } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { ChangeBody, CreateBody, Occurrence, toChange, toPlan, toWindow, Window } from './maintenance-json.ts'
import { listNextOccurrences, OccurrencesQuery, toTimes } from './maintenance-occurrences.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project' }
const EDIT: GuardedAccess = { ...COLLECTION_RIGHTS.maintenance_windows, scope: 'project' }
const TAGS = ['Maintenance windows']
const WindowResponse = toDataSchema(Type.Object({ maintenance_window: Window }))

const RECURRENCE_DESCRIPTION =
  'The window is open from `starts_at` to `ends_at`. With `recurrence`, further occurrences start at every ' +
  'later time of the cron expression in the given time zone. Each lasts `duration_minutes`. A start time ' +
  'skipped by a daylight saving change moves to the end of the gap; a repeated start time counts once.'

export const registerMaintenanceWindowRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/maintenance-windows',
    {
      config: { access: VIEW },
      schema: {
        tags: TAGS,
        summary: 'List the maintenance windows, newest first',
        querystring: Type.Object(OffsetQuery),
        response: { 200: toPageSchema('maintenance_windows', Window) },
      },
    },
    async ({ project, query }) => {
      const { items: windows, total } = await listWindows(db, project.id, query)
      const now = context.now()
      return toEnvelope({
        maintenance_windows: windows.map((window) => toWindow(window, now)),
        pagination: toPagination(query, total, windows.length),
      })
    },
  )

  api.post(
    '/api/maintenance-windows',
    {
      config: { access: EDIT, errors: ['MONITOR_NOT_FOUND', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Create a maintenance window',
        description: RECURRENCE_DESCRIPTION,
        body: CreateBody,
        response: { 201: WindowResponse },
      },
    },
    async (request, reply) => {
      const window = await createWindow(context, toMonitorScope(request), toPlan(request.body))
      return replyCreated(reply, { maintenance_window: toWindow(window, context.now()) })
    },
  )

  api.get(
    '/api/maintenance-windows/occurrences',
    {
      config: { access: VIEW },
      schema: {
        tags: TAGS,
        summary: 'Preview the occurrences of a maintenance window',
        description: `Returns the current and later occurrences, oldest first. ${RECURRENCE_DESCRIPTION}`,
        querystring: OccurrencesQuery,
        response: { 200: toDataSchema(Type.Object({ occurrences: Type.Array(Occurrence) })) },
      },
    },
    async ({ query }) => toEnvelope({ occurrences: listNextOccurrences(toTimes(query), context.now(), query.limit) }),
  )

  api.get(
    '/api/maintenance-windows/:id',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Get a maintenance window',
        params: UuidParams('id'),
        response: { 200: WindowResponse },
      },
    },
    async ({ project, params }) => {
      const window = await getWindow(db, project.id, params.id)
      return toEnvelope({ maintenance_window: toWindow(window, context.now()) })
    },
  )

  api.put(
    '/api/maintenance-windows/:id',
    {
      config: { access: EDIT, errors: ['MONITOR_NOT_FOUND', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Update or cancel a maintenance window',
        description: `Only sent fields change, including within \`recurrence\`; \`null\` removes the recurrence. \`status: "cancelled"\` cancels an unfinished window immediately and permanently. ${RECURRENCE_DESCRIPTION}`,
        params: UuidParams('id'),
        body: ChangeBody,
        response: { 200: WindowResponse },
      },
    },
    async (request) => {
      const { params, body } = request
      const makeChange = (before: Parameters<typeof toWindow>[0]) => toChange(body, before)
      const isCancel = body.status === 'cancelled'
      const window = await updateWindow(context, toMonitorScope(request), params.id, makeChange, isCancel)
      return toEnvelope({ maintenance_window: toWindow(window, context.now()) })
    },
  )

  api.delete(
    '/api/maintenance-windows/:id',
    {
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Delete a maintenance window; a current occurrence ends at once',
        params: UuidParams('id'),
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async (request) => {
      await removeWindow(context, toMonitorScope(request), request.params.id)
      return toEnvelope(DELETED)
    },
  )
}
