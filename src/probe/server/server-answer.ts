/** Interprets an HTTP answer: data, or an error. Pure. */

import { SECOND_MS } from '../../core/platform/time/time.ts'
import { UnregisteredError } from '../../core/probes/protocol.ts'
import { Refusal } from '../push/refusal.ts'

export interface RawAnswer {
  status: number
  body: string
  retryAfter?: string | undefined
  location?: string | undefined
}

/** API error codes with a meaning for the probe. */
const INVALID_TOKEN = 'INVALID_TOKEN'
const CONFLICT = 'CONFLICT'
const VALIDATION_ERROR = 'VALIDATION_ERROR'

interface Envelope {
  success: boolean
  data?: unknown
  error?: { code?: string; message?: string }
}

/**
 * @returns the data in the envelope
 * @throws Refusal, or UnregisteredError when the probe has to register again
 */
export function readAnswer(raw: RawAnswer, server: URL): unknown {
  const envelope = parseEnvelope(raw.body)
  const { status } = raw
  if (envelope === null) throw toForeignRefusal(raw, server)
  if (envelope.success && status >= 200 && status < 300) return envelope.data
  const { code = 'no code', message = 'no reason' } = envelope.error ?? {}
  const detail = `${status} ${code}: ${message}`
  if (status === 401 && code === INVALID_TOKEN) throw new Refusal('token', detail)
  if (status === 409 && code === CONFLICT) throw new UnregisteredError(detail)
  // Too large is permanent as well: the same bytes stay too large
  if ((status === 400 && code === VALIDATION_ERROR) || status === 413) throw new Refusal('content', detail)
  throw new Refusal('later', detail, parseRetryAfterMs(raw.retryAfter))
}

function parseEnvelope(body: string): Envelope | null {
  try {
    const parsed = JSON.parse(body) as Partial<Envelope> | null
    return typeof parsed?.success === 'boolean' ? (parsed as Envelope) : null
  } catch {
    return null
  }
}

/** Refusal by another program: a proxy in front of the server, or another web site. */
function toForeignRefusal({ status, location, retryAfter, body }: RawAnswer, server: URL): Error {
  // Proxies have separate limits
  if (status === 413) return new Refusal('content', '413: a proxy in front of the server rejects requests of this size')
  if (location !== undefined)
    return new Refusal('later', `${status}: ${server.origin} redirects to ${location}; use that address`)
  if (status === 404) return new Refusal('later', `404: no Watchkeeper server that accepts probes at ${server.href}`)
  const start = body
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
  return new Refusal('later', `${status}: not a response from Watchkeeper: "${start}"`, parseRetryAfterMs(retryAfter))
}

/** This server and common proxies send seconds, not a date. Source: RFC 9110, section 10.2.3 */
const parseRetryAfterMs = (seconds: string | undefined): number | null =>
  seconds !== undefined && /^\d{1,6}$/.test(seconds) ? Number(seconds) * SECOND_MS : null
