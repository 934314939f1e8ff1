/** Maintenance windows for monitors and groups, once or recurring. */
import Type from 'typebox'
import {
  getMaintenanceStatus,
  MAINTENANCE_STATUSES,
  type MaintenanceWindow,
  WINDOW,
  type WindowChange,
} from '../../core/maintenance/maintenance.ts'
import { findNextOccurrence, findOpenOccurrence } from '../../core/maintenance/occurrence.ts'
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import { createWindow, getWindow, removeWindow, updateWindow } from '../../services/maintenance/maintenance-windows.ts'
import { listWindows } from '../../store/maintenance/maintenance-windows.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { parseRange, RANGE_ALIASES, requireRange } from '../platform/end-time.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { createResourceSchema } from '../platform/fields/resource-schema.ts'
import { registerStandardRoutes } from '../platform/fields/standard-routes.ts'
import type { Resource } from '../platform/resource.ts'
import { Nullable, NullableIsoTime, OneOf } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'
import { listNextOccurrences, Occurrence, OccurrencesQuery, toTimes } from './maintenance-occurrences.ts'

export const WindowSchema = createResourceSchema<typeof WINDOW.schema, MaintenanceWindow>(WINDOW, {
  shown: {
    status: OneOf(MAINTENANCE_STATUSES, {
      description: '`scheduled` also between two occurrences; `finished` after the last occurrence',
    }),
    current: { ...Nullable(Occurrence), description: 'Current occurrence' },
    next_starts_at: { ...NullableIsoTime, description: 'Start of the next occurrence; null if there is none' },
  },
  showMore(window, now) {
    const isCancelled = window.cancelledAt !== null
    const open = isCancelled ? null : findOpenOccurrence(window, now)
    const next = isCancelled ? null : findNextOccurrence(window, now)
    return {
      status: getMaintenanceStatus(window, now),
      current: open && { starts_at: toIso(open.startsAt), ends_at: toIso(open.endsAt) },
      next_starts_at: toIsoOrNull(next?.startsAt ?? null),
    }
  },
  written: RANGE_ALIASES,
  omittable: ['starts_at', 'ends_at'],
  updated: {
    status: OneOf(MAINTENANCE_STATUSES, {
      description: '`cancelled` cancels the window permanently; other values are ignored',
    }),
  },
})

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project' }

const RECURRENCE_DESCRIPTION =
  'The window is open from `starts_at` to `ends_at`. With `recurrence`, further occurrences start at every ' +
  'later time of the cron expression in the given time zone. Each lasts `duration_minutes`. A start time ' +
  'skipped by a daylight saving change moves to the end of the gap; a repeated start time counts once.'

export const registerMaintenanceWindowRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  registerStandardRoutes(api, context, {
    fields: WINDOW,
    schema: WindowSchema,
    address: '/api/maintenance-windows',
    collection: 'maintenance_windows',
    tag: 'Maintenance windows',
    view: VIEW,
    edit: { ...COLLECTION_RIGHTS.maintenance_windows, scope: 'project' },
    list: {
      summary: 'List the maintenance windows, newest first',
      runPage: (projectId, page) => listWindows(db, projectId, page),
    },
    create: {
      summary: 'Create a maintenance window',
      description: RECURRENCE_DESCRIPTION,
      errors: ['MONITOR_NOT_FOUND', 'RESOURCE_NOT_FOUND'],
      run: (scope, plan, body) => createWindow(context, scope, { ...plan, ...requireRange(body) }),
    },
    get: {
      summary: 'Get a maintenance window',
      run: (projectId, id) => getWindow(db, projectId, id),
    },
    update: {
      method: 'PUT',
      summary: 'Update or cancel a maintenance window',
      description: `Only sent fields change, including within \`recurrence\`; \`null\` removes the recurrence. \`status: "cancelled"\` cancels an unfinished window immediately and permanently. ${RECURRENCE_DESCRIPTION}`,
      errors: ['MONITOR_NOT_FOUND'],
      run: (scope, id, change, body) =>
        updateWindow(
          context,
          scope,
          id,
          { ...(change as WindowChange), ...parseRange(body) },
          body.status === 'cancelled',
        ),
    },
    remove: {
      summary: 'Delete a maintenance window; a current occurrence ends at once',
      run: (scope, id) => removeWindow(context, scope, id),
    },
  })

  api.get(
    '/api/maintenance-windows/occurrences',
    {
      config: { access: VIEW },
      schema: {
        tags: ['Maintenance windows'],
        summary: 'Preview the occurrences of a maintenance window',
        description: `Returns the current and later occurrences, oldest first. ${RECURRENCE_DESCRIPTION}`,
        querystring: OccurrencesQuery,
        response: { 200: toDataSchema(Type.Object({ occurrences: Type.Array(Occurrence) })) },
      },
    },
    async ({ query }) => toEnvelope({ occurrences: listNextOccurrences(toTimes(query), context.now(), query.limit) }),
  )
}
