/** Status pages of a project, which the path names: `X-Project-ID` says nothing here. */
import Type from 'typebox'
import { createPage, getPage, removePage, updatePage } from '../../services/status-pages/status-pages.ts'
import { listPages } from '../../store/status-pages/status-pages.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { created, DELETED, Deleted, dataOf, OffsetQuery, ok, pageOf, pagination } from '../platform/envelope.ts'
import { scopeOf } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { ChangeBody, CreateBody, StatusPage, toChange, toDraft, toStatusPage } from './status-page-json.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'path' }
const EDIT: GuardedAccess = { permission: 'can_edit_monitors', scope: 'path' }
const TAGS = ['Status pages']
const OF_PROJECT = ['PROJECT_NOT_FOUND', 'API_KEY_ORGANIZATION_MISMATCH'] as const
const OF_PAGE = [...OF_PROJECT, 'RESOURCE_NOT_FOUND'] as const
const OnePage = dataOf(Type.Object({ status_page: StatusPage }))

const ADDRESS = '/api/projects/:projectId/status-pages'

export const statusPages: Resource = (api, { context: base, config }) => {
  const context = { ...base, ownHost: new URL(config.baseUrl).hostname }
  const { db } = context.store

  api.get(
    ADDRESS,
    {
      config: { access: VIEW, errors: OF_PROJECT },
      schema: {
        tags: TAGS,
        summary: 'List the status pages of a project, newest first',
        params: UuidParams('projectId'),
        querystring: Type.Object(OffsetQuery),
        response: { 200: pageOf('status_pages', StatusPage) },
      },
    },
    async ({ project, query }) => {
      const { items: pages, total } = await listPages(db, project.id, query)
      return ok({ status_pages: pages.map(toStatusPage), pagination: pagination(query, total, pages.length) })
    },
  )

  api.post(
    ADDRESS,
    {
      config: { access: EDIT, errors: [...OF_PROJECT, 'MONITOR_NOT_FOUND', 'PLAN_LIMIT_REACHED', 'CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Make a status page',
        params: UuidParams('projectId'),
        body: CreateBody,
        response: { 201: OnePage },
      },
    },
    async (request, reply) => {
      const page = await createPage(context, scopeOf(request), toDraft(request.body))
      return created(reply, { status_page: toStatusPage(page) })
    },
  )

  api.get(
    `${ADDRESS}/:pageId`,
    {
      config: { access: VIEW, errors: OF_PAGE },
      schema: {
        tags: TAGS,
        summary: 'Read a status page',
        params: UuidParams('projectId', 'pageId'),
        response: { 200: OnePage },
      },
    },
    async ({ project, params }) => ok({ status_page: toStatusPage(await getPage(db, project.id, params.pageId)) }),
  )

  api.put(
    `${ADDRESS}/:pageId`,
    {
      config: { access: EDIT, errors: [...OF_PAGE, 'MONITOR_NOT_FOUND', 'CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Change a status page',
        description:
          'Only sent fields change; `sections` as a whole, with their components. What is sent with its `id` is kept, ' +
          'what has none is new. `position` decides the order and is counted anew from 0.',
        params: UuidParams('projectId', 'pageId'),
        body: ChangeBody,
        response: { 200: OnePage },
      },
    },
    async (request) => {
      const page = await updatePage(context, scopeOf(request), request.params.pageId, toChange(request.body))
      return ok({ status_page: toStatusPage(page) })
    },
  )

  api.delete(
    `${ADDRESS}/:pageId`,
    {
      config: { access: EDIT, errors: OF_PAGE },
      schema: {
        tags: TAGS,
        summary: 'Delete a status page',
        params: UuidParams('projectId', 'pageId'),
        response: { 200: dataOf(Deleted) },
      },
    },
    async (request) => {
      await removePage(context, scopeOf(request), request.params.pageId)
      return ok(DELETED)
    },
  )
}
