/** What probes elsewhere say, as schemas of the messages in `core/probes/protocol.ts`. */
import Type, { type TSchema } from 'typebox'
import { PUSH_LIMIT, RESULT_KINDS } from '../../core/probes/protocol.ts'
import { CHECK_STATUSES, ERROR_TYPES } from '../../core/results/verdict.ts'
import { SESSION } from '../../services/probes/probes.ts'

const CLOSED = { additionalProperties: false }

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** A key larger than its column would make PostgreSQL refuse the whole batch. */
const Key = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })
/** Unix ms, until the year 5138. */
const Time = Type.Number({ minimum: 0, maximum: 1e14 })
const Duration = Type.Union([Type.Number({ minimum: 0, maximum: 1e9 }), Type.Null()])
const text = (maxLength: number) => Type.String({ maxLength })
const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] })

/** Who speaks: the probe's id, a dot, and what the server gave it. */
const SPEAKER = { session: Type.String({ pattern: SESSION }) }

export const Register = Type.Object({
  hello: Type.Object({
    protocol: Count,
    version: text(100),
    region: text(40),
    capabilities: Type.Object({ icmp: Type.Boolean(), ipv6: Type.Boolean() }),
    probeId: Type.String({ format: 'uuid' }),
    name: text(255),
    held: Count,
  }),
})

const Vitals = Type.Object({
  held: Count,
  waiting: Count,
  dropped: Count,
  overdueMs: Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  clockAheadMs: Type.Union([Type.Number(), Type.Null()]),
})

export const Pull = Type.Object({
  ...SPEAKER,
  request: Type.Object({
    since: Count,
    epoch: Type.Optional(Count),
    listEpoch: Type.Optional(Count),
    listUntil: Type.Optional(Count),
    waitedMs: Type.Optional(Count),
    vitals: Type.Optional(Vitals),
  }),
  wait_ms: Type.Integer({ minimum: 0, maximum: 20_000 }),
})

const list = <T extends TSchema>(of: T, maxItems: number) => Type.Array(of, { maxItems })

const CHAIN_CERTIFICATE = {
  subject: text(8_192),
  issuer: text(8_192),
  validFrom: Type.Number(),
  validTo: Type.Number(),
  fingerprint256: text(200),
}

const Certificate = Type.Object(
  {
    ...CHAIN_CERTIFICATE,
    endpoint: text(300),
    sans: list(text(300), 10_000),
    serialNumber: text(200),
    errors: list(Type.Object({ code: text(100), message: text(2_048) }, CLOSED), 100),
    chain: list(Type.Object(CHAIN_CERTIFICATE, CLOSED), 100),
  },
  CLOSED,
)

const Response = Type.Object(
  {
    statusCode: Count,
    headers: list(Type.Tuple([text(16_384), text(16_384)]), 200),
    headersTruncated: Type.Boolean(),
    contentType: Type.Union([text(2_048), Type.Null()]),
    body: Type.Union([text(65_536), Type.Null()]),
    bodyTruncated: Type.Boolean(),
    bodyBytes: Count,
    redirectedTo: Type.Union([text(2_048), Type.Null()]),
  },
  CLOSED,
)

const RoundTrip = Type.Object(
  { minMs: Type.Number(), avgMs: Type.Number(), maxMs: Type.Number(), jitterMs: Type.Number() },
  CLOSED,
)

const Extras = Type.Union([
  Type.Object(
    {
      kind: Type.Literal('ping'),
      packetLossPercent: Type.Number({ minimum: 0, maximum: 100 }),
      roundTrip: Type.Union([RoundTrip, Type.Null()]),
    },
    CLOSED,
  ),
  Type.Object(
    {
      kind: Type.Literal('dns'),
      answers: list(Type.Object({ recordType: text(20), values: list(text(70_000), 10_000) }, CLOSED), 50),
    },
    CLOSED,
  ),
])

const Timings = Type.Object(
  { dnsMs: Duration, connectMs: Duration, tlsMs: Duration, firstByteMs: Duration, downloadMs: Duration },
  CLOSED,
)

const Result = Type.Object(
  {
    monitorKey: Key,
    kind: oneOf(RESULT_KINDS),
    scheduledAt: Type.Integer({ minimum: 0, maximum: 1e14 }),
    startedAt: Time,
    status: oneOf(CHECK_STATUSES),
    responseTimeMs: Duration,
    statusCode: Type.Union([Type.Integer({ minimum: 0, maximum: 999 }), Type.Null()]),
    errorType: Type.Union([oneOf(ERROR_TYPES), Type.Null()]),
    errorMessage: Type.Union([text(4_096), Type.Null()]),
    timings: Timings,
    remoteAddress: Type.Union([text(100), Type.Null()]),
    extras: Type.Optional(Extras),
    certificate: Type.Optional(Certificate),
    response: Type.Optional(Response),
  },
  CLOSED,
)

export const Push = Type.Object({ ...SPEAKER, results: Type.Array(Result, { maxItems: PUSH_LIMIT }) })

export const OrderReport = Type.Object({
  ...SPEAKER,
  result: Type.Optional(Result),
  failure: Type.Optional(text(1_000)),
})

export const Leave = Type.Object(SPEAKER)
