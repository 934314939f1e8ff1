/** How a status page would look, before anything of it is saved. */
import { setImmediate as turn } from 'node:timers/promises'
import Type, { type Static } from 'typebox'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import { previewPage } from '../../services/status-pages/status-page-preview.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import { scopeOf } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { ChangeBody, CreateBody, toChange, toDraft } from './status-page-json.ts'

const EDIT: GuardedAccess = { permission: 'can_edit_monitors', scope: 'path' }
const OF_PROJECT = ['PROJECT_NOT_FOUND', 'API_KEY_ORGANIZATION_MISMATCH', 'MONITOR_NOT_FOUND', 'CONFLICT'] as const

const Preview = dataOf(
  Type.Object({
    html: Type.String({ description: 'The whole document, without scripts', examples: ['<!doctype html>…'] }),
  }),
)

const DESCRIPTION = 'Nothing is saved. What saving would refuse is refused here too, so errors are known early.'

export const statusPagePreview: Resource = (api, { context: base, config, renderStatusPage }) => {
  const context = { ...base, ownHost: new URL(config.baseUrl).hostname }

  /** A large page takes long to read and long to render: other requests get their turn in between. */
  async function preview(page: ShownPage) {
    await turn()
    const html = await renderStatusPage(page)
    await turn()
    return ok({ html })
  }

  api.post(
    '/api/projects/:projectId/status-pages/preview',
    {
      config: { access: EDIT, weight: 'heavy', errors: [...OF_PROJECT, 'PLAN_LIMIT_REACHED'] },
      schema: {
        tags: ['Status pages'],
        summary: 'Look at a new status page before it is made',
        description: DESCRIPTION,
        params: UuidParams('projectId'),
        body: CreateBody,
        response: { 200: Preview },
      },
    },
    async (request) => {
      const draft = toDraft(withoutPassword(request.body))
      return preview(await previewPage(context, scopeOf(request), null, draft))
    },
  )

  api.post(
    '/api/projects/:projectId/status-pages/:pageId/preview',
    {
      config: { access: EDIT, weight: 'heavy', errors: [...OF_PROJECT, 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Status pages'],
        summary: 'Look at a changed status page before it is saved',
        description: DESCRIPTION,
        params: UuidParams('projectId', 'pageId'),
        body: ChangeBody,
        response: { 200: Preview },
      },
    },
    async (request) => {
      const change = toChange(withoutPassword(request.body))
      return preview(await previewPage(context, scopeOf(request), request.params.pageId, change))
    },
  )
}

/** It changes nothing of how a page looks, and takes long to hash. */
const withoutPassword = <Body extends Static<typeof CreateBody> | Static<typeof ChangeBody>>({
  password: _,
  ...body
}: Body): Omit<Body, 'password'> => body
