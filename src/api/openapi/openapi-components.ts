/** What the operations of the document have in common. */
import { STATUS } from '../platform/errors.ts'

export type Json = Record<string, unknown>

/** What a tag is about, in the order in which a reader would want them. */
export const TAGS: Readonly<Record<string, string>> = {
  Account: 'Signing up, signing in, and who you are.',
  Organization: 'The organization that a credential acts on, its plan and what it uses of it.',
  Members: 'Who belongs to the organization, and who is invited.',
  'API keys': 'Credentials for programs. Their full value is shown once.',
  Projects: 'Each monitor, group and incident belongs to a project.',
  Monitors: 'What is checked, how, and what the checks found.',
  Groups: 'Monitors in a tree.',
  Regions: 'Where checks are run from.',
  Heartbeats:
    'Pings that jobs send: `curl <heartbeat_url>` at the end of a cron job. Silence beyond the expected interval and the ' +
    'grace period is a failure, and so is a ping that says so.',
  Incidents: 'What is and was wrong, who looks after it, and who was told.',
  'Notification targets': 'Where alerts go: e-mail, Slack, or a webhook of yours.',
  'Maintenance windows': 'Times at which work is planned, once or again and again.',
  'Status pages': 'What a page for the public is made of: sections, components, and how it looks.',
  Dashboard: 'The figures of a project at a glance.',
  Reports: 'What monitors were like over a month, as JSON and as a table for spreadsheets.',
  Events: 'Changes as they happen.',
  'Audit log': 'Who changed what.',
  Administration: 'For whoever runs the instance.',
  Operations: 'For load balancers, supervisors and monitoring.',
}

const HEADERS = {
  'X-API-Version': ['ApiVersion', 'string', 'Version of this API', '1.0'],
  'X-Request-Id': ['RequestId', 'string', 'Names this request; yours, when you sent one', '5f0c1d2e3a4b-1'],
  'X-RateLimit-Limit': ['RateLimit', 'integer', 'Requests in 15 minutes', 1000],
  'X-RateLimit-Remaining': ['RateLimitRemaining', 'integer', 'Requests left', 999],
  'X-RateLimit-Reset': ['RateLimitReset', 'integer', 'When the window ends, Unix seconds', 1_767_572_100],
} as const

const headerComponent = (type: string, description: string, example: unknown): Json => ({
  description,
  schema: { type },
  example,
})

/** Every response has these. */
export const COMMON_HEADERS: Json = Object.fromEntries(
  Object.entries(HEADERS).map(([name, [key]]) => [name, { $ref: `#/components/headers/${key}` }]),
)
export const RETRY_HEADERS: Json = { ...COMMON_HEADERS, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

export const CREATION_HEADERS: Json = {
  ...COMMON_HEADERS,
  'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' },
}

export const PROJECT_PARAMETER = { $ref: '#/components/parameters/ProjectId' }
export const IDEMPOTENCY_PARAMETER = { $ref: '#/components/parameters/IdempotencyKey' }

const ERROR_CODE = {
  type: 'string',
  enum: Object.keys(STATUS),
  description: 'For programs. An operation lists those that it can answer',
}

const FAILURE: Json = {
  type: 'object',
  description: 'Any failure',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { $ref: '#/components/schemas/ErrorCode' },
        message: { type: 'string', description: 'For people; may change' },
        details: { type: 'object', additionalProperties: true, description: 'Depends on the code' },
        retryAfter: { type: 'integer', description: 'Seconds until trying again makes sense' },
      },
    },
  },
}

/** The failure that has one of these codes. */
export const failureWith = (codes: readonly string[], canRetry: boolean): Json => ({
  allOf: [
    { $ref: '#/components/schemas/Failure' },
    {
      type: 'object',
      properties: {
        error: {
          type: 'object',
          required: canRetry ? ['code', 'retryAfter'] : ['code'],
          properties: { code: { type: 'string', enum: codes } },
          additionalProperties: true,
        },
      },
      additionalProperties: true,
    },
  ],
})

/** Made anew for every document, which fills in the rest. */
export const components = () => ({
  securitySchemes: {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'An API key: `wk_` and 64 hexadecimal digits',
    },
    session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a sign-in' },
  },
  parameters: {
    ProjectId: {
      name: 'X-Project-ID',
      in: 'header',
      required: false,
      description: "The project to act on; the organization's default project without it",
      schema: { type: 'string', format: 'uuid' },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Chosen by the client: the same request with the same key is carried out once',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    },
  },
  headers: {
    RetryAfter: headerComponent('integer', 'Seconds until trying again makes sense', 5),
    IdempotencyReplayed: headerComponent(
      'string',
      'There, and true, when this is the answer of an earlier request',
      'true',
    ),
    ...Object.fromEntries(
      Object.values(HEADERS).map(([key, type, description, example]) => [
        key,
        headerComponent(type, description, example),
      ]),
    ),
  },
  responses: {} as Record<string, Json>,
  schemas: { ErrorCode: ERROR_CODE, Failure: FAILURE } as Record<string, Json>,
})
