/** A check result, as the API returns it. */
import Type, { type Static } from 'typebox'
import {
  CHECK_STATUSES,
  type CheckOutcome,
  ERROR_TYPES,
  type OptionalParts,
  type StoredExtras,
} from '../../core/results/verdict.ts'
import { CheckCertificate, toCertificate } from '../expiry/certificate-json.ts'
import { IsoTime, OneOf, Uuid } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { RESULT_EXAMPLE } from './check-examples.ts'

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
  remote_address: Type.Optional(Type.String({ description: 'Address that the name of the target resolved to' })),
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
export interface ShownResult extends CheckOutcome, Pick<OptionalParts, 'extras' | 'certificate'> {
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
