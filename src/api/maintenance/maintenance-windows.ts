/**
 * Maintenance windows for monitors and groups, once or recurring, their occurrences, and the past maintenance of a
 * monitor.
 */
import Type, { type Static } from 'typebox'
import {
  findPlanIssues,
  getMaintenanceStatus,
  MAINTENANCE_STATUSES,
  type MaintenanceWindow,
  WINDOW,
  type WindowChange,
} from '../../core/maintenance/maintenance.ts'
import {
  findNextOccurrence,
  findOpenOccurrence,
  listOccurrencesBetween,
  Recurrence,
  type WindowTimes,
} from '../../core/maintenance/occurrence.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import { createWindow, getWindow, removeWindow, updateWindow } from '../../services/maintenance/maintenance-windows.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { resolvePeriod } from '../../services/results/uptime.ts'
import { listNamedSpans, type NamedSpan } from '../../store/maintenance/maintenance-spans.ts'
import { listWindows } from '../../store/maintenance/maintenance-windows.ts'
import { type GuardedAccess, VIEW } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { createResourceSchema } from '../platform/fields/resource-schema.ts'
import { registerStandardRoutes } from '../platform/fields/standard-routes.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, NullableIsoTime, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import {
  parseIso,
  parseRange,
  RANGE_ALIASES,
  RANGE_NAMES,
  requireRange,
  toIso,
  toIsoOrNull,
} from '../platform/times.ts'
import { PeriodQuery, parseIsoPeriod } from '../results/monitor-uptime.ts'

const Occurrence = Type.Object({ starts_at: IsoTime, ends_at: IsoTime })

const { cron, durationMinutes, timezone } = Recurrence.properties

const OccurrencesQuery = Type.Object({
  starts_at: Type.Optional({ ...IsoTime, description: 'Start of the first occurrence; required' }),
  ends_at: Type.Optional({ ...IsoTime, description: 'End of the first occurrence; required' }),
  ...RANGE_ALIASES,
  cron: Type.Optional(cron),
  duration_minutes: Type.Optional(durationMinutes),
  timezone: Type.Optional(timezone),
  until: Type.Optional({ ...IsoTime, description: 'Latest start of an occurrence' }),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 5, description: 'Maximum number of occurrences to return' }),
})

/** @throws Problem VALIDATION_ERROR */
function toTimes(query: Static<typeof OccurrencesQuery>): WindowTimes {
  const { cron, duration_minutes: durationMinutes, timezone = 'UTC', until } = query
  if (cron !== undefined && durationMinutes === undefined)
    throw createInvalid({ field: 'duration_minutes', message: 'is required with cron' })
  const times: WindowTimes = {
    ...requireRange(query),
    recurrence:
      cron === undefined
        ? null
        : { cron, durationMinutes: durationMinutes!, timezone, until: until === undefined ? null : parseIso(until) },
  }
  const issues = findPlanIssues({ name: '', description: '', ...times })
  if (issues.length > 0)
    throw createInvalid(issues.map(({ field, message }) => ({ field: field.replace('recurrence.', ''), message })))
  return times
}

function listNextOccurrences(times: WindowTimes, now: number, limit: number): Static<typeof Occurrence>[] {
  const open = findOpenOccurrence(times, now)
  const upcoming = listOccurrencesBetween(times, now, Number.POSITIVE_INFINITY, limit)
  return [...(open ? [open] : []), ...upcoming]
    .slice(0, limit)
    .map(({ startsAt, endsAt }) => ({ starts_at: toIso(startsAt), ends_at: toIso(endsAt) }))
}

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
  omittable: Object.values(RANGE_NAMES),
  updated: {
    status: OneOf(MAINTENANCE_STATUSES, {
      description: '`cancelled` cancels the window permanently; other values are ignored',
    }),
  },
})

const VIEW_WINDOWS: GuardedAccess = { permission: 'can_view', scope: 'project' }

const RECURRENCE_DESCRIPTION =
  'The window is open from `starts_at` to `ends_at`. With `recurrence`, further occurrences start at every ' +
  'later time of the cron expression in the given time zone. Each lasts `duration_minutes`. A start time ' +
  'skipped by a daylight saving change moves to the end of the gap; a repeated start time counts once.'

/** Maintenance windows for monitors and groups, once or recurring. */
export const registerMaintenanceWindowRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  registerStandardRoutes(api, context, {
    fields: WINDOW,
    schema: WindowSchema,
    address: '/api/maintenance-windows',
    collection: 'maintenance_windows',
    tag: 'Maintenance windows',
    view: VIEW_WINDOWS,
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
      config: { access: VIEW_WINDOWS },
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

/** More marks than any chart can show. */
const MAX_SPANS = 1_000

const Span = Type.Object(
  {
    window_id: Nullable(Uuid),
    name: Nullable(
      Type.String({
        description: 'Name of the window; null if the window was deleted',
        examples: ['Database upgrade'],
      }),
    ),
    starts_at: IsoTime,
    ends_at: Type.Unsafe<string>({ ...IsoTime, description: 'In the future while the maintenance continues' }),
  },
  { title: 'MaintenanceSpan' },
)

export const registerMonitorMaintenanceRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/monitors/:id/maintenance',
    {
      config: { access: VIEW, compressed: true, errors: ['MONITOR_NOT_FOUND'] },
      schema: {
        tags: ['Monitors'],
        summary: 'List the maintenance periods of a monitor, oldest first',
        description: `Returns maintenance as it took place: later changes to a window do not change past periods. The requested period is at most 366 days long and ends now at the latest. Only the newest ${MAX_SPANS} maintenance periods are returned.`,
        params: UuidParams('id'),
        querystring: Type.Object(PeriodQuery),
        response: {
          200: toDataSchema(Type.Object({ maintenance: Type.Array(Span), has_more: Type.Boolean() })),
        },
      },
    },
    async ({ params, query, project }) => {
      const period = resolvePeriod(parseIsoPeriod(query), context.now())
      const { key } = await getMonitor(db, project.id, params.id)
      const spans = await listNamedSpans(db, key, period, MAX_SPANS + 1)
      const shown = spans.slice(0, MAX_SPANS).toReversed()
      return toEnvelope({ maintenance: joinSpans(shown).map(toSpan), has_more: spans.length > MAX_SPANS })
    },
  )
}

/** Joins adjacent spans. Long maintenance is stored in pieces, each of which starts at the end of another. */
function joinSpans(spans: readonly NamedSpan[]): NamedSpan[] {
  const whole: NamedSpan[] = []
  const last = new Map<string, NamedSpan>()
  for (const span of spans) {
    const before = last.get(span.windowId)
    if (before && before.endsAt >= span.startsAt) before.endsAt = Math.max(before.endsAt, span.endsAt)
    else {
      const copy = { ...span }
      whole.push(copy)
      last.set(span.windowId, copy)
    }
  }
  return whole
}

const toSpan = ({ windowId, name, startsAt, endsAt }: NamedSpan): Static<typeof Span> => ({
  window_id: name === null ? null : windowId,
  name,
  starts_at: toIso(startsAt),
  ends_at: toIso(endsAt),
})
