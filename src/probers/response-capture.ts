/** Captures the response of a failing target. */
import {
  type FailureResponse,
  MAX_FAILURE_BODY_BYTES,
  sanitizeBody,
  sanitizeContentType,
  sanitizeHeaders,
} from '../core/results/failure-response.ts'
import { decodeText } from '../net/http/charset.ts'
import { decodeBody } from '../net/http/decode-body.ts'
import type { HttpResult } from '../net/http/http.ts'
import type { ResponseHead } from '../net/http/http-head.ts'

/**
 * Maximum bytes of an encoded body. Enough for the beginning of most bodies: a zstd block yields nothing until it is
 * complete.
 */
const ENCODED_BYTES = 64 * 1024

/** Number of body bytes needed to show the beginning of the body after this head. */
export const limitCapturedBytes = ({ headers }: ResponseHead): number =>
  headers.get('content-encoding') === undefined ? MAX_FAILURE_BODY_BYTES : ENCODED_BYTES

/**
 * @param secrets that the target may repeat, and that must not be shown
 * @returns null when there was no response
 */
export async function captureResponse(answer: HttpResult, secrets: readonly string[]): Promise<FailureResponse | null> {
  const { status, headers, redirects, url, bodyBytes } = answer
  if (status === null) return null
  return {
    statusCode: status,
    ...sanitizeHeaders(headers.list(), secrets),
    contentType: sanitizeContentType(headers.get('content-type'), secrets),
    ...(await captureBody(answer, secrets)),
    bodyBytes,
    redirectedTo: redirects > 0 ? url.origin : null,
  }
}

type CapturedBody = Pick<FailureResponse, 'body' | 'bodyTruncated'>

async function captureBody(
  { body, bodyBytes, isWhole, headers }: HttpResult,
  secrets: readonly string[],
): Promise<CapturedBody> {
  const encoded = body.subarray(0, ENCODED_BYTES)
  // A body that does not match its headers may still be readable without decoding
  const decoded = (await decodeBody(encoded, headers.get('content-encoding'), MAX_FAILURE_BODY_BYTES + 1)) ?? encoded
  const bodyTruncated = !isWhole || encoded.length < bodyBytes || decoded.length > MAX_FAILURE_BODY_BYTES
  if (decoded.length === 0 && bodyBytes > 0) return { body: null, bodyTruncated }
  const text = decodeText(decoded.subarray(0, MAX_FAILURE_BODY_BYTES), headers.get('content-type'), bodyTruncated)
  return { body: sanitizeBody(text, bodyTruncated, secrets), bodyTruncated }
}
