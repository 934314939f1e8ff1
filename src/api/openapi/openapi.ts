/** Generates the OpenAPI document from the schemas that validate the requests. */
import { hasPermission, KEY_SCOPES, listRolePermissions, type Permission, ROLES } from '../../core/accounts/access.ts'
import type { JsonSchema } from '../../core/platform/validation/schema-words.ts'
import { isWrite } from '../platform/access.ts'
import { formatSize } from '../platform/http/body-limit.ts'
import { API_VERSION } from '../platform/http/headers.ts'
import { BY_FIELD, REQUEST_EXAMPLES } from '../platform/openapi-examples.ts'
import type { DeclaredRoute } from '../platform/resource.ts'
import {
  COMMON_HEADERS,
  CREATION_HEADERS,
  createComponents,
  IDEMPOTENCY_PARAMETER,
  type Json,
  PROJECT_PARAMETER,
  TAGS,
} from './openapi-components.ts'
import { renderIntroduction } from './openapi-introduction.ts'
import { createNamer, type Namer, type Schema, toOperationId, toPascalCase, toSingular } from './openapi-names.ts'
import { addSharedFailure, describeRoute, listFailures, type Operation, type ResponseObject } from './openapi-route.ts'

interface Document extends Json {
  components: ReturnType<typeof createComponents>
  paths: Record<string, Record<string, Operation>>
}

/** @param baseUrl public URL of the server, without a trailing slash */
export function describeApi(routes: readonly DeclaredRoute[], baseUrl: string): Document {
  const document: Document = {
    openapi: '3.1.0',
    info: {
      title: 'Watchkeeper',
      version: API_VERSION,
      description: renderIntroduction(baseUrl),
      contact: { name: 'The operator of this server', url: baseUrl },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    components: createComponents(),
    paths: {},
    servers: [{ url: baseUrl }],
  }
  const namer = createNamer(document.components.schemas as Record<string, Schema>)
  for (const route of routes) addRoute(document, route, namer)
  document.tags = describeTags(document)
  return document
}

/** Lists the tags in use. Tags without a description come last. */
function describeTags({ paths }: Document): Json[] {
  const used = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags ?? [])),
  )
  const names = [...Object.keys(TAGS).filter((name) => used.has(name)), ...[...used].filter((name) => !TAGS[name])]
  return names.map((name) => ({ name, ...(TAGS[name] && { description: TAGS[name] }) }))
}

/** Adds a route: its schemas first, then credentials, failures, headers, examples and names. */
function addRoute(document: Document, route: DeclaredRoute, namer: Namer): void {
  const path = route.url.replace(/:(\w+)/g, '{$1}')
  const operationId = toOperationId(route.method, path)
  const operation = describeRoute(route.schema)
  document.paths[path] ??= {}
  document.paths[path][route.method.toLowerCase()] = operation
  operation.operationId = operationId
  operation.security = listSecurity(route)
  operation.description = [route.schema.description, describePermission(route)].filter(Boolean).join('\n\n')
  finishParameters(operation, route, path)
  finishBody(operation, route, REQUEST_EXAMPLES[`${route.method} ${path}`], namer)
  for (const response of Object.values(operation.responses))
    finishSuccess(response as ResponseObject, route, (schema) =>
      namer.nameResponse(schema, operationId, toResourceNoun(path)),
    )
  for (const [status, codes] of listFailures(route))
    operation.responses[status] = addSharedFailure(document.components.responses, status, codes)
}

const listSecurity = ({ access }: DeclaredRoute): Json[] => {
  if ('public' in access) return []
  return access.session ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }]
}

/** Returns the resource of a path: its last collection, in the singular. */
function toResourceNoun(path: string): string {
  const collections = path.split('/').filter((segment) => segment.endsWith('s'))
  return toPascalCase(toSingular(collections.at(-1) ?? 'data'))
}

function finishParameters(operation: Operation, { access, isIdempotent }: DeclaredRoute, path: string): void {
  for (const parameter of operation.parameters ?? []) {
    if (!('schema' in parameter)) continue
    if (parameter.in === 'path') parameter.description ??= describeResource(path, parameter.name)
    if (parameter.in !== 'query') continue
    // TypeBox requires parameters with a default, because a handler always receives them; clients may omit them
    parameter.required = parameter.required === true && !('default' in parameter.schema)
  }
  const added = [
    ...(!('public' in access) && access.scope === 'project' ? [PROJECT_PARAMETER] : []),
    ...(isIdempotent ? [IDEMPOTENCY_PARAMETER] : []),
  ]
  if (added.length > 0) operation.parameters = [...(operation.parameters ?? []), ...added]
}

