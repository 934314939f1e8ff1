/** Requests that provoke each error code, for any operation. If several are listed, one must succeed. */
import type { ErrorCode } from '../../../src/core/platform/errors.ts'
import type { Operation } from '../../support/api/conformance/document.ts'
import { type RequestParts, toRequest } from '../../support/api/conformance/recipes.ts'
import type { ServerStates } from '../../support/api/conformance/server-states.ts'
import { createUnknownKey, type Headers, type World } from '../../support/api/conformance/world.ts'

export const NOWHERE = '0198c0de-7a11-7abc-8def-0123456789ab'

export interface Provocation {
  stage?: keyof ServerStates
  /** The caller; absent: an owner with all permissions. */
  as?: (world: World) => Headers | Promise<Headers>
  /** Changes a valid request; null if the change does not apply. */
  change?: (
    good: RequestParts,
    world: World,
    operation: Operation,
  ) => RequestParts | null | Promise<RequestParts | null>
  /** Raw text to send instead of the body. */
  raw?: string
  /** Number of times the request is sent; the last answer counts. */
  times?: number
  /** Request sent before, with the same credential. */
  before?: string
}

const inHeaders =
  (headers: (world: World) => Headers): Provocation['change'] =>
  (good, world) => ({ ...good, headers: { ...good.headers, ...headers(world) } })

const inQuery =
  (query: Record<string, string>): Provocation['change'] =>
  (good) => ({ ...good, query: { ...good.query, ...query } })

export const inBody =
  (over: object): Provocation['change'] =>
  (good) => ({ ...good, body: { ...good.body, ...over } })

/** @param which parameters of the path to replace */
export const inPath =
  (value: (world: World) => string, which: 'all' | 'first' | 'last' = 'all'): Provocation['change'] =>
  (good, world) => {
    const names = Object.keys(good.path ?? {})
    if (names.length === 0) return null
    const replaced = which === 'all' ? names : [which === 'first' ? names[0]! : names.at(-1)!]
    return { ...good, path: { ...good.path, ...Object.fromEntries(replaced.map((name) => [name, value(world)])) } }
  }

/** Uses an idempotency key for another request, and sends it again with the valid request. */
const reuseKey: Provocation['change'] = async (good, world, operation) => {
  const headers = { ...good.headers, 'idempotency-key': world.newName() }
  const other = { ...good, headers, body: changeBody({ ...good.body }) }
  const as = world.owner.session
  const { status, body } = await world.call(operation.method, toRequest(operation, other).url, { as, ...other })
  if (status >= 300) throw new Error(`${operation.name}: ${status} ${JSON.stringify(body)}`)
  return { ...good, headers: { ...headers, ...as } }
}

/** Returns another valid body. */
function changeBody(body: Record<string, unknown>): object {
  const name = ['name', 'title', 'comment_text', 'message', 'email', 'source'].find((field) => field in body)
  if (name !== undefined) return { ...body, [name]: `x${body[name]}` }
  if (typeof body.ends_at !== 'string') return body
  return { ...body, ends_at: new Date(Date.parse(body.ends_at) + 60_000).toISOString() }
}

const missing: Provocation[] = (['last', 'first', 'all'] as const).map((which) => ({
  change: inPath(() => NOWHERE, which),
}))
const featureless = (body: object): Provocation[] => [{ stage: 'plain', change: inBody(body) }]
const failing: Provocation[] = [{ stage: 'broken' }]

const DNS = { type: 'DNS', target: 'example.com' }
const HEARTBEAT = { type: 'HEARTBEAT', target: undefined, interval_seconds: undefined }

const JSON_TYPE = { 'content-type': 'application/json' }

