/**
 * Fetches a document over HTTP: follows redirects, decodes compression, and checks every hop against the egress policy
 * of its origin.
 */

import type { ProbeTools } from '../net/connection/tools.ts'
import { decodeBody } from '../net/http/decode-body.ts'
import { request, type SingleResult, toNextRequest } from '../net/http/http.ts'

interface TextRequest {
  url: URL
  accept: string
  timeoutMs: number
  maxBytes: number
  /** Tools for reaching a host: servers named by the operator may be at addresses that are otherwise forbidden. */
  toolsFor: (host: string) => ProbeTools
}

export interface TextResponse {
  /** The server that answered last. */
  host: string
  status: number | null
  /** Value of the `Retry-After` header. */
  retryAfter: string | undefined
  text: string
  /** Failure of the transport: no connection, a timeout, or a premature end. Null on success. */
  failure: string | null
  /** Problem of the response: too large, or malformed. Null if there is none. */
  fault: string | null
}

const MAX_REDIRECTS = 5

/** @throws ProbeError for trouble on the probe's side */
export async function fetchText({ timeoutMs, ...options }: TextRequest): Promise<TextResponse> {
  const endsAt = performance.now() + timeoutMs
  let url = options.url
  for (let redirects = 0; ; redirects++) {
    const leftMs = Math.max(1, Math.round(endsAt - performance.now()))
    const result = await getOnce(url, leftMs, options)
    const next = findRedirect(url, result)
    if (next === null) return toTextAnswer(url, result, options.maxBytes)
    const isTooFar = redirects === MAX_REDIRECTS
    if (typeof next === 'string' || isTooFar) {
      const failure = typeof next === 'string' ? next : `more than ${MAX_REDIRECTS} redirects`
      return { ...(await toTextAnswer(url, result, options.maxBytes)), failure }
    }
    url = next
  }
}

const getOnce = (url: URL, timeoutMs: number, { accept, maxBytes, toolsFor }: Omit<TextRequest, 'timeoutMs'>) =>
  request({
    url,
    method: 'GET',
    headers: { Accept: accept },
    body: null,
    timeoutMs,
    maxBodyBytes: maxBytes,
    tools: toolsFor(url.host),
  })

/** @returns null when this is no redirect, a message when its location is invalid */
function findRedirect(url: URL, { status, headers }: SingleResult): URL | string | null {
  if (status === null || status < 300 || status > 399 || headers.get('location') === undefined) return null
  const parts = { method: 'GET', url, headers: {}, body: null, acceptsCoding: false } as const
  const next = toNextRequest(parts, { status, headers })
  return typeof next === 'string' ? next : next.url
}

async function toTextAnswer({ hostname }: URL, result: SingleResult, maxBytes: number): Promise<TextResponse> {
  const { status, headers, failure, isCut } = result
  const body = await decodeBody(result.body, headers.get('content-encoding'), maxBytes)
  const isTooMuch = isCut || (body !== null && body.length >= maxBytes)
  return {
    host: hostname,
    status,
    retryAfter: headers.get('retry-after'),
    text: body === null ? '' : UTF_8.decode(body),
    failure: failure?.message ?? null,
    fault: isTooMuch ? `returned more than ${maxBytes} bytes` : findBodyFault(body),
  }
}

const findBodyFault = (body: Buffer | null): string | null =>
  body === null ? 'returned a response with invalid compression' : null

/** Drops a byte order mark. */
const UTF_8 = new TextDecoder('utf-8')
