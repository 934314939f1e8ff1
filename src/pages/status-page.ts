/** GET /status/{slug}: the page itself. */
import { escapeHtml } from '../core/html.ts'
import type { Guest } from './deps.ts'
import { withPage } from './read-page.ts'
import { sendKept } from './send-kept.ts'

const ROUTE = { config: { access: { public: true } }, schema: { hide: true } } as const

export const statusPage: Guest = (server, deps) => {
  server.get<{ Params: { slug: string } }>('/status/:slug', ROUTE, (request, reply) =>
    withPage(deps, { slug: request.params.slug }, request, reply, (page) =>
      sendKept(request, reply, page, 'html', ({ status }) => ({
        type: 'text/html; charset=utf-8',
        body: `<!doctype html><title>${escapeHtml(status.page.name)}</title>`,
      })),
    ),
  )
}
