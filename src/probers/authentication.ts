/** Authentication of HTTP and KEYWORD monitors: the Authorization header of their requests. */
import { type Static, Type } from 'typebox'
import type { EgressPolicy } from '../core/platform/egress.ts'
import { toApiName } from '../core/platform/fields/translate.ts'
import { encodeBasic, encodeClient } from '../core/platform/secret-settings.ts'
import { DESCRIPTION_KEY } from '../core/platform/validation/schema-words.ts'
import type { Failure } from '../core/results/verdict.ts'
import type { CheckContext } from '../net/connection/dial.ts'
import { type Failed, fail, failTimeout } from '../net/connection/failure.ts'
import { fetchUrl, type HttpRequest, type HttpResult } from '../net/http/http.ts'
import { includeEveryByte } from '../net/http/http-response.ts'
import type { Token } from '../net/http/token-cache.ts'
import { Trace } from '../net/trace/trace.ts'
import { refuseUrl } from './check-target.ts'
import type { SettingsRefusal } from './prober.ts'

const Text = (title: string, maxLength: number, description?: string) =>
  Type.Optional(Type.String({ title, minLength: 1, maxLength, ...(description && { description }) }))

/** As long as most servers accept in one header. */
const MAX_TOKEN_LENGTH = 16_384

const VARIABLES = '{{name}} inserts a variable of the project'

const Authentication = Type.Object(
  {
    type: Type.Enum(['basic', 'bearer', 'oauth2'], {
      title: 'Type',
      description:
        'basic: username and password. bearer: token. oauth2: a token of token_url for client_id (client credentials grant). Fields of other types have no effect',
    }),
    username: Text('User name', 200, `For basic, without a colon. ${VARIABLES}`),
    password: Text('Password', 4096, `For basic. Hidden after saving. ${VARIABLES}`),
    token: Text('Token', 4096, `For bearer. Hidden after saving. ${VARIABLES}`),
    tokenUrl: Text('Token URL', 2048, 'For oauth2: the token endpoint. The token is kept until 30 s before its end'),
    clientId: Text('Client ID', 512, `For oauth2. ${VARIABLES}`),
    clientSecret: Text('Client secret', 4096, `For oauth2. Hidden after saving. ${VARIABLES}`),
    scopes: Type.Optional(
      Type.Array(
        Type.String({
          minLength: 1,
          maxLength: 200,
          pattern: '^[!#-\\[\\]-~]+$',
          [DESCRIPTION_KEY]: 'a scope: visible ASCII without quotes and backslashes',
        }),
        {
          title: 'Scopes',
          maxItems: 20,
          description: 'For oauth2: requested scopes',
        },
      ),
    ),
    audience: Text('Audience', 512, 'For oauth2: the parameter audience, which some servers require'),
    clientAuth: Type.Optional(
      Type.Enum(['basic', 'post'], {
        title: 'Client authentication',
        description:
          'For oauth2: whether the client credentials are sent as a header (basic, if absent) or in the body',
      }),
    ),
  },
  { additionalProperties: false },
)
type Authentication = Static<typeof Authentication>

export const AuthenticationSetting = Type.Optional(
  Type.Union([Authentication, Type.Null()], {
    title: 'Authentication',
    description:
      'Sets the Authorization header, also when the same origin redirects\n\nAn update replaces the whole object; null removes it.',
    examples: [{ type: 'basic', username: 'monitoring', password: '{{shop_password}}' }],
  }),
)

/** The fields that each type requires. Fields of the other types have no effect. */
const REQUIRED: Record<Authentication['type'], readonly (keyof Authentication)[]> = {
  basic: ['username', 'password'],
  bearer: ['token'],
  oauth2: ['tokenUrl', 'clientId', 'clientSecret'],
}

interface Authenticated {
  authentication?: Authentication | null
  headers: Readonly<Record<string, string>>
}

export function refuseAuthentication(
  { authentication, headers }: Authenticated,
  egress: EgressPolicy,
): SettingsRefusal | null {
  if (!authentication) return null
  const refuse = (field: string, message: string) => ({ key: `authentication.${field}`, message })
  const { type, username, token, tokenUrl } = authentication
  if (type === undefined) return refuse('type', 'is required')
  const missing = REQUIRED[type].find((name) => authentication[name] === undefined)
  if (missing) return refuse(toApiName(missing), `is required for ${type}`)
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'))
    return { key: 'authentication', message: 'conflicts with the header Authorization; remove one of them' }
  if (username?.includes(':')) return refuse('username', 'must not contain a colon')
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token.replace(/\{\{.*?\}\}/g, 'x')))
    return refuse('token', 'must be ASCII characters without spaces')
  const refusal = tokenUrl === undefined ? null : refuseUrl(tokenUrl, egress)
  return refusal === null ? null : refuse('token_url', refusal)
}

/** Parts of the request that the token request has in common with it. */
type TokenRequest = Pick<HttpRequest, 'ipVersion' | 'address' | 'proxy'>

