/**
 * API documents: OpenAPI at /api/openapi.json, and the interactive reference at /docs. `npm run build` renders them, so
 * a server only sends them. The reference loads nothing from other hosts.
 */

import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Problem } from '../../core/platform/errors.ts'
import type { ReadDocs } from '../platform/deps.ts'
import { encodeText, isGzipAccepted, sendEncoded } from '../platform/http/compress.ts'
import type { Resource } from '../platform/resource.ts'

/** Placeholder in the built OpenAPI document for the address of the server. */
export const BASE_URL = 'https://watchkeeper.invalid'

/** Path relative to the page, so that both work behind a proxy that adds a path prefix. */
export const SCRIPT = 'docs/scalar.js'

const PUBLIC = { config: { access: { public: true } }, schema: { hide: true } } as const

const refuseUnbuilt: ReadDocs = async () => {
  throw new Problem('SERVICE_UNAVAILABLE', 'The API reference is not built: run "npm run build" and restart the server')
}

export const registerDocsRoutes: Resource = (api, { config, readDocs = refuseUnbuilt }) => {
  const readDocument = loadOnce(async () => encodeText(insertBaseUrl(config.baseUrl, await readDocs('openapi.json'))))
  const readPage = loadOnce(async () => {
    const page = await readDocs('reference.html')
    return { page, policy: buildContentPolicy(page.toString()) }
  })

  // Cached, so that many slow clients share the megabytes
  const readScript = loadOnce(() => readDocs('scalar.js'))
  const readGzipped = loadOnce(() => readDocs('scalar.js.gz'))

  api.get('/api/openapi.json', PUBLIC, async (request, reply: FastifyReply) =>
    sendEncoded(await readDocument(), request, reply),
  )

  api.get('/docs', PUBLIC, async (_request, reply: FastifyReply) => {
    const { page, policy } = await readPage()
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)
  })

  api.get(`/${SCRIPT}`, PUBLIC, async (request, reply: FastifyReply) => {
    const takesGzip = isGzipAccepted(request.headers['accept-encoding'])
    const script = await (takesGzip ? readGzipped() : readScript())
    reply.header('cache-control', 'public, max-age=86400').header('vary', 'Accept-Encoding')
    if (takesGzip) reply.header('content-encoding', 'gzip')
    return reply.type('text/javascript; charset=utf-8').send(script)
  })
}

/** Caches the first result. A failure is not cached, so the next call tries again. */
function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}

/** @returns the document of the server at `baseUrl`, which is escaped as JSON text */
const insertBaseUrl = (baseUrl: string, document: Buffer): Buffer =>
  Buffer.from(document.toString().replaceAll(BASE_URL, () => JSON.stringify(baseUrl).slice(1, -1)))

/** Allows the page's inline script by its hash, and nothing from other hosts. */
function buildContentPolicy(page: string): string {
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
