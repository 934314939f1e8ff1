/** Planned work on monitors and groups, once or again and again. */
import Type from 'typebox'
import { createWindow, getWindow, removeWindow, updateWindow } from '../../services/maintenance/maintenance-windows.ts'
import { listWindows } from '../../store/maintenance/maintenance-windows.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { created, DELETED, Deleted, dataOf, OffsetQuery, ok, pageOf, pagination } from '../platform/envelope.ts'
import { scopeOf } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { ChangeBody, CreateBody, Occurrence, toChange, toPlan, toWindow, Window } from './maintenance-json.ts'
import { comingOf, OccurrencesQuery, toTimes } from './maintenance-occurrences.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project' }
const EDIT: GuardedAccess = { permission: 'can_edit_monitors', scope: 'project' }
const TAGS = ['Maintenance windows']
const OneWindow = dataOf(Type.Object({ maintenance_window: Window }))

const HOW_IT_RECURS =
  'The window opens from `starts_at` to `ends_at`. With a `recurrence` it opens again at every later time of the cron ' +
  'expression, in the given time zone, each time for `duration_minutes`. A fixed time that the clock skips in spring ' +
  'comes right after the gap, and one that comes twice in autumn counts once.'

export const maintenanceWindows: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/maintenance-windows',
    {
      config: { access: VIEW },
      schema: {
        tags: TAGS,
        summary: 'List the maintenance windows, newest first',
        querystring: Type.Object(OffsetQuery),
        response: { 200: pageOf('maintenance_windows', Window) },
      },
    },
    async ({ project, query }) => {
      const { items: windows, total } = await listWindows(db, project.id, query)
      const now = context.now()
      return ok({
        maintenance_windows: windows.map((window) => toWindow(window, now)),
        pagination: pagination(query, total, windows.length),
      })
    },
  )

  api.post(
    '/api/maintenance-windows',
    {
      config: { access: EDIT, errors: ['MONITOR_NOT_FOUND', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Plan a maintenance window',
        description: HOW_IT_RECURS,
        body: CreateBody,
        response: { 201: OneWindow },
      },
    },
    async (request, reply) => {
      const window = await createWindow(context, scopeOf(request), toPlan(request.body))
      return created(reply, { maintenance_window: toWindow(window, context.now()) })
    },
  )

  api.get(
    '/api/maintenance-windows/occurrences',
    {
      config: { access: VIEW },
      schema: {
        tags: TAGS,
        summary: 'Read when a maintenance window would be open, before it is planned',
        description: `The occurrence that would be open now and those after it, oldest first. ${HOW_IT_RECURS}`,
        querystring: OccurrencesQuery,
        response: { 200: dataOf(Type.Object({ occurrences: Type.Array(Occurrence) })) },
      },
    },
    async ({ query }) => ok({ occurrences: comingOf(toTimes(query), context.now(), query.limit) }),
  )

  api.get(
    '/api/maintenance-windows/:id',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Read a maintenance window',
        params: UuidParams('id'),
        response: { 200: OneWindow },
      },
    },
    async ({ project, params }) => {
      const window = await getWindow(db, project.id, params.id)
      return ok({ maintenance_window: toWindow(window, context.now()) })
    },
  )

  api.put(
    '/api/maintenance-windows/:id',
    {
      config: { access: EDIT, errors: ['MONITOR_NOT_FOUND', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Change a maintenance window, or call it off',
        description:
          'Only sent fields change, those of `recurrence` one by one; `null` ends the recurrence. `status: "cancelled"` ' +
          `calls off a window that is not finished yet, at once and for good. ${HOW_IT_RECURS}`,
        params: UuidParams('id'),
        body: ChangeBody,
        response: { 200: OneWindow },
      },
    },
    async (request) => {
      const { params, body } = request
      const makeChange = (before: Parameters<typeof toWindow>[0]) => toChange(body, before)
      const isCancel = body.status === 'cancelled'
      const window = await updateWindow(context, scopeOf(request), params.id, makeChange, isCancel)
      return ok({ maintenance_window: toWindow(window, context.now()) })
    },
  )

  api.delete(
    '/api/maintenance-windows/:id',
    {
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Delete a maintenance window, as if it had never been planned',
        params: UuidParams('id'),
        response: { 200: dataOf(Deleted) },
      },
    },
    async (request) => {
      await removeWindow(context, scopeOf(request), request.params.id)
      return ok(DELETED)
    },
  )
}
