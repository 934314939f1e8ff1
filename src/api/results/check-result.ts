/** A check result, as the API returns it, with the response of a failing target. */
import Type, { type Static } from 'typebox'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { FailureResponse } from '../../core/results/failure-response.ts'
import {
  CHECK_STATUSES,
  type CheckOutcome,
  ERROR_TYPES,
  type OptionalParts,
  type StoredExtras,
} from '../../core/results/verdict.ts'
import { formatResultId, type StoredResult } from '../../store/results/results.ts'
import { CERTIFICATE_EXAMPLE, CheckCertificate, toCertificate } from '../expiry/certificate-json.ts'
import { IsoTime, OneOf, Uuid } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

const RESULT_EXAMPLE = {
  id: '0198c0de-7a11-7abc-8def-0123456789ab',
  region: 'local',
  checked_at: '2026-01-31T12:00:00.000Z',
  status: 'down',
  response_time_ms: 156.93,
  status_code: 503,
  error_type: 'status_code',
  error_message: 'status 503, expected 2xx',
  timings: { dns_ms: 4.1, connect_ms: 18.2, tls_ms: 37.5, first_byte_ms: 96.3, download_ms: 0.83 },
  remote_address: '192.0.2.7',
}

/** Includes the fields of a single result. */
const FULL_RESULT_EXAMPLE = {
  ...RESULT_EXAMPLE,
  certificate: CERTIFICATE_EXAMPLE,
  response: {
    seen_at: '2026-01-31T12:00:00.000Z',
    status_code: 503,
    headers: [
      { name: 'Content-Type', value: 'text/plain' },
      { name: 'Set-Cookie', value: '********' },
      { name: 'Retry-After', value: '30' },
    ],
    headers_truncated: false,
    content_type: 'text/plain',
    body: 'upstream connect error or disconnect/reset before headers',
    body_truncated: false,
    body_bytes: 57,
  },
}

const Ms = Type.Optional(Type.Number({ description: 'Milliseconds; absent if the phase did not take place' }))

const FIELDS = {
  id: Uuid,
  region: Type.String(),
  checked_at: IsoTime,
  status: OneOf(CHECK_STATUSES),
  response_time_ms: Type.Optional(
    Type.Number({
      description:
        'Total duration in milliseconds. For an ICMP check with replies: name resolution plus the mean round ' +
        'trip. Absent when nothing was measured',
    }),
  ),
  status_code: Type.Optional(Type.Integer({ description: 'HTTP status code. HTTP and KEYWORD checks only' })),
  error_type: Type.Optional(OneOf(ERROR_TYPES)),
  error_message: Type.Optional(Type.String()),
  timings: Type.Object({ dns_ms: Ms, connect_ms: Ms, tls_ms: Ms, first_byte_ms: Ms, download_ms: Ms }),
  remote_address: Type.Optional(Type.String({ description: 'Address of the target, or of its proxy' })),
  packet_loss_percent: Type.Optional(Type.Number({ description: 'Percentage of lost packets. ICMP checks only' })),
  round_trip: Type.Optional(
    Type.Object(
      { min_ms: Type.Number(), avg_ms: Type.Number(), max_ms: Type.Number(), jitter_ms: Type.Number() },
      {
        description:
          'Round-trip times of an ICMP check with at least one reply. Jitter is the mean difference between ' +
          'consecutive packets',
      },
    ),
  ),
  answers: Type.Optional(
    Type.Array(Type.Object({ record_type: Type.String(), values: Type.Array(Type.String()) }, { title: 'DnsAnswer' }), {
      description: 'DNS checks only. Sorted answers by record type, at most 2,000 characters in total',
    }),
  ),
  certificate: Type.Optional(CheckCertificate),
}

export const CheckResult = Type.Object(FIELDS, { examples: [RESULT_EXAMPLE] })

/** A stored result or a live one. */
interface ShownResult extends CheckOutcome, Pick<OptionalParts, 'extras' | 'certificate'> {
  id: string
  region: string
  startedAt: UnixMs
}

export const toShownResult = (result: StoredResult, region: string | undefined): ShownResult => ({
  ...result,
  id: formatResultId(result),
  region: region ?? '',
  startedAt: Math.round(result.scheduledAt + result.latenessMs),
})

export const toCheckResult = (result: ShownResult): Static<typeof CheckResult> => ({
  id: result.id,
  region: result.region,
  checked_at: toIso(result.startedAt),
  status: result.status,
  response_time_ms: roundOrOmit(result.responseTimeMs),
  status_code: result.statusCode ?? undefined,
  error_type: result.errorType ?? undefined,
  error_message: result.errorMessage ?? undefined,
  timings: {
    dns_ms: roundOrOmit(result.timings.dnsMs),
    connect_ms: roundOrOmit(result.timings.connectMs),
    tls_ms: roundOrOmit(result.timings.tlsMs),
    first_byte_ms: roundOrOmit(result.timings.firstByteMs),
    download_ms: roundOrOmit(result.timings.downloadMs),
  },
  remote_address: result.remoteAddress ?? undefined,
  ...(result.extras && toShownExtras(result.extras)),
  ...(result.certificate && { certificate: toCertificate(result.certificate, result.startedAt) }),
})

type Shown = Static<typeof CheckResult>

function toShownExtras(extras: StoredExtras): Partial<Shown> {
  if (extras.kind === 'dns')
    return { answers: extras.answers.map(({ recordType, values }) => ({ record_type: recordType, values })) }
  const { packetLossPercent, roundTrip } = extras
  return {
    packet_loss_percent: packetLossPercent,
    round_trip: roundTrip
      ? {
          min_ms: roundOrOmit(roundTrip.minMs)!,
          avg_ms: roundOrOmit(roundTrip.avgMs)!,
          max_ms: roundOrOmit(roundTrip.maxMs)!,
          jitter_ms: roundOrOmit(roundTrip.jitterMs)!,
        }
      : undefined,
  }
}

/** Rounds to 10 µs, as results are stored, so that a live result equals the stored one. */
const roundOrOmit = (ms: number | null): number | undefined => (ms === null ? undefined : Math.round(ms * 100) / 100)

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

const toResponse = (response: FailureResponse, seenAt: UnixMs): Static<typeof ShownResponse> => ({
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
