/** Status pages of the project in the path; `X-Project-ID` is ignored. */
import Type from 'typebox'
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import { createPage, getPage, removePage, updatePage } from '../../services/status-pages/status-pages.ts'
import { listPages } from '../../store/status-pages/status-pages.ts'
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
import { ChangeBody, CreateBody, StatusPage, toChange, toDraft, toStatusPage } from './status-page-json.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'path' }
const EDIT: GuardedAccess = { ...COLLECTION_RIGHTS.status_pages, scope: 'path' }
const TAGS = ['Status pages']
const PROJECT_ERRORS = ['PROJECT_NOT_FOUND', 'API_KEY_ORGANIZATION_MISMATCH'] as const
const PAGE_ERRORS = [...PROJECT_ERRORS, 'RESOURCE_NOT_FOUND'] as const
const PageResponse = toDataSchema(Type.Object({ status_page: StatusPage }))

const ADDRESS = '/api/projects/:projectId/status-pages'

export const registerStatusPageRoutes: Resource = (api, { context: base, config }) => {
  const context = { ...base, ownHost: new URL(config.baseUrl).hostname }
  const { db } = context.store

  api.get(
    ADDRESS,
    {
      config: { access: VIEW, errors: PROJECT_ERRORS },
      schema: {
        tags: TAGS,
        summary: 'List the status pages of a project, newest first',
        params: UuidParams('projectId'),
        querystring: Type.Object(OffsetQuery),
        response: { 200: toPageSchema('status_pages', StatusPage) },
      },
    },
    async ({ project, query }) => {
      const { items: pages, total } = await listPages(db, project.id, query)
      return toEnvelope({ status_pages: pages.map(toStatusPage), pagination: toPagination(query, total, pages.length) })
    },
  )

  api.post(
    ADDRESS,
    {
      config: { access: EDIT, errors: [...PROJECT_ERRORS, 'MONITOR_NOT_FOUND', 'PLAN_LIMIT_REACHED', 'CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Create a status page',
        params: UuidParams('projectId'),
        body: CreateBody,
        response: { 201: PageResponse },
      },
    },
    async (request, reply) => {
      const page = await createPage(context, toMonitorScope(request), toDraft(request.body))
      return replyCreated(reply, { status_page: toStatusPage(page) })
    },
  )

  api.get(
    `${ADDRESS}/:pageId`,
    {
      config: { access: VIEW, errors: PAGE_ERRORS },
      schema: {
        tags: TAGS,
        summary: 'Get a status page',
        params: UuidParams('projectId', 'pageId'),
        response: { 200: PageResponse },
      },
    },
    async ({ project, params }) =>
      toEnvelope({ status_page: toStatusPage(await getPage(db, project.id, params.pageId)) }),
  )

  api.put(
    `${ADDRESS}/:pageId`,
    {
      config: { access: EDIT, errors: [...PAGE_ERRORS, 'MONITOR_NOT_FOUND', 'CONFLICT'] },
      schema: {
        tags: TAGS,
        summary: 'Update a status page',
        description:
          'Only sent fields change. `sections` is replaced as a whole, including its components. Sections and ' +
          'components with an `id` are kept; entries without one are created. `position` sets the order and is ' +
          'renumbered from 0.',
        params: UuidParams('projectId', 'pageId'),
        body: ChangeBody,
        response: { 200: PageResponse },
      },
    },
    async (request) => {
      const page = await updatePage(context, toMonitorScope(request), request.params.pageId, toChange(request.body))
      return toEnvelope({ status_page: toStatusPage(page) })
    },
  )

  api.delete(
    `${ADDRESS}/:pageId`,
    {
      config: { access: EDIT, errors: PAGE_ERRORS },
      schema: {
        tags: TAGS,
        summary: 'Delete a status page',
        params: UuidParams('projectId', 'pageId'),
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async (request) => {
      await removePage(context, toMonitorScope(request), request.params.pageId)
      return toEnvelope(DELETED)
    },
  )
}
