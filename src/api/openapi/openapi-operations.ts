/** Operation names for generated clients: `listMonitors`, `getMonitor`, `pauseMonitor`. */

/** Explicit names where the rule below gives a poor one. */
const EXPLICIT_IDS: Readonly<Record<string, string>> = {
  'GET /api/ready': 'getReadiness',
  'POST /api/auth/password': 'changePassword',
  'POST /api/auth/password/forgot': 'requestPasswordReset',
  'POST /api/notification-targets/{id}/rotate-secret': 'rotateNotificationTargetSecret',
  'POST /api/on-call-schedules/{id}/feed': 'createOnCallScheduleFeed',
  'POST /api/incidents/{id}/status': 'setIncidentStatus',
  'POST /api/monitors/test': 'testMonitorSettings',
  'POST /api/notification-targets/test': 'testNotificationTargetSettings',
  'POST /api/monitors/batch': 'changeMonitors',
  'PUT /api/admin/organizations/{id}/plan': 'setOrganizationPlan',
  'PUT /api/admin/email': 'setAdminEmail',
  'POST /api/projects/{projectId}/status-pages/preview': 'previewNewProjectStatusPage',
  'GET /api/events': 'streamEvents',
  'GET /api/reports/uptime': 'getUptimeReport',
}

/** A ping accepts several methods. */
const PING = /^\/api\/heartbeat\/\{token\}(?:\/\{?(\w+)\}?)?$/
const PING_BY: Readonly<Record<string, string>> = { GET: 'ByGet', PUT: 'ByPut' }

const VERBS: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' }

/**
 * Builds the name of an operation. Every word of the path is part of the name, in the singular for one resource of a
 * collection. If the last word of a POST path is no collection, it is the verb: `POST /api/monitors/{id}/pause` is
 * `pauseMonitor`.
 *
 * @param path as in the document, with its parameters in braces
 */
export function toOperationId(method: string, path: string): string {
  const explicitId = EXPLICIT_IDS[`${method} ${path}`]
  if (explicitId) return explicitId
  const ping = PING.exec(path)
  if (ping) return `pingHeartbeat${toPascalCase(ping[1] ?? '')}${PING_BY[method] ?? ''}`
  const segments = path.split('/').slice(2) // without '' and 'api'
  if (segments[0] === 'auth' && segments.length > 1) segments.shift()
  const last = segments.at(-1)!
  if (method === 'POST' && !isParameter(last) && !isCollection(last))
    return toUncapitalized(toPascalCase(last)) + toNoun(segments.slice(0, -1), true)
  const read = isCollection(last) ? 'list' : 'get'
  return (VERBS[method] ?? read) + toNoun(segments, method === 'POST')
}

/** @param isLastOne whether the last segment means a single resource */
function toNoun(segments: readonly string[], isLastOne: boolean): string {
  const phrase = segments.map((segment, index) => {
    if (isParameter(segment)) return ''
    const isLast = index === segments.length - 1
    return toPascalCase(isLast && !isLastOne ? segment : toSingular(segment))
  })
  return phrase.join('')
}

const isParameter = (segment: string): boolean => segment.startsWith('{')
const isCollection = (segment: string): boolean => !isParameter(segment) && toSingular(segment) !== segment

/** Singular words that end like a plural. */
const SINGULAR = new Set(['status', 'stats'])

/** Turns `status-pages` into `status-page`. */
export const toSingular = (phrase: string): string =>
  SINGULAR.has(phrase.split('-').at(-1)!) ? phrase : phrase.replace(/ies$/, 'y').replace(/s$/, '')

/** Turns `status-pages` and `status_pages` into `StatusPages`. */
export const toPascalCase = (phrase: string): string => phrase.split(/[-_]/).map(toCapitalized).join('')

export const toCapitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const toUncapitalized = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1)
