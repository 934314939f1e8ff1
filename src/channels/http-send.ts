/** Sends one request to a user's URL and interprets the response. */

import { isIP } from 'node:net'
import type { ReceiverState } from '../core/notifications/delivery.ts'
import type { EgressPolicy } from '../core/platform/egress.ts'
import type { Issue } from '../core/platform/errors.ts'
import { SECOND_MS } from '../core/platform/time/time.ts'
import type { ProbeTools } from '../net/connection/tools.ts'
import { request, type SingleRequest, type SingleResult } from '../net/http/http.ts'
import { parseRetryAfter } from '../net/http/http-head.ts'
import { findHeadProblem, type HttpMethod } from '../net/http/http-request.ts'
import { createSecretFilter } from '../net/trace/trace-steps.ts'
import type { SendTools } from './channel.ts'
import { ChannelError, MAY_HAVE_ARRIVED, type Replacement } from './channel-error.ts'
import { describeUnproven, toAnswer } from './services/proof.ts'

/** Limit until the request is sent: resolving, connecting, TLS. */
const CONNECT_TIMEOUT_MS = 10 * SECOND_MS

/** Limit for the response. Receivers that forward a message, such as Apprise and signal-cli, often need more than 10 s. */
const ANSWER_TIMEOUT_MS = 30 * SECOND_MS

/** The body only serves as an explanation. */
const MAX_RESPONSE_BYTES = 4_096

/** The body is a proof. Discord, Telegram and other services repeat the message in it. */
const MAX_PROOF_BYTES = 256 * 1024

interface OutgoingRequest {
  url: string
  /** Default: POST. */
  method?: HttpMethod
  body: string | Buffer
  headers?: Record<string, string>
  /** Interprets a response that is no success; null when it has no known meaning. */
  findMeaning?: (body: string, status: number) => ResponseMeaning | null
}

/** Additional information in a response body. For missing fields, the status decides. */
export interface ResponseMeaning {
  message: string
  permanent?: boolean
  disableTarget?: boolean
  /** Wait that the receiver requested, ms. */
  retryAfterMs?: number | null
  /** Setting with which the receiver would accept the message. */
  replaces?: Replacement | undefined
}

/**
 * Sends without following redirects.
 *
 * @returns the body of the response
 * @throws ChannelError unless the receiver accepted the message
 */
export async function sendRequest(outgoing: OutgoingRequest, tools: SendTools): Promise<string> {
  const { url, method = 'POST', body, headers } = outgoing
  const head = { url: new URL(url), method, headers: mergeHeaders({ 'user-agent': 'Watchkeeper' }, headers) }
  const problem = findHeadProblem(head)
  if (problem !== null) throw new ChannelError(`${problem}; edit the target`, { permanent: true })
  if (tools.isInquiry) return inquire(head.url, tools)
  const result = await exchange(
    { ...head, body: method === 'GET' ? null : typeof body === 'string' ? Buffer.from(body) : body },
    tools.proving ? MAX_PROOF_BYTES : MAX_RESPONSE_BYTES,
    tools,
  )
  assertAccepted(result, outgoing, createSecretFilter(head.headers), tools)
  return result.body.toString()
}

const exchange = (
  parts: Pick<SingleRequest, 'url' | 'method' | 'headers' | 'body'>,
  maxBodyBytes: number,
  { net }: SendTools,
): Promise<SingleResult> =>
  sendUnderPolicy(net, parts.url.hostname, (tools) =>
    request({ ...parts, timeoutMs: CONNECT_TIMEOUT_MS, answerTimeoutMs: ANSWER_TIMEOUT_MS, maxBodyBytes, tools }),
  )

/** Thrown in place of a result when a receiver answers an inquiry. */
export class ReceiverIsBack extends Error {}

/**
 * Asks with OPTIONS, which changes nothing at the receiver (RFC 9110, section 9.2.1), whether a receiver answers. The
 * query may contain the message, and the headers of the message contain credentials, so both are left out.
 *
 * @throws ReceiverIsBack, or ChannelError while the receiver is unavailable
 */
async function inquire(url: URL, tools: SendTools): Promise<never> {
  const bare = new URL(url)
  bare.search = ''
  const headers = { 'user-agent': 'Watchkeeper' }
  const result = await exchange({ url: bare, method: 'OPTIONS', headers, body: null }, 0, tools)
  if (result.status !== null && !isUnavailable(result.status)) throw new ReceiverIsBack()
  throw new ChannelError(describeFailure(result), {
    receiver: result.isSent ? 'unavailable' : getReceiverState(result),
  })
}

/** Names of headers are equal in any case. */
function mergeHeaders(usual: Record<string, string>, own: Record<string, string> = {}): Record<string, string> {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  return { ...Object.fromEntries(Object.entries(usual).filter(([name]) => !names.has(name))), ...own }
}

