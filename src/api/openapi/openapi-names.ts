/** Names for generated clients: of operations, such as `listMonitors`, and of schemas. */
import { isDeepStrictEqual } from 'node:util'

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

const toCapitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const toUncapitalized = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1)

export interface Schema {
  [keyword: string]: unknown
  $ref?: string
  title?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
}

/** Type names for fields whose own name is too general. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  key: 'ApiKey',
  limits: 'PlanLimits',
  usage: 'PlanUsage',
  pagination: 'Pagination',
  target: 'NotificationTarget',
  delivery: 'NotificationDelivery',
  notification: 'NotificationDelivery',
  update: 'IncidentUpdate',
  comment: 'IncidentComment',
  affected_check: 'AffectedCheck',
  result: 'CheckResult',
  history: 'StatusChange',
  series: 'ResponseTimes',
  sparkline: 'SparklineDay',
  section: 'StatusPageSection',
  component: 'StatusPageComponent',
}

/** Schema keywords that contain one schema, a list of schemas, and schemas by name. */
const SINGLE_KEYWORDS = ['items', 'additionalProperties', 'not'] as const
const LIST_KEYWORDS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const MAP_KEYWORDS = ['properties', 'patternProperties'] as const

/** Position of a schema in the payload. */
interface SchemaPosition {
  /** Property that contains the schema, or that contains the list of which it is an entry. */
  field: string
  isEntry: boolean
}

type Replace = (schema: Schema, position: SchemaPosition) => Schema

export interface Namer {
  /** @returns the request body, named after its operation */
  nameRequest(schema: Schema, operationId: string): Schema
  /** @param noun name of a payload that is the resource itself */
  nameResponse(schema: Schema, operationId: string, noun: string): Schema
}

/**
 * Names the schemas of the document, so that generated clients have readable types. An object whose `title` is one word
 * takes that name; other titles are labels of forms. In responses, objects with an `id` and entries of lists are named
 * after their field.
 *
 * @param known the named schemas of the document; new ones are added
 */
export function createNamer(known: Record<string, Schema>): Namer {
  const naming =
    (operationId: string, nameOf: (schema: Schema, position: SchemaPosition) => string | undefined): Replace =>
    (schema, position) => {
      const inside = replaceChildren(schema, naming(operationId, nameOf), position)
      const name = getOwnName(schema) ?? nameOf(schema, position)
      return name === undefined ? inside : toReference(inside, name, operationId)
    }

  function toReference(schema: Schema, name: string, operationId: string): Schema {
    const { title: _, ...shape } = schema
    if (!Array.isArray(shape.type)) return { $ref: `#/components/schemas/${register(shape, name, operationId)}` }
    const [type] = shape.type.filter((one) => one !== 'null')
    return { anyOf: [toReference({ ...shape, type: type! }, name, operationId), { type: 'null' }] }
  }

  /** If two shapes claim one name, the later shape gets the name of its operation as a prefix. */
  function register(shape: Schema, name: string, operationId: string): string {
    const prefixedName = name.startsWith(toCapitalized(operationId)) ? name : toCapitalized(operationId) + name
    for (let candidate = name, count = 1; ; candidate = count++ === 1 ? prefixedName : `${prefixedName}${count}`) {
      known[candidate] ??= shape
      if (isDeepStrictEqual(known[candidate], shape)) return candidate
    }
  }

  return {
    nameRequest: (schema, operationId) =>
      toReference(
        replaceChildren(
          schema,
          naming(operationId, () => undefined),
          ROOT_POSITION,
        ),
        `${toCapitalized(operationId)}Body`,
        operationId,
      ),
    nameResponse: (schema, operationId, noun) =>
      naming(operationId, (inner, position) => findResourceName(inner, position, noun))(schema, ROOT_POSITION),
  }
}

const ROOT_POSITION: SchemaPosition = { field: '', isEntry: false }

const getOwnName = ({ title, properties }: Schema): string | undefined =>
  properties && title && /^\w+$/.test(title) ? title : undefined

function findResourceName(
  { properties }: Schema,
  { field, isEntry }: SchemaPosition,
  noun: string,
): string | undefined {
  if (!properties || field === '') return undefined
  const word = toSingular(field)
  if (field === 'data') return isEntry || 'id' in properties ? noun : undefined
  const known = FIELD_NAMES[word] ?? FIELD_NAMES[field]
  return known ?? (isEntry || 'id' in properties ? toPascalCase(word) : undefined)
}

function replaceChildren(schema: Schema, replace: Replace, position: SchemaPosition): Schema {
  const result: Schema = { ...schema }
  for (const keyword of SINGLE_KEYWORDS) {
    const inner = schema[keyword]
    if (isSchema(inner))
      result[keyword] = replace(inner, keyword === 'items' ? { ...position, isEntry: true } : ROOT_POSITION)
  }
  for (const keyword of LIST_KEYWORDS) {
    const inner = schema[keyword]
    if (Array.isArray(inner)) result[keyword] = inner.map((one) => replace(one, position))
  }
  for (const keyword of MAP_KEYWORDS) {
    const inner = schema[keyword]
    if (isSchema(inner)) result[keyword] = mapSchemas(inner as Record<string, Schema>, replace)
  }
  return result
}

const mapSchemas = (schemas: Record<string, Schema>, replace: Replace): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(schemas).map(([field, schema]) => [field, replace(schema, { field, isEntry: false })]),
  )

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
