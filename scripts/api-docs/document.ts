/** Renders the API's OpenAPI document from the schemas that validate its requests. */
import { buildApp } from '../../src/api/app.ts'
import { BASE_URL } from '../../src/api/openapi/docs.ts'
import { describeApi } from '../../src/api/openapi/openapi.ts'
import type { ApiDeps } from '../../src/api/platform/deps.ts'
import type { DeclaredRoute } from '../../src/api/platform/resource.ts'
import { DEFAULT_PLANS } from '../../src/core/accounts/plan.ts'
import { NO_METER } from '../../src/core/meter.ts'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import { LiveEvents } from '../../src/services/live/live.ts'
import { EvaluatedMonitorCache } from '../../src/store/evaluation/evaluated-monitor-cache.ts'
import { openStore, type Store } from '../../src/store/platform/store.ts'

/**
 * @param over replaces dependencies of the server
 * @returns OpenAPI 3.1 as JSON, with `BASE_URL` for the address of the server
 */
export const renderDocument = async (over: Partial<ApiDeps> = {}): Promise<string> =>
  JSON.stringify(describeApi(await listRoutes(over), BASE_URL))

/** Declares every route on a server that answers no request. */
async function listRoutes(over: Partial<ApiDeps>): Promise<readonly DeclaredRoute[]> {
  const store = openStore({ file: ':memory:' })
  let declared: readonly DeclaredRoute[] = []
  const api = buildApp({ ...createIdleDeps(store), ...over }, [
    (_api, { routes }) => {
      declared = routes
    },
  ])
  await api.after() // some routes are declared in plugins
  await api.close()
  await store.close()
  return declared
}

const refuse = (): never => {
  throw new Error('a server that only declares its routes does no work')
}

const createIdleDeps = (store: Store): ApiDeps => ({
  context: {
    store,
    serverId: '',
    now: () => 0,
    elapsed: () => 0,
    newId: refuse,
    plans: DEFAULT_PLANS,
    wake: refuse,
    live: new LiveEvents({ encode: refuse, now: () => 0 }),
    evaluatedMonitors: new EvaluatedMonitorCache(),
    meter: NO_METER,
  },
  config: {
    baseUrl: BASE_URL,
    registration: 'open',
    defaultPlan: 'free',
    rateLimit: 0,
    trustedProxies: [],
    corsOrigins: [],
    secret: Buffer.alloc(32),
  },
  log: false,
  egress: createEgressPolicy({ mode: 'any' }),
  activeRegions: refuse,
  runCheck: refuse,
  awaitAssignments: refuse,
  sendAttempt: refuse,
  mailer: null,
  renderStatusPage: refuse,
  isProbeAlive: refuse,
})
