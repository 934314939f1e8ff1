/** The API over its own database, called without a network. */
import { readFileSync } from 'node:fs'
import type { InjectOptions } from 'fastify'
import { buildApp } from '../../../src/api/app.ts'
import type { Api } from '../../../src/api/platform/api.ts'
import type { ApiConfig, ApiDeps } from '../../../src/api/platform/deps.ts'
import { convertUpload } from '../../../src/api/provisioning/convert-upload.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { PAGES } from '../../../src/pages/index.ts'
import { renderPreview } from '../../../src/pages/status-page/status-page.ts'
import type { ActiveRegion } from '../../../src/services/monitors/monitor-context.ts'
import { type AccessTokens, createAccessTokens } from '../../../src/services/platform/credentials/tokens.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { type Cleanup, openTestStore, runAfter } from '../database/stores.ts'
import { createTestContext, type TestContext } from '../factories/context.ts'
import { countWork } from '../programs/work.ts'
import { createTestClock, MONDAY, type TestClock } from '../time/clock.ts'
import { checkConformance } from './conformance/enforce.ts'
import { readSourceDocs } from './source-docs.ts'

export interface TestResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as they are
  body: any
  headers: Record<string, string>
}

export interface CallOptions {
  /** Credentials of the caller: a session, a key, or nothing. */
  as?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

export interface TestApp {
  api: Api
  context: TestContext
  /** The clock of the service. */
  clock: TestClock
  /** Signs the same tokens as the service. */
  tokens: AccessTokens
  call(method: string, url: string, options?: CallOptions): Promise<TestResponse>
  /**
   * Starts another server over the same database with another configuration.
   *
   * @param prepare may add hooks before the server is ready
   */
  serveAnother(over: Partial<ApiConfig>, deps?: Partial<ApiDeps>, prepare?: (api: Api) => void): Promise<TestApp>
}

/** The region of the only probe of a test. */
export const LOCAL_REGION: ActiveRegion = {
  code: 'local',
  activeProbes: 1,
  capabilities: { icmp: true, ipv6: false },
}

const SECRET = Buffer.alloc(32, 7)

export const TEST_CONFIG: ApiConfig = {
  baseUrl: 'http://watchkeeper.test',
  registration: 'open',
  defaultPlan: 'free',
  rateLimit: 1000,
  trustedProxies: [],
  corsOrigins: [],
  secret: SECRET,
}

/**
 * @param over replaces parts of the configuration
 * @param deps replaces dependencies of the API
 */
export async function createTestApp(
  t: Cleanup,
  dialect: DialectName,
  over: Partial<ApiConfig> = {},
  deps: Partial<ApiDeps> = {},
): Promise<TestApp> {
  const store = await openTestStore(t, dialect)
  const clock = createTestClock(MONDAY)
  const context: TestContext = {
    ...createTestContext(store, MONDAY),
    now: clock.now,
    elapsed: clock.now,
    setTime: clock.set,
  }
  return serveApp(t, context, clock, over, deps)
}

/** Serves the API over an existing database. */
export async function serveApp(
  t: Cleanup,
  context: TestContext,
  clock: TestClock,
  over: Partial<ApiConfig>,
  deps: Partial<ApiDeps>,
  prepare?: (api: Api) => void,
): Promise<TestApp> {
  const all: ApiDeps = {
    context,
    config: { ...TEST_CONFIG, ...over },
    log: false,
    egress: createEgressPolicy({ mode: 'any' }),
    activeRegions: () => [LOCAL_REGION],
    runCheck: () => Promise.reject(new Error('this test runs no checks')),
    sendAttempt: () => Promise.reject(new Error('this test sends no events')),
    convertUpload: async (body, now) => [
      Buffer.from(JSON.stringify(convertUpload(Buffer.isBuffer(body) ? body : readFileSync(body.fd), now))),
    ],
    renderStatusPage: (page) => renderPreview(page, TEST_CONFIG.baseUrl, false),
    awaitAssignments: (read, request) => read(request),
    readDocs: readSourceDocs,
    isProbeAlive: () => true,
    mailer: null,
    readinessTimeoutMs: 60_000, // a database that stalls for seconds is still reachable
    ...deps,
  }
  countWork('apps')
  const api = buildApp(all, PAGES)
  const check = checkConformance(t, api)
  prepare?.(api)
  runAfter(t, () => api.close())
  await api.ready()
  return {
    api,
    context,
    clock,
    tokens: createAccessTokens(SECRET, clock.now),
    call: createCaller(api, check),
    serveAnother: (over, more = {}, prepare) => serveApp(t, context, clock, over, { ...deps, ...more }, prepare),
  }
}

/** @param check throws when a response violated the API document */
function createCaller(api: Api, check: () => void): TestApp['call'] {
  return async (method, url, { as = {}, headers = {}, body } = {}) => {
    const payload = body === undefined ? {} : { payload: body as object }
    const response = await api.inject({
      method: method as 'GET',
      url,
      headers: { ...as, ...headers },
      ...payload,
    } as InjectOptions)
    check()
    return {
      status: response.statusCode,
      body:
        response.body && response.headers['content-type']?.toString().includes('json')
          ? response.json()
          : response.body,
      headers: response.headers as Record<string, string>,
    }
  }
}
