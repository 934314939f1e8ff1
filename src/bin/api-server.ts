/** Creates the API of this process and closes it. */

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApp } from '../api/app.ts'
import type { Api } from '../api/platform/api.ts'
import type { ApiDeps, ReadDocs } from '../api/platform/deps.ts'
import { createMetricsPage, type MetricsOptions } from '../api/platform/metrics.ts'
import { hasMailServer } from '../channels/mailer.ts'
import { computeConnectionLimits } from '../core/platform/limits/connection-limits.ts'
import type { createCheckDispatcher } from '../engine/check-dispatcher.ts'
import type { LongPolls } from '../engine/long-polls.ts'
import { createDashboard } from '../pages/dashboard.ts'
import { PAGES } from '../pages/index.ts'
import { renderPreview } from '../pages/status-page/status-page.ts'
import { openFileLimit } from '../runtime/open-files.ts'
import { listActiveRegions } from '../services/probes/region-members.ts'
import { convertUploadIsolated } from './isolation.ts'
import type { LocalProbe } from './local-probe.ts'
import type { Logger } from './log.ts'

interface ApiServerOptions
  extends Pick<ApiDeps, 'context' | 'config' | 'egress' | 'sendAttempt' | 'mailer' | 'instanceMail'> {
  /** Null when this server runs no checks. */
  probe: LocalProbe | null
  runCheck: ReturnType<typeof createCheckDispatcher>
  /** Long polls of remote probes. */
  polls: LongPolls
  log: Logger
  metrics: MetricsOptions
}

const BUILD = join(import.meta.dirname, '../../web/dist')

/** Null when the dashboard was not built. */
const findDashboardBuild = (): string | null => (existsSync(join(BUILD, 'index.html')) ? BUILD : null)

const findDocsBuild = (): ReadDocs | undefined =>
  existsSync(join(BUILD, 'docs/openapi.json')) ? (file) => readFile(join(BUILD, 'docs', file)) : undefined

export function createApi({ probe, runCheck, polls, metrics, ...deps }: ApiServerOptions): Api {
  const stopping = new AbortController()
  const all: ApiDeps = {
    ...deps,
    convertUpload: convertUploadIsolated,
    connections: computeConnectionLimits(openFileLimit()),
    activeRegions: () => listActiveRegions(deps.context),
    runCheck: (assignment, region, onPhase) =>
      rejectOnAbort(runCheck(assignment, region, onPhase, stopping.signal), stopping.signal),
    awaitAssignments: (look, request, waitMs) => polls.poll(look, request, waitMs),
    renderStatusPage: (page) => renderPreview(page, deps.config.baseUrl, hasMailServer(deps.mailer)),
    readDocs: findDocsBuild(),
    isProbeAlive: () => probe === null || probe.capabilities() !== null,
  }
  const api = buildApp(all, [...PAGES, createMetricsPage(metrics), createDashboard(findDashboardBuild())])
  api.addHook('preClose', (done) => {
    polls.stop()
    setTimeout(() => stopping.abort(), ORDER_DRAIN_MS).unref()
    done()
  })
  return api
}

async function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new Error('the server is stopping'))
  signal.addEventListener('abort', giveUp)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

/** How long running requests may continue when the server stops. */
const REQUEST_DRAIN_MS = 5_000

/**
 * How long checks that a request waits for may continue. Shorter than the request limit, which leaves time to report
 * their abort.
 */
const ORDER_DRAIN_MS = 4_000

export async function closeApi(api: Api): Promise<void> {
  const cut = setTimeout(() => api.server.closeAllConnections(), REQUEST_DRAIN_MS)
  await api.close()
  clearTimeout(cut)
}
