/** Schemas of the messages of remote probes, defined in `core/probes/protocol.ts`. */

import Type, { type TSchema } from 'typebox'
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'
import { PUSH_LIMIT, RESULT_KINDS } from '../../core/probes/protocol.ts'
import { CHECK_STATUSES, ERROR_TYPES } from '../../core/results/verdict.ts'
import { SESSION } from '../../services/probes/probes.ts'

const CLOSED = { additionalProperties: false }

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** Maximum of the database column; a larger key would make PostgreSQL refuse the whole batch. */
const Key = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })
/** Unix ms, until the year 5138. */
const Time = Type.Number({ minimum: 0, maximum: 1e14 })
const Duration = Type.Union([Type.Number({ minimum: 0, maximum: 1e9 }), Type.Null()])
const toTextSchema = (maxLength: number) => Type.String({ maxLength })
const toEnumSchema = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] })

/** The session of the sender: ID of the probe, a dot, and a suffix from the server. */
const SENDER = { session: Type.String({ pattern: SESSION, [DESCRIPTION_KEY]: 'the session that the server sent' }) }

export const Register = Type.Object({
  hello: Type.Object({
    protocol: Count,
    version: toTextSchema(100),
    region: toTextSchema(40),
    capabilities: Type.Object({ icmp: Type.Boolean(), ipv6: Type.Boolean() }),
    probeId: Type.String({ format: 'uuid' }),
    name: toTextSchema(255),
    held: Count,
  }),
})

const Vitals = Type.Object({
  held: Count,
  waiting: Count,
  waitingMs: Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  dropped: Count,
  overdueMs: Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  lateMs: Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  skippedPercent: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()]),
  clockAheadMs: Type.Union([Type.Number(), Type.Null()]),
})

export const Pull = Type.Object({
  ...SENDER,
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

const toListSchema = <T extends TSchema>(of: T, maxItems: number) => Type.Array(of, { maxItems })

const CHAIN_CERTIFICATE = {
  subject: toTextSchema(8_192),
  issuer: toTextSchema(8_192),
  validFrom: Type.Number(),
  validTo: Type.Number(),
  fingerprint256: toTextSchema(200),
}

const Certificate = Type.Object(
  {
    ...CHAIN_CERTIFICATE,
    endpoint: toTextSchema(300),
    sans: toListSchema(toTextSchema(300), 10_000),
    serialNumber: toTextSchema(200),
    errors: toListSchema(Type.Object({ code: toTextSchema(100), message: toTextSchema(2_048) }, CLOSED), 100),
    chain: toListSchema(Type.Object(CHAIN_CERTIFICATE, CLOSED), 100),
    authorities: toListSchema(Type.Object(CHAIN_CERTIFICATE, CLOSED), 100),
  },
  CLOSED,
)

const Response = Type.Object(
  {
    statusCode: Count,
    headers: toListSchema(Type.Tuple([toTextSchema(16_384), toTextSchema(16_384)]), 200),
    headersTruncated: Type.Boolean(),
    contentType: Type.Union([toTextSchema(2_048), Type.Null()]),
    body: Type.Union([toTextSchema(65_536), Type.Null()]),
    bodyTruncated: Type.Boolean(),
    bodyBytes: Count,
    redirectedTo: Type.Union([toTextSchema(2_048), Type.Null()]),
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
      answers: toListSchema(
        Type.Object({ recordType: toTextSchema(20), values: toListSchema(toTextSchema(70_000), 10_000) }, CLOSED),
        50,
      ),
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
    kind: toEnumSchema(RESULT_KINDS),
    scheduledAt: Type.Integer({ minimum: 0, maximum: 1e14 }),
    startedAt: Time,
    status: toEnumSchema(CHECK_STATUSES),
    responseTimeMs: Duration,
    statusCode: Type.Union([Type.Integer({ minimum: 0, maximum: 999 }), Type.Null()]),
    errorType: Type.Union([toEnumSchema(ERROR_TYPES), Type.Null()]),
    errorMessage: Type.Union([toTextSchema(4_096), Type.Null()]),
    timings: Timings,
    remoteAddress: Type.Union([toTextSchema(100), Type.Null()]),
    extras: Type.Optional(Extras),
    certificate: Type.Optional(Certificate),
    response: Type.Optional(Response),
  },
  CLOSED,
)

export const Push = Type.Object({ ...SENDER, results: Type.Array(Result, { maxItems: PUSH_LIMIT }) })

export const OrderReport = Type.Object({
  ...SENDER,
  result: Type.Optional(Result),
  failure: Type.Optional(toTextSchema(1_000)),
})

export const Leave = Type.Object(SENDER)
