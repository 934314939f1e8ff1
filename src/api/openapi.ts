/** The machine-readable description of the API, made of the very schemas that judge its requests. */
import type { FastifyReply, FastifySchema } from 'fastify'
import type { ErrorCode } from '../core/errors.ts'
import type { ApiConfig, Resource } from './deps.ts'
import { exampleOf } from './examples.ts'
import { API_VERSION } from './headers.ts'
import { failuresOf } from './openapi-failures.ts'
import type { DeclaredRoute } from './route-list.ts'

type Json = Record<string, unknown>

interface Operation extends Json {
  parameters?: { name: string; in: string; required?: boolean; schema: Json }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Json; example?: unknown }> }
  responses: Record<string, Answer | { $ref: string }>
}

interface Answer extends Json {
  content?: Record<string, { schema: Json; example?: unknown }>
}

interface Document extends Json {
  components: { responses: Record<string, Json> }
  paths: Record<string, Record<string, Operation>>
}

export const openapi: Resource = (api, { config, routes }) => {
  let text: Promise<string> | undefined
  api.get(
    '/api/openapi.json',
    { config: { access: { public: true } }, schema: { hide: true } },
    async (_request, reply: FastifyReply) => {
      text ??= describeApi(routes, config).then((document) => JSON.stringify(document))
      return reply.type('application/json; charset=utf-8').send(await text)
    },
  )
}

const DESCRIPTION = `Every answer is an envelope: \`{ success: true, data }\` or \`{ success: false, error }\`.
A request is judged in this order: route and method, rate limit, credential, read-only key, session only, project,
permission, shape, existence, plan and state.`

/** Loads what it needs first: a server that nobody asks for the document does not pay for it. */
async function describeApi(routes: readonly DeclaredRoute[], config: ApiConfig): Promise<Document> {
  const { default: Fastify } = await import('fastify')
  const { default: swagger } = await import('@fastify/swagger')
  const scratch = Fastify({ exposeHeadRoutes: false })
  scratch.setValidatorCompiler(() => () => true)
  scratch.setSerializerCompiler(() => JSON.stringify)
  await scratch.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Watchkeeper', version: API_VERSION, description: DESCRIPTION },
      servers: [{ url: config.baseUrl }],
      components: COMPONENTS as object,
    },
  })
  for (const { method, url, schema } of routes)
    scratch.route({ method, url, schema: { ...schema }, handler: async () => {} })
  await scratch.ready()
  const document = structuredClone(scratch.swagger()) as unknown as Document
  await scratch.close()
  for (const route of routes) finish(document, route)
  return document
}

/** Adds what the schemas do not say: credentials, failures, headers and examples. */
function finish(document: Document, route: DeclaredRoute): void {
  const path = route.url.replace(/:(\w+)/g, '{$1}')
  const operation = document.paths[path]?.[route.method.toLowerCase()]
  if (!operation) throw new Error(`the API document lacks ${route.method} ${path}`)
  operation.operationId = operationId(route.method, path)
  operation.security = securityOf(route)
  operation.description = [route.schema.description, permissionOf(route)].filter(Boolean).join('\n\n')
  finishParameters(operation, route)
  finishBody(operation, route.schema)
  for (const response of Object.values(operation.responses)) finishSuccess(response as Answer)
  for (const [status, codes] of failuresOf(route)) operation.responses[status] = sharedFailure(document, status, codes)
}

/** Operations that fail alike refer to one description of it. */
function sharedFailure({ components }: Document, status: number, codes: ErrorCode[]): { $ref: string } {
  const response = failureResponse(status, codes)
  const alike = Object.entries(components.responses).find(([, known]) => known.description === response.description)
  const count = Object.keys(components.responses).filter((name) => name.startsWith(`Failure${status}`)).length
  const name = alike?.[0] ?? (count === 0 ? `Failure${status}` : `Failure${status}.${count + 1}`)
  components.responses[name] ??= response
  return { $ref: `#/components/responses/${name}` }
}

