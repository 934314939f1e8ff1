/** Serves the built files of the dashboard. The dashboard is an ordinary API client. */
import { join } from 'node:path'
import type { FastifyReply as Reply, FastifyRequest as Request } from 'fastify'
import type { PagePlugin } from './deps.ts'
import { sendDashboardMissing } from './plain-page.ts'
import { createFileSender } from './static-files.ts'

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
  '/groups',
  '/incidents',
  '/incidents/:id',
  '/status-pages',
  '/status-pages/:id',
  '/maintenance',
  '/on-call',
  '/notifications',
  '/notifications/escalation',
  '/reports',
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
