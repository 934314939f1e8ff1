/** The API on its way to the outside: what it needs of this process, and how it ends. */
import { buildApp } from '../api/app.ts'
import type { Api, ApiDeps } from '../api/deps.ts'
import { Problem } from '../core/errors.ts'
import type { LocalProbe } from './local-probe.ts'
import type { Logger } from './log.ts'

export interface ApiServerOptions extends Pick<ApiDeps, 'context' | 'config' | 'egress' | 'attempt' | 'mailer'> {
  /** Code of the region that the probe stands in. */
  region: string
  /** Null when this server runs no checks. */
  probe: LocalProbe | null
  log: Logger
}

export function makeApi({ region, probe, ...deps }: ApiServerOptions): Api {
  return buildApp({
    ...deps,
    activeRegions: () => {
      const capabilities = probe?.capabilities()
      return capabilities ? [{ code: region, activeProbes: 1, capabilities }] : []
    },
    runCheck: async (assignment) => {
      if (!probe) throw new Problem('SERVICE_UNAVAILABLE', 'This server runs no checks itself (WK_LOCAL_PROBE is off)')
      return probe.runNow(assignment)
    },
    isProbeAlive: () => probe === null || probe.capabilities() !== null,
  })
}

/** How long requests that are under way when the server stops may go on. */
const LAST_REQUESTS_MS = 5_000

export async function closeApi(api: Api): Promise<void> {
  const cut = setTimeout(() => api.server.closeAllConnections(), LAST_REQUESTS_MS)
  await api.close()
  clearTimeout(cut)
}
