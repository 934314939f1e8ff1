/** The interactive reference at /docs. Loaded when somebody opens it, and served whole: it asks no other host. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { PublicAccess } from '../platform/access.ts'
import { acceptsGzip } from '../platform/http/accept-encoding.ts'
import type { Resource } from '../platform/resource.ts'

const PUBLIC: PublicAccess = { public: true }

/** Beside the page, so that both move together behind a proxy that adds a folder. */
const SCRIPT = 'docs/scalar.js'

interface Reference {
  page: string
  contentSecurityPolicy: string
  script: Buffer
  scriptGzipped: Buffer
}

export const docs: Resource = (api) => {
  let reference: Promise<Reference> | undefined
  const load = () => {
    reference ??= renderReference()
    return reference
  }

  api.get('/docs', { config: { access: PUBLIC }, schema: { hide: true } }, async (_request, reply: FastifyReply) => {
    const { page, contentSecurityPolicy } = await load()
    reply.header('content-security-policy', contentSecurityPolicy)
    return reply.type('text/html; charset=utf-8').send(page)
  })

  api.get(
    `/${SCRIPT}`,
    { config: { access: PUBLIC }, schema: { hide: true } },
    async (request, reply: FastifyReply) => {
      const { script, scriptGzipped } = await load()
      const takesGzip = acceptsGzip(request.headers['accept-encoding'])
      reply.header('cache-control', 'public, max-age=86400').header('vary', 'Accept-Encoding')
      if (takesGzip) reply.header('content-encoding', 'gzip')
      return reply.type('text/javascript; charset=utf-8').send(takesGzip ? scriptGzipped : script)
    },
  )
}

const CONFIGURATION = {
  url: 'api/openapi.json',
  cdn: SCRIPT,
  pageTitle: 'Watchkeeper API',
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  // Ours go from what is needed to what is rare, which the alphabet does not know
  orderSchemaPropertiesBy: 'preserve' as const,
  showDeveloperTools: 'never' as const, // they lead to services of other people
}

/** Lets the plugin render itself in a server of its own, because it can join the real one only before the start. */
async function renderReference(): Promise<Reference> {
  const { default: Fastify } = await import('fastify')
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const scratch = Fastify()
  await scratch.register(scalar, { routePrefix: '/docs', configuration: CONFIGURATION })
  const { body: page } = await scratch.inject('/docs/')
  const { rawPayload: script } = await scratch.inject('/docs/js/scalar.js')
  await scratch.close()
  return {
    page,
    contentSecurityPolicy: policyFor(page),
    script,
    scriptGzipped: await promisify(gzip)(script),
  }
}

/** Allows the page's own inline script by its hash, and nothing of another host. */
function policyFor(page: string): string {
  const inline = [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code!)
  const hashes = inline.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(';')
}