/** `GET /api/projects/{id}` is `getApiProjectsById`. */
const operationId = (method: string, path: string): string =>
  path
    .split(/[^a-zA-Z0-9{}]+/)
    .filter(Boolean)
    .map((part) => (part.startsWith('{') ? `by-${part.slice(1, -1)}` : part))
    .flatMap((part) => part.split('-'))
    .reduce((id, word) => id + word.charAt(0).toUpperCase() + word.slice(1), method.toLowerCase())

const securityOf = ({ access }: DeclaredRoute): Json[] => {
  if ('public' in access) return []
  return access.session ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }]
}

function permissionOf({ access }: DeclaredRoute): string {
  if ('public' in access) return 'Needs no credential.'
  return `Needs the permission \`${access.permission}\`${access.session ? ', and a session: API keys are refused' : ''}.`
}

function finishParameters(operation: Operation, { access }: DeclaredRoute): void {
  for (const parameter of operation.parameters ?? []) {
    // A parameter with a default is never missing, which its schema says by requiring it
    if (parameter.in === 'query') parameter.required = parameter.required === true && !('default' in parameter.schema)
  }
  if ('public' in access || access.scope !== 'project') return
  operation.parameters = [...(operation.parameters ?? []), PROJECT_PARAMETER]
}

const PROJECT_PARAMETER = {
  name: 'X-Project-ID',
  in: 'header',
  required: false,
  description: "The project to act on; the organization's default project without it",
  schema: { type: 'string', format: 'uuid' },
}

function finishBody({ requestBody }: Operation, { body }: FastifySchema): void {
  if (!requestBody) return
  const required = (body as { required?: string[] }).required ?? []
  requestBody.required = required.length > 0
  for (const media of Object.values(requestBody.content)) media.example = exampleOf(media.schema)
}

function finishSuccess(response: Answer): void {
  if (response.description === 'Default Response') response.description = 'Success'
  response.headers = HEADERS
  for (const media of Object.values(response.content ?? {})) media.example ??= exampleOf(media.schema)
}

function failureResponse(status: number, codes: ErrorCode[]): Json {
  const code = { type: 'object', properties: { error: { type: 'object', properties: { code: { enum: codes } } } } }
  const schema = { allOf: [{ $ref: '#/components/schemas/Failure' }, code] }
  const example = { success: false, error: { code: codes[0], message: 'What was wrong, and what would be right' } }
  const retry = status === 429 || status === 503 ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}
  return {
    description: codes.map((name) => `\`${name}\``).join(', '),
    headers: { ...HEADERS, ...retry },
    content: { 'application/json': { schema, example } },
  }
}

const HEADER_MEANINGS = {
  'X-API-Version': ['ApiVersion', 'string', 'Version of this API'],
  'X-Request-Id': ['RequestId', 'string', 'Names this request; yours, when you sent one'],
  'X-RateLimit-Limit': ['RateLimit', 'integer', 'Requests in 15 minutes'],
  'X-RateLimit-Remaining': ['RateLimitRemaining', 'integer', 'Requests left'],
  'X-RateLimit-Reset': ['RateLimitReset', 'integer', 'When the window ends, Unix seconds'],
} as const

const HEADERS = Object.fromEntries(
  Object.entries(HEADER_MEANINGS).map(([name, [key]]) => [name, { $ref: `#/components/headers/${key}` }]),
)

const COMPONENTS = {
  securitySchemes: {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'An API key: `wk_` and 64 hexadecimal digits',
    },
    session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a sign-in' },
  },
  headers: {
    RetryAfter: { description: 'Seconds until trying again makes sense', schema: { type: 'integer' } },
    ...Object.fromEntries(
      Object.values(HEADER_MEANINGS).map(([key, type, description]) => [key, { description, schema: { type } }]),
    ),
  },
  responses: {},
  schemas: {
    Failure: {
      type: 'object',
      required: ['success', 'error'],
      properties: {
        success: { const: false },
        error: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { type: 'string', description: 'For programs' },
            message: { type: 'string', description: 'For people; may change' },
            details: { type: 'object', description: 'Depends on the code' },
            retryAfter: { type: 'integer', description: 'Seconds until trying again makes sense' },
          },
        },
      },
    },
  },
}
