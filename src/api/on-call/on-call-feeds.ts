/** Calendar feed of an on-call schedule. */
import Type from 'typebox'
import { createFeed, removeFeed } from '../../services/on-call/calendar-feeds.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { DELETED, Deleted, replyCreated, toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { toMonitorScope } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { TAGS } from './on-call-schedules.ts'

const EDIT: GuardedAccess = { permission: 'can_edit_monitors', scope: 'project' }
const params = UuidParams('id')

export const registerOnCallFeedRoutes: Resource = (api, { context, config }) => {
  api.post(
    '/api/on-call-schedules/:id/feed',
    {
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND'] },
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
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND'] },
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
