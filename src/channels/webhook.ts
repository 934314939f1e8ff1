/** A POST to an address of the user's, signed as Standard Webhooks has it: https://www.standardwebhooks.com */
import { createHmac, randomBytes } from 'node:crypto'
import Type from 'typebox'
import type { EgressPolicy } from '../core/egress.ts'
import type { Issue } from '../core/errors.ts'
import { SECOND_MS } from '../core/time.ts'
import { request, type SingleResult } from '../net/http.ts'
import { ChannelError, defineChannel } from './channel.ts'
import { parseRetryAfter } from './retry-after.ts'
import { underPolicy } from './under-policy.ts'

/** Over everything: resolving, connecting, sending, reading the answer. */
const TIMEOUT_MS = 10_000

/** Only the status matters. */
const MAX_ANSWER_BYTES = 4_096

const SECRET_PREFIX = 'whsec_'

/** The specification wants 24 to 64 bytes. */
const SECRET_BYTES = 32

export const webhook = defineChannel({
  settings: Type.Object(
    {
      url: Type.String({ minLength: 1, maxLength: 2048, description: 'http or https, without credentials' }),
      secret: Type.Optional(
        Type.String({ maxLength: 100, description: '`whsec_` and base64 of 24 to 64 bytes; made up when absent' }),
      ),
    },
    { additionalProperties: false },
  ),
  secrets: ['secret'],
  ownSecret: { field: 'secret', make: () => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64') },
  refuse: ({ url, secret }, egress) => refuseUrl(url, egress) ?? (secret === undefined ? null : refuseSecret(secret)),
  recipient: ({ url }) => url,
  async send({ id, event }, { url, secret }, { net, now }) {
    const body = JSON.stringify(event)
    const at = Math.floor(now() / SECOND_MS)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Watchkeeper',
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': sign(secret!, id, at, body),
    }
    const target = new URL(url)
    const result = await underPolicy(net, target.hostname, (tools) =>
      request({
        url: target,
        method: 'POST',
        headers,
        body: Buffer.from(body),
        timeoutMs: TIMEOUT_MS,
        maxBodyBytes: MAX_ANSWER_BYTES,
        tools,
      }),
    )
    judge(result, now())
  },
})

/** Worth another try although they are 4xx: request timeout, too early, too many requests. */
const PASSING_REFUSALS = [408, 425, 429]

const GONE = 410

/** The status decides, even when the rest of the answer is cut or broken: the receiver has spoken. */
function judge({ status, failure, headers }: SingleResult, now: number): void {
  if (status === null) throw new ChannelError(failure?.message ?? 'no answer')
  if (status >= 200 && status < 300) return
  const isRefusal = status >= 400 && status < 500 && !PASSING_REFUSALS.includes(status)
  const isRedirect = status >= 300 && status < 400
  throw new ChannelError(`the receiver answered ${status}${isRedirect ? ', and redirects are not followed' : ''}`, {
    permanent: isRefusal,
    disableTarget: status === GONE,
    retryAfterMs: parseRetryAfter(headers.get('retry-after'), now),
  })
}

function refuseUrl(text: string, egress: EgressPolicy): Issue | null {
  const refuse = (message: string): Issue => ({ field: 'url', message })
  if (!URL.canParse(text)) return refuse('Must be a complete URL such as https://example.com/hook')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('Must begin with http:// or https://')
  if (url.username || url.password) return refuse('Must not carry credentials')
  const reason = egress.refuseHost(url.hostname)
  return reason ? refuse(`${url.hostname} is ${reason}, which this service does not connect to`) : null
}

/** Base64 with its padding, and nothing else. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function refuseSecret(secret: string): Issue | null {
  const encoded = secret.slice(SECRET_PREFIX.length)
  const bytes = Buffer.from(encoded, 'base64').length
  if (secret.startsWith(SECRET_PREFIX) && BASE64.test(encoded) && bytes >= 24 && bytes <= 64) return null
  return { field: 'secret', message: 'Must be `whsec_` and base64 of 24 to 64 bytes' }
}

/** @param at Unix seconds, as in the header `webhook-timestamp` */
export function sign(secret: string, id: string, at: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
}
