/** What one check found, as the API shows it. */
import Type, { type Static } from 'typebox'
import {
  CHECK_STATUSES,
  type CheckOutcome,
  ERROR_TYPES,
  type RareParts,
  type StoredExtras,
} from '../../core/results/verdict.ts'
import { ShownCertificate, toCertificate } from '../expiry/certificate-json.ts'
import { IsoTime, OneOf, Uuid } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { RESULT_EXAMPLE } from './check-examples.ts'

const Ms = Type.Optional(Type.Number({ description: 'Milliseconds; absent when it did not take place' }))

const FIELDS = {
  id: Uuid,
  region: Type.String(),
  checked_at: IsoTime,
  status: OneOf(CHECK_STATUSES),
  response_time_ms: Type.Optional(
    Type.Number({
      description:
        'Milliseconds from start to end; of an ICMP check with answers, resolving the name and the mean round trip. ' +
        'Absent when nothing was measured',
    }),
  ),
  status_code: Type.Optional(Type.Integer({ description: 'Of an HTTP or KEYWORD check that had an answer' })),
  error_type: Type.Optional(OneOf(ERROR_TYPES)),
  error_message: Type.Optional(Type.String()),
  timings: Type.Object({ dns_ms: Ms, connect_ms: Ms, tls_ms: Ms, first_byte_ms: Ms, download_ms: Ms }),
  remote_address: Type.Optional(Type.String({ description: 'What the name of the target led to' })),
  packet_loss_percent: Type.Optional(Type.Number({ description: 'Of an ICMP check' })),
  round_trip: Type.Optional(
    Type.Object(
      { min_ms: Type.Number(), avg_ms: Type.Number(), max_ms: Type.Number(), jitter_ms: Type.Number() },
      { description: 'Of an ICMP check that had any answer; jitter is the mean difference from packet to packet' },
    ),
  ),
  answers: Type.Optional(
    Type.Array(Type.Object({ record_type: Type.String(), values: Type.Array(Type.String()) }, { title: 'DnsAnswer' }), {
      description: 'Of a DNS check: what each record type was answered with, sorted, 2,000 characters in all',
    }),
  ),
  certificate: Type.Optional(ShownCertificate),
}

export const CheckResult = Type.Object(FIELDS, { examples: [RESULT_EXAMPLE] })

/** A stored result or a live one. */
export interface ShownResult extends CheckOutcome, Pick<RareParts, 'extras' | 'certificate'> {
  id: string
  region: string
  /** Unix ms. */
  startedAt: number
}

export const toCheckResult = (result: ShownResult): Static<typeof CheckResult> => ({
  id: result.id,
  region: result.region,
  checked_at: toIso(result.startedAt),
  status: result.status,
  response_time_ms: rounded(result.responseTimeMs),
  status_code: result.statusCode ?? undefined,
  error_type: result.errorType ?? undefined,
  error_message: result.errorMessage ?? undefined,
  timings: {
    dns_ms: rounded(result.timings.dnsMs),
    connect_ms: rounded(result.timings.connectMs),
    tls_ms: rounded(result.timings.tlsMs),
    first_byte_ms: rounded(result.timings.firstByteMs),
    download_ms: rounded(result.timings.downloadMs),
  },
  remote_address: result.remoteAddress ?? undefined,
  ...(result.extras && shownExtras(result.extras)),
  ...(result.certificate && { certificate: toCertificate(result.certificate, result.startedAt) }),
})

type Shown = Static<typeof CheckResult>

function shownExtras(extras: StoredExtras): Partial<Shown> {
  if (extras.kind === 'dns')
    return { answers: extras.answers.map(({ recordType, values }) => ({ record_type: recordType, values })) }
  const { packetLossPercent, roundTrip } = extras
  return {
    packet_loss_percent: packetLossPercent,
    round_trip: roundTrip
      ? {
          min_ms: rounded(roundTrip.minMs)!,
          avg_ms: rounded(roundTrip.avgMs)!,
          max_ms: rounded(roundTrip.maxMs)!,
          jitter_ms: rounded(roundTrip.jitterMs)!,
        }
      : undefined,
  }
}

/** To 10 µs, as results are stored: a result reads the same when it is fresh and later. */
const rounded = (ms: number | null): number | undefined => (ms === null ? undefined : Math.round(ms * 100) / 100)
