/** The machine-readable description of the API, made of the very schemas that judge its requests. */
import { KEY_SCOPES, may, type Permission, permissionsOfRole, ROLES } from '../../core/accounts/access.ts'
import { isWrite } from '../platform/access.ts'
import { sizeText } from '../platform/http/body-limit.ts'
import { API_VERSION } from '../platform/http/headers.ts'
import { REQUEST_EXAMPLES } from '../platform/openapi-examples.ts'
import type { DeclaredRoute } from '../platform/route-list.ts'
import { exampleOf } from './examples.ts'
import {
  COMMON_HEADERS,
  CREATION_HEADERS,
  components,
  IDEMPOTENCY_PARAMETER,
  type Json,
  PROJECT_PARAMETER,
  TAGS,
} from './openapi-components.ts'
import { failuresOf, sharedFailure } from './openapi-failures.ts'
import { introduction } from './openapi-introduction.ts'
import { operationIdOf, pascalCase, singular } from './openapi-operations.ts'
import { type Answer, describeRoute, type Operation } from './openapi-route.ts'
import { makeNamer, type Namer, type Schema } from './openapi-schemas.ts'

interface Document extends Json {
  components: ReturnType<typeof components>
  paths: Record<string, Record<string, Operation>>
}

/** @param baseUrl where people reach the server, without a slash at the end */
export function describeApi(routes: readonly DeclaredRoute[], baseUrl: string): Document {
  const document: Document = {
    openapi: '3.1.0',
    info: {
      title: 'Watchkeeper',
      version: API_VERSION,
      description: introduction(baseUrl),
      contact: { name: 'The operator of this server', url: baseUrl },
      license: { name: 'All rights reserved' },
    },
    components: components(),
    paths: {},
    servers: [{ url: baseUrl }],
  }
  const namer = makeNamer(document.components.schemas as Record<string, Schema>)
  for (const route of routes) addRoute(document, route, namer)
  document.tags = describedTags(document)
  return document
}

/** Those in use. One that nobody has described stands at the end. */
function describedTags({ paths }: Document): Json[] {
  const used = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags ?? [])),
  )
  const names = [...Object.keys(TAGS).filter((name) => used.has(name)), ...[...used].filter((name) => !TAGS[name])]
  return names.map((name) => ({ name, ...(TAGS[name] && { description: TAGS[name] }) }))
}

/** Describes a route: what its schemas say, then credentials, failures, headers, examples and names. */
function addRoute(document: Document, route: DeclaredRoute, namer: Namer): void {
  const path = route.url.replace(/:(\w+)/g, '{$1}')
  const operationId = operationIdOf(route.method, path)
  const operation = describeRoute(route.schema)
  document.paths[path] ??= {}
  document.paths[path][route.method.toLowerCase()] = operation
  operation.operationId = operationId
  operation.security = securityOf(route)
  operation.description = [route.schema.description, whoMay(route)].filter(Boolean).join('\n\n')
  finishParameters(operation, route, path)
  finishBody(operation, route, REQUEST_EXAMPLES[`${route.method} ${path}`], namer)
  for (const response of Object.values(operation.responses))
    finishSuccess(response as Answer, route, (schema) => namer.answer(schema, operationId, nounOf(path)))
  for (const [status, codes] of failuresOf(route))
    operation.responses[status] = sharedFailure(document.components.responses, status, codes)
}

const securityOf = ({ access }: DeclaredRoute): Json[] => {
  if ('public' in access) return []
  return access.session ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }]
}

/** What a path is about: the last collection in it, one of its kind. */
function nounOf(path: string): string {
  const collections = path.split('/').filter((segment) => segment.endsWith('s'))
  return pascalCase(singular(collections.at(-1) ?? 'data'))
}

function finishParameters(operation: Operation, { access, isIdempotent }: DeclaredRoute, path: string): void {
  for (const parameter of operation.parameters ?? []) {
    if (!('schema' in parameter)) continue
    if (parameter.in === 'path') parameter.description ??= thingOf(path, parameter.name)
    if (parameter.in !== 'query') continue
    // A parameter with a default is never missing, which its schema says by requiring it
    parameter.required = parameter.required === true && !('default' in parameter.schema)
  }
  const added = [
    ...(!('public' in access) && access.scope === 'project' ? [PROJECT_PARAMETER] : []),
    ...(isIdempotent ? [IDEMPOTENCY_PARAMETER] : []),
  ]
  if (added.length > 0) operation.parameters = [...(operation.parameters ?? []), ...added]
}

/** @param example as somebody would send it, where there is one */
function finishBody(
  { operationId, requestBody }: Operation,
  { schema: { body }, bodyLimit }: DeclaredRoute,
  example: unknown,
  namer: Namer,
): void {
  if (!requestBody) return
  const required = (body as { required?: string[] }).required ?? []
  requestBody.required = required.length > 0
  if (bodyLimit !== undefined) requestBody.description = `At most ${sizeText(bodyLimit)}`
  for (const media of Object.values(requestBody.content)) {
    media.example = example ?? exampleOf(media.schema)
    media.schema = namer.request(media.schema, operationId!)
  }
}

function finishSuccess(response: Answer, { isIdempotent }: DeclaredRoute, named: (schema: Schema) => Schema): void {
  response.headers = isIdempotent ? CREATION_HEADERS : COMMON_HEADERS
  for (const media of Object.values(response.content ?? {})) {
    media.example ??= exampleOf(media.schema)
    media.schema = named(media.schema)
  }
}

/** `For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.` */
function whoMay({ access, method }: DeclaredRoute): string {
  if ('public' in access) return 'Needs no credential.'
  const people = rolesWith(access.permission)
  if (access.session) return `For ${people}, in a session: API keys are refused.`
  const scopes = KEY_SCOPES.filter(
    (scope) => keyMay(scope, access.permission) && !(scope === 'read' && isWrite(method)),
  )
  const keys = scopes.length === KEY_SCOPES.length ? 'every API key' : 'API keys with the scope `read_write`'
  return `For ${people}, and ${keys}.`
}

function rolesWith(permission: Permission): string {
  const roles = ROLES.filter((role) => permissionsOfRole(role).includes(permission))
  if (roles.length === ROLES.length) return `every role (\`${permission}\`)`
  const words = roles.length === 1 ? roles[0] : `${roles.slice(0, -1).join(', ')} and ${roles.at(-1)}`
  return `${words} (\`${permission}\`)`
}

const keyMay = (scope: (typeof KEY_SCOPES)[number], permission: Permission): boolean =>
  may({ role: 'viewer', credential: { kind: 'key', keyId: '', scope } }, permission)

/** `Id of the monitor`, of `{id}` in `/api/monitors/{id}/pause`. */
function thingOf(path: string, parameter: string): string {
  const segments = path.split('/')
  const collection = segments[segments.indexOf(`{${parameter}}`) - 1] ?? ''
  return `Id of the ${singular(collection).replaceAll('-', ' ').replace('api ', 'API ')}`
}