type JsonPost = Omit<OutgoingRequest, 'body' | 'method'> & { json: unknown }

/**
 * Posts a value as JSON.
 *
 * @returns the body of the response
 * @throws ChannelError unless the receiver accepted the message
 */
export const postJson = ({ json, headers, ...outgoing }: JsonPost, tools: SendTools): Promise<string> =>
  sendRequest(
    { ...outgoing, body: JSON.stringify(json), headers: { 'content-type': 'application/json', ...headers } },
    tools,
  )

/** 4xx statuses worth a retry: request timeout, too early, too many requests. */
const TRANSIENT_STATUSES = [408, 425, 429]

const GONE = 410

/**
 * Throws unless the status is a success and the response proves it, as the service defines. Without a proof the status
 * decides, even when the rest of the response is truncated or malformed: the receiver has responded.
 *
 * @param hide removes the credentials of the request, as it was sent, from a text of the receiver
 */
function assertAccepted(
  result: SingleResult,
  { findMeaning }: OutgoingRequest,
  hide: (text: string) => string,
  { now, proving }: SendTools,
): void {
  const { status, headers, body } = result
  const state = { receiver: getReceiverState(result), handedOver: result.isSent }
  if (status === null) throw new ChannelError(describeFailure(result), state)
  const isSuccess = status >= 200 && status < 300
  const doubt = isSuccess ? findDoubt(result, status, proving) : null
  if (isSuccess && doubt === null) return
  const meant = findMeaning?.(body.toString(), status) ?? null
  const isRefusal = status >= 400 && status < 500 && !TRANSIENT_STATUSES.includes(status)
  const isRedirect = status >= 300 && status < 400
  const parts = [
    `the receiver answered ${status}`,
    meant ? `: ${hide(meant.message)}` : doubt && ` ${doubt}`,
    isRedirect && ', and redirects are not followed',
  ]
  throw new ChannelError(parts.filter(Boolean).join(''), {
    permanent: meant?.permanent ?? isRefusal,
    disableTarget: meant?.disableTarget ?? status === GONE,
    retryAfterMs: meant?.retryAfterMs ?? parseRetryAfter(headers.get('retry-after'), now()),
    replaces: meant?.replaces ?? null,
    ...state,
  })
}

/** Returns why a response with a 2xx status does not prove that the message was accepted; null when it does. */
function findDoubt(
  { headers, body, isWhole, isCut }: SingleResult,
  status: number,
  proving: SendTools['proving'],
): string | null {
  if (!proving) return null
  const answer = toAnswer(status, headers, body.toString())
  const proved = proving.proof(answer)
  if (proved === true) return null
  if (!isWhole && !isCut) return `with an incomplete answer; ${MAY_HAVE_ARRIVED}`
  return proved || describeUnproven(answer, proving.title)
}

/** Describes a request without a status. */
const describeFailure = ({ failure, isSent, status }: SingleResult): string =>
  status === null
    ? `${failure?.message ?? 'no answer'}${isSent ? `; ${MAY_HAVE_ARRIVED}` : ''}`
    : `the receiver answered ${status}`

const TOO_MANY_REQUESTS = 429

/**
 * Responses of a proxy whose server is down, including Cloudflare's 52x, and of a server that is starting or in
 * maintenance.
 */
const isUnavailable = (status: number): boolean => (status >= 502 && status <= 504) || (status >= 520 && status <= 527)

function getReceiverState({ status, timings, isSent }: SingleResult): ReceiverState {
  if (status === null) return isSent ? 'silent' : timings.connectMs === null ? 'away' : 'unavailable'
  if (status === TOO_MANY_REQUESTS) return 'limiting'
  return isUnavailable(status) ? 'unavailable' : 'answering'
}

/** @param field name of the setting with the URL */
export function refuseUrl(field: string, text: string, egress: EgressPolicy): Issue | null {
  const refuse = (message: string): Issue => ({ field, message })
  if (!URL.canParse(text)) return refuse('must be a full URL such as https://example.com/hook')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('must begin with http:// or https://')
  if (url.username || url.password) return refuse('must not contain credentials')
  if (text.includes('{{')) return refuse('must not contain {{; only a custom request inserts values')
  const reason = egress.refuseHost(url.hostname)
  return reason ? refuse(describeBlockedHost(url.hostname, reason)) : null
}

/** @param reason from the egress policy: `a private address` */
export const describeBlockedHost = (host: string, reason: string): string =>
  `${host} is ${reason}, and the egress policy blocks connections to it`

/**
 * @param host host as the user wrote it
 * @param send sends once, with tools that check every address like the given tools
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

/** Omits the address, because addresses of an internal network must not be disclosed. */
const describeRefusal = (host: string, reason: string): string =>
  `${host} ${isIP(host) ? 'is' : 'resolves to'} ${reason}, and the egress policy blocks connections to it`
