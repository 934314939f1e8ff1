/** From the answer of a target that failed to what is kept of it. */
import {
  KEPT_BODY_BYTES,
  type KeptResponse,
  keptContentType,
  keptHeaders,
  keptText,
} from '../core/results/kept-response.ts'
import { decodeText } from '../net/http/charset.ts'
import { decodeBody } from '../net/http/decode-body.ts'
import type { HttpResult } from '../net/http/http.ts'
import type { ResponseHead } from '../net/http/http-head.ts'

/** Of an encoded body. Enough for the beginning of most: a block of zstd gives nothing until it is there as a whole. */
const ENCODED_BYTES = 64 * 1024

/** How much of the body behind this head it takes to show its beginning. */
export const bytesToKeep = ({ headers }: ResponseHead): number =>
  headers.get('content-encoding') === undefined ? KEPT_BODY_BYTES : ENCODED_BYTES

/**
 * @param secrets that the target may repeat, and must not be shown
 * @returns null when there was no answer
 */
export async function keepResponse(answer: HttpResult, secrets: readonly string[]): Promise<KeptResponse | null> {
  const { status, headers, redirects, url, bodyBytes } = answer
  if (status === null) return null
  return {
    statusCode: status,
    ...keptHeaders(headers.all(), secrets),
    contentType: keptContentType(headers.get('content-type'), secrets),
    ...(await keepBody(answer, secrets)),
    bodyBytes,
    redirectedTo: redirects > 0 ? url.origin : null,
  }
}

type KeptBody = Pick<KeptResponse, 'body' | 'bodyTruncated'>

async function keepBody(
  { body, bodyBytes, isWhole, headers }: HttpResult,
  secrets: readonly string[],
): Promise<KeptBody> {
  const encoded = body.subarray(0, ENCODED_BYTES)
  // What is not what its headers say may still be readable as it came
  const decoded = (await decodeBody(encoded, headers.get('content-encoding'), KEPT_BODY_BYTES + 1)) ?? encoded
  const bodyTruncated = !isWhole || encoded.length < bodyBytes || decoded.length > KEPT_BODY_BYTES
  if (decoded.length === 0 && bodyBytes > 0) return { body: null, bodyTruncated }
  const text = decodeText(decoded.subarray(0, KEPT_BODY_BYTES), headers.get('content-type'), bodyTruncated)
  return { body: keptText(text, bodyTruncated, secrets), bodyTruncated }
}
