/** Preview of a status page without saving it. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import Type from 'typebox'
import type { ApiFields } from '../../core/platform/fields/resource.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import { previewPage } from '../../services/status-pages/status-page-preview.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { toMonitorScope } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { PageSchema, toChange, toDraft } from './status-page-json.ts'

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
      const draft = toDraft(omitPassword(request.body as ApiFields))
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
      const change = toChange(omitPassword(request.body as ApiFields))
      return preview(await previewPage(context, toMonitorScope(request), request.params.pageId, change))
    },
  )
}

/** The password does not change the look of a page, and takes long to hash. */
const omitPassword = ({ password: _, ...body }: ApiFields): ApiFields => body
