/** Components shared by the operations of the document. */
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'
import { STATUS } from '../platform/errors.ts'

export type Json = Record<string, unknown>

/** Descriptions of the tags, in the order of the reference. */
export const TAGS: Readonly<Record<string, string>> = {
  Account: 'Registration, sign-in and your user account.',
  Organization: 'Organization of the credential, its plan and its usage.',
  Members: 'Members and invitations of the organization.',
  'API keys': 'Credentials for programs. The full value is shown once.',
  Projects: 'Each monitor, group and incident belongs to a project.',
  Monitors: 'Monitor settings and check results.',
  Groups: 'Tree of monitor groups.',
  Variables: 'Values and secrets that monitors of a project refer to by name.',
  Regions: 'Regions that run checks.',
  Heartbeats:
    'Pings sent by jobs: `curl <heartbeat_url>` at the end of a cron job. A failure is reported by the ping ' +
    'itself, or by no ping within the expected interval and the grace period.',
  Incidents: 'Past and current incidents, acknowledgements and notifications.',
  'Notification targets': 'Destinations of alerts: email, Slack, or your webhook.',
  'On-call schedules': 'Turns of members, hours and overrides: the user who receives alerts.',
  'Escalation policies': 'Steps that notify further recipients of an incident until a user acknowledges it.',
  'Maintenance windows': 'Planned work, once or recurring.',
  'Configuration as code': 'Documents that describe a project: plan, apply and export.',
  'Status pages': 'Public pages: sections, components and appearance.',
  Dashboard: 'Overview of a project.',
  Reports: 'Monthly uptime of monitors, as JSON or CSV.',
  Events: 'Live stream of changes.',
  'Audit log': 'Record of user changes.',
  Administration: 'For operators of the instance.',
  Operations: 'For load balancers, supervisors and monitoring.',
}

const HEADERS = {
  'X-API-Version': ['ApiVersion', 'string', 'Version of this API', '1.0'],
  'X-Request-Id': ['RequestId', 'string', 'ID of this request; the value sent by the client, if any', '5f0c1d2e3a4b-1'],
  'X-RateLimit-Limit': ['RateLimit', 'integer', 'Requests allowed in 15 minutes', 1000],
  'X-RateLimit-Remaining': ['RateLimitRemaining', 'integer', 'Requests left in the current window', 999],
  'X-RateLimit-Reset': ['RateLimitReset', 'integer', 'End of the current window, Unix time in seconds', 1_767_572_100],
} as const

const createHeader = (type: string, description: string, example: unknown): Json => ({
  description,
  schema: { type },
  example,
})

/** Headers of every response. */
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
  description: 'Machine-readable code. Each operation lists its possible codes',
}

const FAILURE: Json = {
  type: 'object',
  description: 'Error response',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { $ref: '#/components/schemas/ErrorCode' },
        message: { type: 'string', description: 'Message for people; may change' },
        details: { type: 'object', additionalProperties: true, description: 'Structure depends on the code' },
        retryAfter: { type: 'integer', description: 'Seconds to wait before a retry' },
      },
    },
  },
}

/** Creates the schema of a failure with one of the codes. */
export const createFailureSchema = (codes: readonly string[], canRetry: boolean): Json => ({
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

/** Creates new components for each document, which adds its schemas and responses. */
export const createComponents = () => ({
  securitySchemes: {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'An API key: `wk_` and 64 hexadecimal digits',
    },
    session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of a session' },
  },
  parameters: {
    ProjectId: {
      name: 'X-Project-ID',
      in: 'header',
      required: false,
      description: 'Project of the request. Default: the default project of the organization',
      schema: { type: 'string', format: 'uuid' },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Key chosen by the client: repeated requests with the same key are carried out once',
      schema: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        pattern: '^[\\x21-\\x7e]+$',
        [DESCRIPTION_KEY]: 'visible ASCII',
      },
    },
  },
  headers: {
    RetryAfter: createHeader('integer', 'Seconds to wait before a retry', 5),
    IdempotencyReplayed: createHeader(
      'string',
      'Present and `true` if this is the stored response to an earlier request',
      'true',
    ),
    ...Object.fromEntries(
      Object.values(HEADERS).map(([key, type, description, example]) => [
        key,
        createHeader(type, description, example),
      ]),
    ),
  },
  responses: {} as Record<string, Json>,
  schemas: { ErrorCode: ERROR_CODE, Failure: FAILURE } as Record<string, Json>,
})