export const PROVOCATIONS: Readonly<Partial<Record<ErrorCode, readonly Provocation[]>>> = {
  AUTHENTICATION_REQUIRED: [{ as: () => ({}) }],
  MISSING_AUTH: [{ as: () => ({ authorization: 'Basic eDp5' }) }],
  INVALID_API_KEY: [{ as: createUnknownKey }],
  INVALID_TOKEN: [
    { as: () => ({ authorization: 'Bearer nonsense' }) },
    { change: inBody({ refresh_token: 'nonsense' }) },
  ],
  READ_ONLY_API_KEY: [{ as: (world) => world.createKey('read') }],
  JWT_REQUIRED: [{ as: (world) => world.createKey('read_write') }],
  INSUFFICIENT_PERMISSIONS: [{ as: async (world) => (await world.createMember('viewer')).session }],
  PROJECT_NOT_FOUND: [
    { change: inHeaders(() => ({ 'x-project-id': NOWHERE })) },
    { change: inPath(() => NOWHERE, 'first') },
  ],
  PROJECT_ORGANIZATION_MISMATCH: [
    { change: inHeaders(({ stranger }) => ({ 'x-project-id': stranger.projectId })) },
    { change: inPath(({ stranger }) => stranger.projectId, 'first') },
  ],
  API_KEY_ORGANIZATION_MISMATCH: [{ change: inPath(({ stranger }) => stranger.projectId, 'first') }],
  VALIDATION_ERROR: [
    { change: inHeaders(() => ({ 'x-project-id': 'nonsense' })) },
    { change: inPath(() => 'nonsense') },
    { change: inQuery({ limit: '0' }) },
    { change: inQuery({ rid: 'nonsense' }) },
    { change: inHeaders(() => JSON_TYPE), raw: '{' },
  ],
  PAYLOAD_TOO_LARGE: [{ change: inHeaders(() => JSON_TYPE), raw: `{"name":"${'x'.repeat(16 * 1_048_576)}"}` }],
  INVALID_PERIOD: [{ change: inQuery({ period: '1y' }) }],
  INVALID_PAGE: [{ change: inQuery({ page: '0' }) }],
  INVALID_LIMIT: [{ change: inQuery({ limit: '0' }) }],
  MONITOR_NOT_FOUND: missing,
  RESOURCE_NOT_FOUND: missing,
  INVALID_REGIONS: [{ change: inBody({ monitoring_regions: ['nowhere'] }) }],
  INTERVAL_TOO_SHORT: featureless({ interval_seconds: 60 }),
  LOCATION_MONITORING_NOT_AVAILABLE: featureless({ interval_seconds: 86_400, monitoring_regions: ['local'] }),
  SSL_MONITORING_NOT_AVAILABLE: featureless({ interval_seconds: 86_400, ssl_monitoring: { enabled: true } }),
  DOMAIN_MONITORING_NOT_AVAILABLE: featureless({ interval_seconds: 86_400, domain_monitoring: { enabled: true } }),
  SLOW_RESPONSE_ALERTS_NOT_AVAILABLE: featureless({ interval_seconds: 86_400, slow_response_threshold_ms: 5 }),
  DNS_MONITORING_NOT_AVAILABLE: featureless({ ...DNS, interval_seconds: 86_400 }),
  HEARTBEAT_MONITORING_NOT_AVAILABLE: featureless(HEARTBEAT),
  PLAN_LIMIT_REACHED: [{ stage: 'full' }],
  MONITOR_LIMIT_REACHED: [{ stage: 'full' }],
  REGISTRATION_CLOSED: [{ stage: 'closed' }],
  IDEMPOTENCY_CONFLICT: [{ change: reuseKey }],
  RATE_LIMIT_EXCEEDED: [{ stage: 'exhausted', times: 2 }],
  INTERNAL_ERROR: failing,
  CHECK_FETCH_FAILED: failing,
  STATS_FETCH_FAILED: failing,
  SPARKLINE_FAILED: failing,
  MONITOR_PAUSE_FAILED: failing,
  MONITOR_RESUME_FAILED: failing,
  SERVICE_UNAVAILABLE: [{ stage: 'leaving' }],
}