/** @param example a realistic request, if there is one */
function finishBody(
  { operationId, requestBody }: Operation,
  { schema: { body }, bodyLimit }: DeclaredRoute,
  example: unknown,
  namer: Namer,
): void {
  if (!requestBody) return
  const required = (body as { required?: string[] }).required ?? []
  requestBody.required = required.length > 0
  if (bodyLimit !== undefined) requestBody.description = `Maximum body size: ${formatSize(bodyLimit)}`
  for (const media of Object.values(requestBody.content)) {
    media.example = example ?? createExample(media.schema)
    media.schema = namer.nameRequest(media.schema, operationId!)
  }
}

function finishSuccess(
  response: ResponseObject,
  { isIdempotent }: DeclaredRoute,
  named: (schema: Schema) => Schema,
): void {
  response.headers = isIdempotent ? CREATION_HEADERS : COMMON_HEADERS
  for (const media of Object.values(response.content ?? {})) {
    media.example ??= createExample(media.schema)
    media.schema = named(media.schema)
  }
}

/** Formats texts such as `Available to all roles (`can_view`), and to all API keys.` */
function describePermission({ access, method }: DeclaredRoute): string {
  if ('public' in access) return 'Requires no credential.'
  const people = describeRolesWith(access.permission)
  if (access.session) return `Requires a session. Available to ${people}; API keys are refused.`
  const scopes = KEY_SCOPES.filter(
    (scope) => canKeyUse(scope, access.permission) && !(scope === 'read' && isWrite(method)),
  )
  const keys = scopes.length === KEY_SCOPES.length ? 'all API keys' : 'API keys with the scope `read_write`'
  return `Available to ${people}, and to ${keys}.`
}

function describeRolesWith(permission: Permission): string {
  const roles = ROLES.filter((role) => listRolePermissions(role).includes(permission))
  if (roles.length === ROLES.length) return `all roles (\`${permission}\`)`
  const names = roles.length === 1 ? roles[0] : `${roles.slice(0, -1).join(', ')} and ${roles.at(-1)}`
  return `the ${roles.length === 1 ? 'role' : 'roles'} ${names} (\`${permission}\`)`
}

const canKeyUse = (scope: (typeof KEY_SCOPES)[number], permission: Permission): boolean =>
  hasPermission({ role: 'viewer', credential: { kind: 'key', keyId: '', scope } }, permission)

/** Formats texts such as `ID of the monitor`, for `{id}` in `/api/monitors/{id}/pause`. */
function describeResource(path: string, parameter: string): string {
  const segments = path.split('/')
  const collection = segments[segments.indexOf(`{${parameter}}`) - 1] ?? ''
  return `ID of the ${toSingular(collection).replaceAll('-', ' ').replace('api ', 'API ')}`
}

interface ExampleSource extends JsonSchema {
  examples?: unknown[]
  default?: unknown
  properties?: Record<string, ExampleSource>
  items?: ExampleSource
  anyOf?: ExampleSource[]
  oneOf?: ExampleSource[]
}

const TEXTS: Record<string, string> = {
  uuid: '0198c0de-7a11-7abc-8def-0123456789ab',
  'date-time': '2026-01-31T12:00:00.000Z',
  email: 'alice@example.com',
  uri: 'https://example.com/',
}

/**
 * Creates an example for a schema: the example of the schema if it has one, otherwise the simplest valid value.
 *
 * @param field name of the field with the value, or of the list that contains it
 */
function createExample(schema: ExampleSource, field = ''): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const union = schema.anyOf ?? schema.oneOf
  if (union) return createExample(union[0]!, field)
  return createTypeExample([schema.type ?? 'object'].flat()[0]!, schema, field)
}

function createTypeExample(type: string, schema: ExampleSource, field: string): unknown {
  const known = BY_FIELD[field]
  if (type === 'string') return TEXTS[schema.format ?? ''] ?? (typeof known === 'string' ? known : 'text')
  if (type === 'integer' || type === 'number') return typeof known === 'number' ? known : (schema.minimum ?? 1)
  if (type === 'boolean') return typeof known === 'boolean' ? known : true
  if (type === 'array') return schema.items ? [createExample(schema.items, field)] : []
  if (type === 'null') return null
  return createObjectExample(schema)
}

/** Omits fields without a type, which are accepted only to be ignored. */
function createObjectExample({ properties = {} }: ExampleSource): Record<string, unknown> {
  const described = Object.entries(properties).filter(([, field]) =>
    Object.keys(field).some((name) => DESCRIPTIVE_KEYWORDS.has(name)),
  )
  return Object.fromEntries(described.map(([name, field]) => [name, createExample(field, name)]))
}

const DESCRIPTIVE_KEYWORDS = new Set(['type', 'enum', 'const', 'anyOf', 'oneOf', 'examples', 'default'])
