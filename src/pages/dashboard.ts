/** Serves the built files of the dashboard. The dashboard is an ordinary API client. */

import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest, FastifyReply as Reply, FastifyRequest as Request } from 'fastify'
import { BoundedMap } from '../core/platform/maps.ts'
import type { PagePlugin } from './deps.ts'
import { sendDashboardMissing } from './plain-page.ts'
import { chooseEncoding, type Encoding } from './send-cached.ts'

/** URLs of the dashboard. Each returns the same page, whose script shows the screen. */
export const SCREENS = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/invite',
  '/monitors',
  '/monitors/new',
  '/monitors/:id',
  '/monitors/:id/edit',
  '/monitors/:id/year',
  '/groups',
  '/loom',
  '/wall',
  '/incidents',
  '/incidents/:id',
  '/status-pages',
  '/status-pages/:id',
  '/maintenance',
  '/on-call',
  '/notifications',
  '/notifications/escalation',
  '/reports',
  '/reports/year',
  '/account',
  '/settings',
  '/settings/projects',
  '/settings/variables',
  '/settings/configuration',
  '/settings/members',
  '/settings/api-keys',
  '/settings/audit-log',
  '/settings/plan',
  '/settings/email',
  '/settings/probes',
]

/** Files beside the page. Their names do not change between builds, so clients revalidate them. */
const FILES = [
  ...['icon.svg', 'icon-192.png', 'icon-512.png', 'icon-maskable-512.png', 'badge-96.png'],
  ...['manifest.webmanifest', 'theme.js', 'start.js'],
]

/** Allows scripts, styles and data from this server only. */
const DASHBOARD_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'", // the service worker
  "frame-src 'self'", // the preview of a status page
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';')

const PAGE_HEADERS = {
  'content-security-policy': DASHBOARD_POLICY,
  'cache-control': 'no-cache',
  'x-robots-tag': 'noindex', // links in emails to these pages contain a token
}

/** The policy of a worker is independent of its page. It sends acknowledgements and loads the icons of notifications. */
const WORKER_HEADERS = {
  'content-security-policy': "default-src 'none';connect-src 'self';img-src 'self'",
  'cache-control': 'no-cache',
}

/** A file with a content hash in its name never changes. */
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }
const FOR_AN_HOUR = { 'cache-control': 'public, max-age=3600' }

const PUBLIC = { config: { access: { public: true as const } }, schema: { hide: true } }

/** A screen may exist at this address later. The page differs from the error that programs get at the same address. */
const MISSING_HEADERS = { ...PAGE_HEADERS, 'cache-control': 'no-store', vary: 'accept, accept-encoding' }

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the page of the dashboard with 404; absent without a build. */
    sendMissingScreen?: (request: Request, reply: Reply) => Promise<Reply>
  }
}

/** @param directory output of `npm run build`; null without a build */
export const createDashboard = (directory: string | null): PagePlugin =>
  directory === null ? registerMissingDashboard : createBuiltDashboard(directory)

const registerMissingDashboard: PagePlugin = (server) => {
  for (const path of SCREENS) server.get(path, PUBLIC, (_request, reply) => sendDashboardMissing(reply))
}

const createBuiltDashboard =
  (directory: string): PagePlugin =>
  (server) => {
    const sendFile = createFileSender(directory)
    const sendAsset = createFileSender(join(directory, 'assets'))
    for (const path of SCREENS)
      server.get(path, PUBLIC, (request, reply) => sendFile(request, reply, 'index.html', PAGE_HEADERS))
    server.decorate('sendMissingScreen', (request, reply) =>
      sendFile(request, reply.code(404), 'index.html', MISSING_HEADERS),
    )
    for (const file of FILES)
      server.get(`/${file}`, PUBLIC, (request, reply) => sendFile(request, reply, file, FOR_AN_HOUR))
    server.get('/sw.js', PUBLIC, (request, reply) => sendFile(request, reply, 'sw.js', WORKER_HEADERS))
    server.get<{ Params: { '*': string } }>('/assets/*', PUBLIC, (request, reply) =>
      sendAsset(request, reply, request.params['*'], IMMUTABLE),
    )
  }

/** Media types by extension. Files with other extensions are not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** A plain file name. It contains no separator and does not start with a dot, so it cannot leave its folder. */
const NAME = /^[\w-][\w.-]{0,200}$/

const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' }

interface FoundFile {
  bytes: Buffer
  encoding: Encoding
  modifiedAt: Date
}

/** Bytes shared by all clients, so that many slow clients take no more memory than one. */
type CachedFiles = BoundedMap<string, FoundFile>

/** Maximum number of cached files per folder. A build writes fewer files, in at most three encodings each. */
const MAX_CACHED = 1_000

type SendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  headers: Readonly<Record<string, string>>,
) => Promise<FastifyReply>

/**
 * Sends files of one folder, without its subfolders.
 *
 * @returns a function that sends a file with the given headers, or 404 if the folder has no such file
 */
export function createFileSender(directory: string): SendFile {
  const cached: CachedFiles = new BoundedMap(MAX_CACHED)
  return async (request, reply, name, headers) => {
    const type = NAME.test(name) ? TYPES[extname(name)] : undefined
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const found = type && (await findFile(cached, join(directory, name), encoding))
    if (!found) {
      reply.callNotFound()
      return reply
    }
    reply.headers({ vary: 'accept-encoding', ...headers, ...toValidators(found), 'accept-ranges': 'bytes' })
    if (isUnchanged(request, reply)) return reply.code(304).send()
    if (found.encoding !== 'identity') reply.header('content-encoding', found.encoding)
    return sendBytes(reply.type(type!), found.bytes, request.headers)
  }
}

/** A small file has no compressed form, so every client gets the plain file. */
const findFile = async (cached: CachedFiles, path: string, encoding: Encoding): Promise<FoundFile | null> =>
  (await loadFile(cached, path, encoding)) ?? (encoding === 'identity' ? null : loadFile(cached, path, 'identity'))

/** Checks the file on disk each time, so that a new build is served without a restart. */
async function loadFile(cached: CachedFiles, path: string, encoding: Encoding): Promise<FoundFile | null> {
  const file = path + SUFFIXES[encoding]
  const stats = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (stats === null) return null
  const known = cached.get(file)
  if (known?.modifiedAt.getTime() === stats.mtime.getTime() && known.bytes.length === stats.size) return known
  const found = { bytes: await readFile(file), encoding, modifiedAt: stats.mtime }
  cached.set(file, found)
  return found
}

const toValidators = ({ bytes, modifiedAt }: FoundFile) => ({
  etag: `W/"${bytes.length.toString(16)}-${modifiedAt.getTime().toString(16)}"`,
  'last-modified': modifiedAt.toUTCString(),
})

/** An entity tag takes precedence over a date. Source: RFC 9110, sections 13.1.2 and 13.1.3 */
function isUnchanged({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  if (headers['cache-control']?.includes('no-cache')) return false
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags === '*' || tags.includes((reply.getHeader('etag') as string).slice('W/'.length))
  return Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(reply.getHeader('last-modified') as string)
}

/** Sends one byte range, or the whole file for several or malformed ranges. Source: RFC 9110, section 14.2 */
function sendBytes(reply: FastifyReply, bytes: Buffer, headers: FastifyRequest['headers']): FastifyReply {
  const size = bytes.length
  const [, first, last] = /^bytes=(?=\d|-\d)(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  if (headers['if-range'] !== undefined) return reply.send(bytes)
  if (from >= size)
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
      .send()
  if (!(from < to)) return reply.send(bytes)
  reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${size}`)
  return reply.send(bytes.subarray(from, to))
}
