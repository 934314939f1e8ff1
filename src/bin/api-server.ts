/** The API on its way to the outside: what it needs of this process, and how it ends. */

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApp } from '../api/app.ts'
import type { Api } from '../api/platform/api.ts'
import type { ApiDeps, ReadDocs } from '../api/platform/deps.ts'
import { type MetricsOptions, makeMetricsPage } from '../api/platform/metrics.ts'
import { connectionLimits } from '../core/platform/connection-limits.ts'
import type { makeCheckDesk } from '../engine/check-desk.ts'
import type { LongPolls } from '../engine/long-polls.ts'
import { makeDashboard } from '../pages/dashboard.ts'
import { PAGES } from '../pages/index.ts'
import { statusForm } from '../pages/status-page/status-page.ts'
import { openFileLimit } from '../runtime/open-files.ts'
import { listActiveRegions } from '../services/probes/active-regions.ts'
import type { LocalProbe } from './local-probe.ts'
import type { Logger } from './log.ts'

interface ApiServerOptions extends Pick<ApiDeps, 'context' | 'config' | 'egress' | 'attempt' | 'mailer'> {
  /** Null when this server runs no checks. */
  probe: LocalProbe | null
  runCheck: ReturnType<typeof makeCheckDesk>
  /** Questions of probes elsewhere that wait for news. */
  polls: LongPolls
  log: Logger
  metrics: MetricsOptions
}

const BUILD = join(import.meta.dirname, '../../web/dist')

/** Null where it was not built. */
const builtDashboard = (): string | null => (existsSync(join(BUILD, 'index.html')) ? BUILD : null)

const builtDocs = (): ReadDocs | undefined =>
  existsSync(join(BUILD, 'docs/openapi.json')) ? (file) => readFile(join(BUILD, 'docs', file)) : undefined

export function makeApi({ probe, runCheck, polls, metrics, ...deps }: ApiServerOptions): Api {
  const stopping = new AbortController()
  const all: ApiDeps = {
    ...deps,
    connections: connectionLimits(openFileLimit()),
    activeRegions: () => listActiveRegions(deps.context),
    runCheck: (assignment, region) => unlessAborted(runCheck(assignment, region, stopping.signal), stopping.signal),
    awaitNews: (look, request, waitMs) => polls.ask(look, request, waitMs),
    renderStatusPage: async (page) => (await statusForm(page, deps.config.baseUrl, '', deps.mailer !== null)).body,
    readDocs: builtDocs(),
    isProbeAlive: () => probe === null || probe.capabilities() !== null,
  }
  const api = buildApp(all, [...PAGES, makeMetricsPage(metrics), makeDashboard(builtDashboard())])
  api.addHook('preClose', (done) => {
    polls.end()
    setTimeout(() => stopping.abort(), LAST_ORDERS_MS).unref()
    done()
  })
  return api
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new Error('the server is stopping'))
  signal.addEventListener('abort', giveUp)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

/** How long requests that are under way when the server stops may go on. */
const LAST_REQUESTS_MS = 5_000

/** How long checks that somebody waits for may: less, so that there is time to say that they were given up. */
const LAST_ORDERS_MS = 4_000

export async function closeApi(api: Api): Promise<void> {
  const cut = setTimeout(() => api.server.closeAllConnections(), LAST_REQUESTS_MS)
  await api.close()
  clearTimeout(cut)
}
