/** On-call schedules, who is on call, overrides and calendar feeds. */
import Type from 'typebox'
import { type OnCallSchedule, SCHEDULE } from '../../core/on-call/schedule.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import { removeSchedule } from '../../services/notifications/escalation-policies.ts'
import { createOverride, listComingOverrides, removeOverride } from '../../services/on-call/on-call-overrides.ts'
import {
  createFeed,
  createSchedule,
  getSchedule,
  previewShifts,
  removeFeed,
  updateSchedule,
} from '../../services/on-call/on-call-schedules.ts'
import { addOnCallUsers, readOnCall, readShifts, type ScheduleShifts } from '../../services/on-call/rotations.ts'
import { listUserNames } from '../../store/accounts/users.ts'
import { listSchedules } from '../../store/on-call/on-call-schedules.ts'
import { type GuardedAccess, toMonitorScope } from '../platform/access.ts'
import { DELETED, Deleted, replyCreated, toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { registerStandardRoutes } from '../platform/fields/standard-routes.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, UuidParams } from '../platform/schemas.ts'
import { parseIso, requireRange } from '../platform/times.ts'
import {
  OnCall,
  Override,
  OverrideCreate,
  ScheduleSchema,
  ScheduleShiftsJson,
  ShiftPreview,
  toOnCall,
  toOverride,
  toScheduleShifts,
} from './on-call-json.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project' }
const EDIT: GuardedAccess = { ...COLLECTION_RIGHTS.on_call_schedules, scope: 'project' }
const TAGS = ['On-call schedules']
const params = UuidParams('id')

const RULES =
  'The members of a layer take turns: one turn lasts `shift_length` days or weeks and ends at the handover time. ' +
  'A later layer replaces the earlier layers while one of its members is on call, and an override replaces all ' +
  'layers. A handover time that a daylight saving change skips is reached at the change; a repeated one counts ' +
  'the first time.'

const DEFAULT_SHIFT_DAYS = 14
const MAX_SHIFT_DAYS = 100

export const registerOnCallScheduleRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  const addUser = async (schedule: OnCallSchedule) => (await addOnCallUsers(db, [schedule], context.now()))[0]!

  const showShifts = async (shifts: ScheduleShifts, period: { from: number; to: number }) => {
    const userIds = [...shifts.final, ...shifts.layers.flat()].map(({ userId }) => userId)
    return toEnvelope(toScheduleShifts(shifts, period, await listUserNames(db, [...new Set(userIds)])))
  }

  registerStandardRoutes(api, context, {
    fields: SCHEDULE,
    schema: ScheduleSchema,
    address: '/api/on-call-schedules',
    collection: 'on_call_schedules',
    tag: 'On-call schedules',
    view: VIEW,
    edit: EDIT,
    list: {
      summary: 'List the on-call schedules, newest first',
      async runPage(projectId, page) {
        const { items, total } = await listSchedules(db, projectId, page)
        return { items: await addOnCallUsers(db, items, context.now()), total }
      },
    },
    create: {
      summary: 'Create an on-call schedule',
      description: RULES,
      run: (scope, plan) => createSchedule(context, scope, plan),
    },
    get: {
      summary: 'Get an on-call schedule',
      run: async (projectId, id) => addUser(await getSchedule(db, projectId, id)),
    },
    update: {
      method: 'PATCH',
      summary: 'Update an on-call schedule; only sent fields change',
      description: `\`layers\` replaces all layers. ${RULES}`,
      run: (scope, id, change) => updateSchedule(context, scope, id, change),
    },
    remove: {
      summary: 'Delete an on-call schedule with its overrides',
      description: 'The steps of escalation policies drop it. A step may then notify no recipient.',
      run: (scope, id) => removeSchedule(context, scope, id),
    },
  })

  api.post(
    '/api/on-call-schedules/preview',
    {
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: `List the shifts of the next ${DEFAULT_SHIFT_DAYS} days as layers would give them`,
        description: 'Stores nothing. No user is on call between shifts that do not adjoin.',
        body: ShiftPreview,
        response: { 200: toDataSchema(ScheduleShiftsJson) },
      },
    },
    async (request) => {
      const period = toPeriod({}, context.now())
      const { schedule_id: id = null, ...body } = request.body
      const plan = { ...SCHEDULE.toDraft({ name: '', ...body }), scheduleId: id }
      return showShifts(await previewShifts(context.store, toMonitorScope(request), plan, period), period)
    },
  )

  api.get(
    '/api/on-call-schedules/:id/on-call',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Get the user on call, the end of the shift, and the next user',
        params,
        querystring: Type.Object({ at: Type.Optional({ ...IsoTime, description: 'Default: now' }) }),
        response: { 200: toDataSchema(Type.Object({ on_call: OnCall })) },
      },
    },
    async ({ project, params: { id }, query }) => {
      const at = query.at === undefined ? context.now() : parseIso(query.at)
      const found = await readOnCall(db, await getSchedule(db, project.id, id), at)
      const ids = [found.current, found.next].flatMap((shift) => (shift ? [shift.userId] : []))
      return toEnvelope({ on_call: toOnCall(found, at, await listUserNames(db, ids)) })
    },
  )

  api.get(
    '/api/on-call-schedules/:id/shifts',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'List the shifts of a period, oldest first',
        description: 'Shifts are cut at both ends of the period.',
        params,
        querystring: Type.Object({
          from: Type.Optional({ ...IsoTime, description: 'Default: now' }),
          to: Type.Optional({
            ...IsoTime,
            description: `At most ${MAX_SHIFT_DAYS} days later than \`from\`. Default: ${DEFAULT_SHIFT_DAYS} days later`,
          }),
        }),
        response: { 200: toDataSchema(ScheduleShiftsJson) },
      },
    },
    async ({ project, params: { id }, query }) => {
      const period = toPeriod(query, context.now())
      return showShifts(await readShifts(db, await getSchedule(db, project.id, id), period, context.now()), period)
    },
  )
}

