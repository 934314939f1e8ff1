/** Status pages of a project. */
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import { PAGE } from '../../core/status-pages/status-page.ts'
import { createPage, getPage, removePage, updatePage } from '../../services/status-pages/status-pages.ts'
import { listPages } from '../../store/status-pages/status-pages.ts'
import { registerStandardRoutes } from '../platform/fields/standard-routes.ts'
import type { Resource } from '../platform/resource.ts'
import { PageSchema, toChange, toDraft } from './status-page-json.ts'

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
      run: (scope, _draft, body) => createPage(context, scope, toDraft(body)),
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
      run: (scope, id, _change, body) => updatePage(context, scope, id, toChange(body)),
    },
    remove: {
      summary: 'Delete a status page',
      run: (scope, id) => removePage(context, scope, id),
    },
  })
}
