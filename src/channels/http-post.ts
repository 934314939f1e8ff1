/** A POST of JSON to an address of the user's, and what its answer means. */

import { isIP } from 'node:net'
import type { ReceiverState } from '../core/notifications/delivery.ts'
import type { EgressPolicy } from '../core/platform/egress.ts'
import type { Issue } from '../core/platform/errors.ts'
import type { ProbeTools } from '../net/connection/tools.ts'
import { request, type SingleResult } from '../net/http/http.ts'
import { parseRetryAfter } from '../net/http/retry-after.ts'
import type { SendTools } from './channel.ts'
import { ChannelError } from './channel-error.ts'

/** Over everything: resolving, connecting, sending, reading the answer. */
const TIMEOUT_MS = 10_000

/** The status decides; the body is read for a word of explanation at most. */
const MAX_RESPONSE_BYTES = 4_096

interface Post {
  url: string
  body: string
  headers?: Record<string, string>
  /** What the body of an answer that refuses means; null when that is nothing to pass on. */
  meaning?: (body: string) => ResponseMeaning | null
}

/** What a receiver says beside the status; where it is silent of a matter, the status decides. */
export interface ResponseMeaning {
  message: string
  permanent?: boolean
  disableTarget?: boolean
}

/** Redirects are not followed. @throws ChannelError unless it was taken */
export async function postJson({ url, body, headers, meaning }: Post, { net, now }: SendTools): Promise<void> {
  const target = new URL(url)
  const result = await sendUnderPolicy(net, target.hostname, (tools) =>
    request({
      url: target,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Watchkeeper', ...headers },
      body: Buffer.from(body),
      timeoutMs: TIMEOUT_MS,
      maxBodyBytes: MAX_RESPONSE_BYTES,
      tools,
    }),
  )
  assertAccepted(result, meaning, now())
}

/** Worth another try although they are 4xx: request timeout, too early, too many requests. */
const TRANSIENT_STATUSES = [408, 425, 429]

const GONE = 410

/** The status decides, even when the rest of the answer is cut or broken: the receiver has answered. */
function assertAccepted(result: SingleResult, meaning: Post['meaning'], now: number): void {
  const { status, failure, headers, body } = result
  if (status === null) throw new ChannelError(failure?.message ?? 'no answer', { receiver: getReceiverState(result) })
  if (status >= 200 && status < 300) return
  const isRefusal = status >= 400 && status < 500 && !TRANSIENT_STATUSES.includes(status)
  const isRedirect = status >= 300 && status < 400
  const meant = meaning?.(body.toString()) ?? null
  const parts = [
    `the receiver answered ${status}`,
    meant && `: ${meant.message}`,
    isRedirect && ', and redirects are not followed',
  ]
  throw new ChannelError(parts.filter(Boolean).join(''), {
    permanent: meant?.permanent ?? isRefusal,
    disableTarget: meant?.disableTarget ?? status === GONE,
    retryAfterMs: parseRetryAfter(headers.get('retry-after'), now),
    receiver: getReceiverState(result),
  })
}

const TOO_MANY_REQUESTS = 429

/** Answers of a proxy whose server is away, Cloudflare's 52x included, and of a server that is starting or in maintenance. */
const isUnavailable = (status: number): boolean => (status >= 502 && status <= 504) || (status >= 520 && status <= 527)

function getReceiverState({ status, timings }: SingleResult): ReceiverState {
  if (status === null) return timings.connectMs === null ? 'away' : 'unavailable'
  if (status === TOO_MANY_REQUESTS) return 'limiting'
  return isUnavailable(status) ? 'unavailable' : 'answering'
}

/** @param field of the settings that holds the address */
export function refuseUrl(field: string, text: string, egress: EgressPolicy): Issue | null {
  const refuse = (message: string): Issue => ({ field, message })
  if (!URL.canParse(text)) return refuse('must be a full URL such as https://example.com/hook')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('must begin with http:// or https://')
  if (url.username || url.password) return refuse('must not contain credentials')
  const reason = egress.refuseHost(url.hostname)
  return reason ? refuse(`${url.hostname} is ${reason}, and the egress policy blocks connections to it`) : null
}

/**
 * @param host what the user wrote
 * @param send tries once, with tools that judge every address as the given ones do
 * @throws ChannelError, permanent, when an address was refused
 */
async function sendUnderPolicy<T>(net: ProbeTools, host: string, send: (tools: ProbeTools) => Promise<T>): Promise<T> {
  let refusal: string | null = null
  const refuse = (address: string): string | null => {
    const reason = net.egress.refuse(address)
    if (reason !== null) refusal = describeRefusal(host, reason)
    return reason
  }
  const result = await send({ ...net, egress: { ...net.egress, refuse } })
  if (refusal !== null) throw new ChannelError(refusal, { permanent: true })
  return result
}

/** Without the address: where a name leads within an inner network is nothing to tell strangers. */
const describeRefusal = (host: string, reason: string): string =>
  `${host} ${isIP(host) ? 'is' : 'resolves to'} ${reason}, and the egress policy blocks connections to it`