/** @throws Problem VALIDATION_ERROR */
function toPeriod(query: { from?: string; to?: string }, now: number): { from: number; to: number } {
  const from = query.from === undefined ? now : parseIso(query.from)
  const to = query.to === undefined ? from + DEFAULT_SHIFT_DAYS * DAY_MS : parseIso(query.to)
  if (to <= from) throw createInvalid({ field: 'to', message: 'must be later than from' })
  if (to - from > MAX_SHIFT_DAYS * DAY_MS)
    throw createInvalid({ field: 'to', message: `must be at most ${MAX_SHIFT_DAYS} days later than from` })
  return { from, to }
}

/** Responders swap shifts among themselves. */
const OPERATE: GuardedAccess = { permission: 'can_manage_incidents', scope: 'project' }

export const registerOnCallOverrideRoutes: Resource = (api, { context }) => {
  api.get(
    '/api/on-call-schedules/:id/overrides',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'List the current and later overrides of an on-call schedule, in order of creation',
        params: UuidParams('id'),
        response: { 200: toDataSchema(Type.Object({ overrides: Type.Array(Override) })) },
      },
    },
    async ({ project, params: { id } }) => {
      const overrides = await listComingOverrides(context, project.id, id)
      return toEnvelope({ overrides: overrides.map(toOverride) })
    },
  )

  api.post(
    '/api/on-call-schedules/:id/overrides',
    {
      config: { access: OPERATE, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Create an override: a member takes over the schedule for a period',
        description: 'If overrides overlap, the one created last applies.',
        params: UuidParams('id'),
        body: OverrideCreate,
        response: { 201: toDataSchema(Type.Object({ override: Override })) },
      },
    },
    async (request, reply) => {
      const shift = { userId: request.body.user_id, ...requireRange(request.body) }
      const override = await createOverride(context, toMonitorScope(request), request.params.id, shift)
      return replyCreated(reply, { override: toOverride(override) })
    },
  )

  api.delete(
    '/api/on-call-schedules/:id/overrides/:overrideId',
    {
      config: { access: OPERATE, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Delete an override',
        params: UuidParams('id', 'overrideId'),
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async (request) => {
      const { id, overrideId } = request.params
      await removeOverride(context, toMonitorScope(request), id, overrideId)
      return toEnvelope(DELETED)
    },
  )
}

const EDIT_FEEDS: GuardedAccess = { permission: 'can_edit_monitors', scope: 'project' }

export const registerOnCallFeedRoutes: Resource = (api, { context, config }) => {
  api.post(
    '/api/on-call-schedules/:id/feed',
    {
      config: { access: EDIT_FEEDS, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Create the calendar feed of an on-call schedule, or replace its URL',
        description:
          'Returns the URL of an iCalendar document with the shifts of the last month and the next three months. ' +
          'The URL is the only credential and is returned once; a previous URL stops working.',
        params,
        response: { 201: toDataSchema(Type.Object({ feed_url: Type.String() })) },
      },
    },
    async (request, reply) => {
      const token = await createFeed(context, toMonitorScope(request), request.params.id)
      return replyCreated(reply, { feed_url: `${config.baseUrl}/calendars/on-call/${token}.ics` })
    },
  )

  api.delete(
    '/api/on-call-schedules/:id/feed',
    {
      config: { access: EDIT_FEEDS, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Delete the calendar feed of an on-call schedule; its URL stops working',
        params,
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async (request) => {
      await removeFeed(context, toMonitorScope(request), request.params.id)
      return toEnvelope(DELETED)
    },
  )
}
