/** What a failing target answered, as the API shows it. */
import Type, { type Static } from 'typebox'
import type { KeptResponse } from '../../core/results/kept-response.ts'
import { IsoTime } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { FULL_RESULT_EXAMPLE } from './check-examples.ts'
import { CheckResult, type ShownResult, toCheckResult } from './check-result.ts'

const ShownResponse = Type.Object(
  {
    seen_at: {
      ...IsoTime,
      description: 'When it came. Earlier than the check, up to an hour, when the target kept answering the same',
    },
    status_code: Type.Integer(),
    headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, { title: 'KeptHeader' }), {
      description:
        'As they came, 50 at most and 8 KiB in all. Values of cookies and of what sounds like a credential are masked',
    }),
    headers_truncated: Type.Boolean({ description: 'Whether some are left out or cut' }),
    content_type: Type.Optional(Type.String()),
    body: Type.Union([Type.String(), Type.Null()], {
      description:
        'The first 4 KiB as text: its coding undone, in the charset of the header, the document or UTF-8. Null when it is ' +
        'no text, or when the status was as expected and nothing was kept. Never markup to be rendered',
      examples: ['upstream connect error or disconnect/reset before headers'],
    }),
    body_truncated: Type.Boolean({ description: 'Whether there was more of it, or it was not read to its end' }),
    body_bytes: Type.Integer({ description: 'As many as were read, before its coding was undone' }),
    redirected_to: Type.Optional(
      Type.String({ description: 'Origin that redirects led to', examples: ['https://www.example.com'] }),
    ),
  },
  {
    description:
      'Of an HTTP or KEYWORD check that failed although there was an answer. What the target repeats of secret request ' +
      'headers is masked',
  },
)

export const FullCheckResult = Type.Object(
  { ...CheckResult.properties, response: Type.Optional(ShownResponse) },
  { title: 'FullCheckResult', examples: [FULL_RESULT_EXAMPLE] },
)

/** @param seenAt Unix ms */
const toResponse = (response: KeptResponse, seenAt: number): Static<typeof ShownResponse> => ({
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

/** @param answer what the target answered; null when there is nothing to show */
export const toFullCheckResult = (
  result: ShownResult,
  answer: { response: KeptResponse; seenAt: number } | null,
): Static<typeof FullCheckResult> => ({
  ...toCheckResult(result),
  ...(answer && { response: toResponse(answer.response, answer.seenAt) }),
})
