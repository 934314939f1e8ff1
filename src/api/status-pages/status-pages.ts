/** Status pages of a project. */

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import Type from 'typebox'
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import { PAGE } from '../../core/status-pages/status-page.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import { createPage, getPage, previewPage, removePage, updatePage } from '../../services/status-pages/status-pages.ts'
import { listPages } from '../../store/status-pages/status-pages.ts'
import { type GuardedAccess, toMonitorScope } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { registerStandardRoutes } from '../platform/fields/standard-routes.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { PageSchema } from './status-page-json.ts'

export const registerStatusPageRoutes: Resource = (api, { context: base, config }) => {
  const context = { ...base, ownHost: new URL(config.baseUrl).hostname }
  const { db } = context.store

  registerStandardRoutes(api, context, {
    fields: PAGE,
    schema: PageSchema,
    address: '/api/projects/:projectId/status-pages',
    idName: 'pageId',
    collection: 'status_pages',
    tag: 'Status pages',
    view: { permission: 'can_view', scope: 'path' },
    edit: { ...COLLECTION_RIGHTS.status_pages, scope: 'path' },
    errors: ['PROJECT_NOT_FOUND', 'API_KEY_ORGANIZATION_MISMATCH'],
    list: {
      summary: 'List the status pages of a project, newest first',
      runPage: (projectId, page) => listPages(db, projectId, page),
    },
    create: {
      summary: 'Create a status page',
      errors: ['MONITOR_NOT_FOUND', 'PLAN_LIMIT_REACHED', 'CONFLICT'],
      run: (scope, draft) => createPage(context, scope, draft),
    },
    get: {
      summary: 'Get a status page',
      run: (projectId, id) => getPage(db, projectId, id),
    },
    update: {
      method: 'PUT',
      summary: 'Update a status page',
      description:
        'Only sent fields change. `sections` is replaced as a whole, including its components. Sections and ' +
        'components with an `id` are kept; entries without one are created. `position` sets the order and is ' +
        'renumbered from 0.',
      errors: ['MONITOR_NOT_FOUND', 'CONFLICT'],
      run: (scope, id, change) => updatePage(context, scope, id, change),
    },
    remove: {
      summary: 'Delete a status page',
      run: (scope, id) => removePage(context, scope, id),
    },
  })
}

const EDIT: GuardedAccess = { permission: 'can_edit_monitors', scope: 'path' }
const PROJECT_ERRORS = ['PROJECT_NOT_FOUND', 'API_KEY_ORGANIZATION_MISMATCH', 'MONITOR_NOT_FOUND', 'CONFLICT'] as const

const Preview = toDataSchema(
  Type.Object({
    html: Type.String({ description: 'Complete HTML document without scripts', examples: ['<!doctype html>…'] }),
  }),
)

const DESCRIPTION = 'Nothing is saved. The request is refused with the same errors as a save.'

export const registerStatusPagePreviewRoutes: Resource = (api, { context: base, config, renderStatusPage }) => {
  const context = { ...base, ownHost: new URL(config.baseUrl).hostname }

  /** Yields before and after rendering, because a large page takes long to read and to render. */
  async function preview(page: ShownPage) {
    await yieldToEventLoop()
    const html = await renderStatusPage(page)
    await yieldToEventLoop()
    return toEnvelope({ html })
  }

  api.post(
    '/api/projects/:projectId/status-pages/preview',
    {
      config: { access: EDIT, weight: 'heavy', errors: [...PROJECT_ERRORS, 'PLAN_LIMIT_REACHED'] },
      schema: {
        tags: ['Status pages'],
        summary: 'Preview a new status page',
        description: DESCRIPTION,
        params: UuidParams('projectId'),
        body: PageSchema.Create,
        response: { 200: Preview },
      },
    },
    async (request) => {
      const draft = PAGE.toDraft(omitPassword(request.body))
      return preview(await previewPage(context, toMonitorScope(request), null, draft))
    },
  )

  api.post(
    '/api/projects/:projectId/status-pages/:pageId/preview',
    {
      config: { access: EDIT, weight: 'heavy', errors: [...PROJECT_ERRORS, 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Status pages'],
        summary: 'Preview changes to a status page',
        description: DESCRIPTION,
        params: UuidParams('projectId', 'pageId'),
        body: PageSchema.Update,
        response: { 200: Preview },
      },
    },
    async (request) => {
      const change = PAGE.toChange(omitPassword(request.body))
      return preview(await previewPage(context, toMonitorScope(request), request.params.pageId, change))
    },
  )
}

/** The password does not change the look of a page, and takes long to hash. */
const omitPassword = ({ password: _, ...body }: { password?: unknown }): object => body
