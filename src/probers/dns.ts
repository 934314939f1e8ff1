import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Static, Type } from 'typebox'
import type { EgressPolicy } from '../core/egress.ts'
import { type DnsAnswers, failed, type Observation, PASSED, type Verdict } from '../core/verdict.ts'
import { Deadline } from '../net/deadline.ts'
import type { CheckContext } from '../net/dial.ts'
import { parseServerAddress } from '../net/dns-config.ts'
import { normalName, type Question } from '../net/dns-message.ts'
import { queryRecords } from '../net/dns-query.ts'
import { labelOf } from '../net/dns-server.ts'
import { type Failed, fail } from '../net/failure.ts'
import type { DnsServer } from '../net/resolver.ts'
import { judgeEntry, MATCH_MODES, RECORD_TYPES, textOf, type WatchedType } from './dns-records.ts'
import { refuseHostTarget } from './host-target.ts'
import { defineProber, type SettingsRefusal } from './prober.ts'

const RecordEntry = Type.Object(
  {
    recordType: Type.Enum(RECORD_TYPES),
    expectedValues: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 4096 }), {
        maxItems: 50,
        description: 'As in a zone file; without any, a record of the type is enough',
      }),
    ),
    matchMode: Type.Optional(Type.Enum(MATCH_MODES, { default: 'any' })),
  },
  { additionalProperties: false },
)

export const DnsSettings = Type.Object(
  {
    recordEntries: Type.Array(RecordEntry, {
      minItems: 1,
      maxItems: 20,
      default: [{ recordType: 'A', matchMode: 'any' }],
    }),
    /** Null: those of the probe. */
    dnsServer: Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()], {
      default: null,
      description: 'IP or IP:port; the name servers of the probe if absent',
    }),
    resolutionTimeoutMs: Type.Integer({
      minimum: 100,
      maximum: 30_000,
      default: 5_000,
      description: 'For all records together; the timeout of the monitor holds when it is shorter',
    }),
  },
  { additionalProperties: false },
)
export type DnsSettings = Static<typeof DnsSettings>

export interface DnsObservation extends Observation {
  /** The name that was asked for. */
  name: string
  /** Values by record type. */
  found: ReadonlyMap<WatchedType, readonly string[]>
}

/** A name has the records that it should have. */
export const dns = defineProber({
  settings: DnsSettings,
  refuseTarget: refuseHostTarget,
  refuseSettings,
  observe: observeDns,
  judge: judgeDns,
})

function refuseSettings(settings: DnsSettings, target: string, egress: EgressPolicy): SettingsRefusal | null {
  const { dnsServer, recordEntries } = settings
  if (isIP(target) !== 0 && recordEntries.some(({ recordType }) => recordType !== 'PTR'))
    return { key: 'recordEntries', message: 'must all be PTR when the target is an address' }
  const impossible = impossibleValue(settings)
  if (impossible !== null) return { key: 'recordEntries', message: impossible }
  if (dnsServer === null) return null
  const server = parseServerAddress(dnsServer)
  if (server === null) return { key: 'dnsServer', message: 'must be an IP address, or one with a port' }
  const refusal = egress.refuse(server.address)
  return refusal === null ? null : { key: 'dnsServer', message: `must not point to ${refusal}` }
}

/** Families of the addresses that are values of a type. */
const FAMILY: Partial<Record<string, 4 | 6>> = { A: 4, AAAA: 6 }

/** A value that no answer could ever be; it would fail for good, and only the checks would tell. */
function impossibleValue({ recordEntries }: DnsSettings): string | null {
  for (const { recordType, expectedValues } of recordEntries) {
    const family = FAMILY[recordType]
    const wrong = family && expectedValues?.find((value) => isIP(value) !== family)
    if (wrong !== undefined) return `expects ${wrong} of ${recordType} records, whose values are IPv${family} addresses`
  }
  return null
}

async function observeDns(target: string, settings: DnsSettings, context: CheckContext): Promise<DnsObservation> {
  const { deadline, trace } = context
  const name = questionName(target)
  const types = [...new Set(settings.recordEntries.map(({ recordType }) => recordType))]
  const startedAt = performance.now()
  const results = await ask(name, types, settings, context)
  trace.add('dnsMs', startedAt)
  const found = new Map(results.flatMap((result) => ('values' in result ? [[result.type, result.values]] : [])))
  return {
    durationMs: deadline.elapsedMs(),
    timings: trace.timings,
    remoteAddress: trace.remoteAddress,
    statusCode: null,
    failure: results.find((result) => 'failure' in result)?.failure ?? null,
    extras: { kind: 'dns', answers: bounded(found) },
    name,
    found,
  }
}

type Asked = { type: WatchedType; values: string[] } | Failed

/** Everything at once, so that many records take no longer than one. */
function ask(name: string, types: WatchedType[], settings: DnsSettings, context: CheckContext): Promise<Asked[]> {
  const { tools, trace, deadline } = context
  const server = settings.dnsServer === null ? null : parseServerAddress(settings.dnsServer)
  const refusal = server && tools.egress.refuse(server.address)
  if (server && refusal !== null) return Promise.resolve([refused(server, refusal)])
  // Where the probe's own name servers are is no news of the target
  if (server) trace.remoteAddress = server.address
  const limitMs = Math.min(settings.resolutionTimeoutMs, deadline.totalMs)
  return Promise.all(types.map((type) => askOne({ name, type }, server, limitMs, context)))
}

const refused = ({ address, port }: DnsServer, refusal: string): Failed =>
  fail('connection_error', `ask ${labelOf(address, port)}: refused by the egress policy, ${refusal}`)

async function askOne(
  question: Question & { type: WatchedType },
  server: DnsServer | null,
  limitMs: number,
  { tools: { resolver } }: CheckContext,
): Promise<Asked> {
  const deadline = new Deadline(limitMs)
  try {
    const answer = await queryRecords(question, { resolver, server, deadline })
    if ('failure' in answer) return answer
    return { type: question.type, values: answer.records.map((record) => textOf(record as never)).sort() }
  } finally {
    deadline.clear()
  }
}

/** The name of an address in the reverse tree. Source: RFC 1035, section 3.5, and RFC 3596, section 2.5 */
function questionName(target: string): string {
  if (isIP(target) === 0) return normalName(target)
  const address = ipaddr.process(target)
  if (address instanceof ipaddr.IPv4) return `${address.octets.toReversed().join('.')}.in-addr.arpa`
  const nibbles = Buffer.from(address.toByteArray()).toString('hex')
  return `${[...nibbles].reverse().join('.')}.ip6.arpa`
}

/** Most characters of answers kept with a result. */
const MAX_ANSWERS = 2_000

/** The answers as far as they fit. */
function bounded(found: DnsObservation['found']): DnsAnswers[] {
  let room = MAX_ANSWERS
  const fits = (value: string): boolean => {
    room -= value.length
    return room >= 0
  }
  return [...found].map(([recordType, values]) => ({ recordType, values: values.filter(fits) }))
}

function judgeDns({ failure, name, found }: DnsObservation, { recordEntries }: DnsSettings): Verdict {
  if (failure) return failed(failure)
  for (const entry of recordEntries) {
    const verdict = judgeEntry(name, entry, found.get(entry.recordType) ?? [])
    if (verdict) return verdict
  }
  return PASSED
}
