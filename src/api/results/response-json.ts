/** The response of a failing target, as the API returns it. */
import Type, { type Static } from 'typebox'
import type { FailureResponse } from '../../core/results/failure-response.ts'
import { IsoTime } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { FULL_RESULT_EXAMPLE } from './check-examples.ts'
import { CheckResult, type ShownResult, toCheckResult } from './check-result.ts'

const ShownResponse = Type.Object(
  {
    seen_at: {
      ...IsoTime,
      description: 'Time of the response. Up to an hour before the check if the target kept giving the same response',
    },
    status_code: Type.Integer(),
    headers: Type.Array(
      Type.Object({ name: Type.String(), value: Type.String() }, { title: 'FailureResponseHeader' }),
      {
        description:
          'Headers in original order; at most 50 and 8 KiB in total. Values of cookies and of headers that may hold ' +
          'credentials are masked',
      },
    ),
    headers_truncated: Type.Boolean({ description: 'Whether headers are omitted or truncated' }),
    content_type: Type.Optional(Type.String()),
    body: Type.Union([Type.String(), Type.Null()], {
      description:
        'First 4 KiB as text, decompressed, in the charset of the header, the document or UTF-8. Null for binary ' +
        'data, or if the status was as expected and no body was stored. Never render it as HTML',
      examples: ['upstream connect error or disconnect/reset before headers'],
    }),
    body_truncated: Type.Boolean({ description: 'Whether the body was longer, or was not read to its end' }),
    body_bytes: Type.Integer({ description: 'Bytes read, before decompression' }),
    redirected_to: Type.Optional(
      Type.String({ description: 'Origin of the final URL after redirects', examples: ['https://www.example.com'] }),
    ),
  },
  {
    description:
      'Response of a failed HTTP or KEYWORD check. Values of secret request headers that the target repeats are ' +
      'masked',
  },
)

export const FullCheckResult = Type.Object(
  { ...CheckResult.properties, response: Type.Optional(ShownResponse) },
  { title: 'FullCheckResult', examples: [FULL_RESULT_EXAMPLE] },
)

/** @param seenAt Unix ms */
const toResponse = (response: FailureResponse, seenAt: number): Static<typeof ShownResponse> => ({
  seen_at: toIso(seenAt),
  status_code: response.statusCode,
  headers: response.headers.map(([name, value]) => ({ name, value })),
  headers_truncated: response.headersTruncated,
  content_type: response.contentType ?? undefined,
  body: response.body,
  body_truncated: response.bodyTruncated,
  body_bytes: response.bodyBytes,
  redirected_to: response.redirectedTo ?? undefined,
})

/** @param answer response of the target; null if there is none */
export const toFullCheckResult = (
  result: ShownResult,
  answer: { response: FailureResponse; seenAt: number } | null,
): Static<typeof FullCheckResult> => ({
  ...toCheckResult(result),
  ...(answer && { response: toResponse(answer.response, answer.seenAt) }),
})