interface Authorization {
  /** Value of the Authorization header. */
  value: string
  /** Null if the settings contain it. */
  fetchedToken: string | null
  /** Drops a refused token that an earlier check fetched; null when a new token cannot help. */
  renew: (() => void) | null
}

/**
 * @param dnsServer name server of the monitor, which `context` uses; empty for the name servers of the probe
 * @throws ProbeError for trouble on the probe's side
 */
export async function createAuthorization(
  authentication: Authentication,
  { ipVersion, address, proxy }: TokenRequest,
  dnsServer: string | null | undefined,
  context: CheckContext,
): Promise<Authorization | Failed> {
  const { type, username, password, token: given } = authentication
  if (type === 'basic') return { value: `Basic ${encodeBasic(username!, password!)}`, fetchedToken: null, renew: null }
  if (type === 'bearer') return { value: `Bearer ${given}`, fetchedToken: null, renew: null }
  const { tokens } = context.tools
  // Monitors share a token only if they would fetch it in the same way, from the same addresses
  const request = { ipVersion, address, proxy }
  const key = JSON.stringify([authentication, request, dnsServer || null])
  const found = await tokens.get(key, context.deadline, () => fetchToken(authentication, request, context))
  if (found === null) return toServerFailure(authentication, failTimeout('wait', context.deadline, 'no token').failure)
  if ('cause' in found) return toServerFailure(authentication, found)
  const { token, isKept } = found
  return { value: `Bearer ${token}`, fetchedToken: token, renew: isKept ? () => tokens.drop(key, token) : null }
}

function toServerFailure({ tokenUrl }: Authentication, { cause, message }: Failure): Failed {
  return fail(cause, `the token server ${new URL(tokenUrl!).origin}: ${message}`)
}

async function fetchToken(
  authentication: Authentication,
  request: TokenRequest,
  context: CheckContext,
): Promise<Token | Failure> {
  const { deadline, memory, tools, trace } = context
  const startedAt = performance.now()
  const url = new URL(authentication.tokenUrl!)
  const result = await fetchUrl(
    { ...request, ...toTokenRequest(authentication), url },
    { tools, deadline, memory, trace: new Trace(null, null, trace.onPhase) },
  )
  const token = readToken(result)
  trace.log?.note({
    kind: 'talk',
    sent: `POST ${url.href}`,
    received: 'cause' in token ? '' : `a token for ${token.usableMs / 1_000} s`,
    receivedBytes: result.bodyBytes,
    firstByteMs: null,
    error: 'cause' in token ? token.message : null,
    ms: performance.now() - startedAt,
  })
  return token
}

/** A token server may send other fields, such as a refresh token. */
const MAX_ANSWER_BYTES = 128 * 1024

function toTokenRequest({ clientId, clientSecret, clientAuth, scopes, audience }: Authentication) {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(scopes && scopes.length > 0 && { scope: scopes.join(' ') }),
    ...(audience && { audience }),
    ...(clientAuth === 'post' && { client_id: clientId!, client_secret: clientSecret! }),
  })
  return {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(clientAuth !== 'post' && {
        Authorization: `Basic ${encodeBasic(...encodeClient(clientId!, clientSecret!))}`,
      }),
    },
    body: Buffer.from(form.toString()),
    followRedirects: false,
    verifyTls: true,
    acceptsCoding: false,
    keepsBytes: includeEveryByte,
    maxBodyBytes: MAX_ANSWER_BYTES,
  } as const
}

/** A token is not used in its last seconds, because it may expire on the way. */
const MARGIN_MS = 30_000
const MAX_USABLE_MS = 24 * 3_600_000

/** Reads the answer of a token server. Source: RFC 6749, section 5 */
function readToken({ failure, status, body, isCut }: HttpResult): Token | Failure {
  if (failure) return failure
  const refuse = (message: string): Failure => ({ cause: 'connection_error', message })
  if (isCut) return refuse(`the answer is longer than ${MAX_ANSWER_BYTES / 1024} KiB`)
  const answer = parseObject(body)
  const code = typeof answer?.error === 'string' && /^[\w.-]{1,40}$/.test(answer.error) ? `: ${answer.error}` : ''
  if (status !== 200) return refuse(`status ${status}${code}`)
  if (answer === null) return refuse('the answer is not a JSON object')
  const { access_token: token, token_type: type = 'Bearer', expires_in: seconds } = answer
  if (typeof token !== 'string' || token === '') return refuse('the answer contains no access_token')
  if (token.length > MAX_TOKEN_LENGTH)
    return refuse(`the token has ${token.length} characters; the maximum is ${MAX_TOKEN_LENGTH}`)
  if (!/^[\x21-\x7e]+$/.test(token)) return refuse('the token contains a character that a header cannot contain')
  if (String(type).toLowerCase() !== 'bearer') return refuse('the token is not of the type Bearer')
  // Some servers send the number as a text. Without a lifetime, a token is used once
  const lifetimeMs = Number(seconds) * 1_000 || 0
  return { token, usableMs: Math.min(MAX_USABLE_MS, Math.max(0, lifetimeMs - MARGIN_MS)) }
}

function parseObject(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
