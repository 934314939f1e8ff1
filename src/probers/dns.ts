import { isIP } from 'node:net'
import { type Static, Type } from 'typebox'
import type { EgressPolicy } from '../core/platform/egress.ts'
import type { CheckPhase, PhaseListener } from '../core/results/trace-step.ts'
import {
  type DnsAnswers,
  type Failure,
  type Observation,
  PASSED,
  toFailedVerdict,
  type Verdict,
} from '../core/results/verdict.ts'
import type { CheckContext } from '../net/connection/dial.ts'
import { type Failed, fail } from '../net/connection/failure.ts'
import { parseServerAddress } from '../net/dns/dns-config.ts'
import type { Question } from '../net/dns/dns-message.ts'
import { normalizeName } from '../net/dns/dns-name.ts'
import { queryRecords } from '../net/dns/dns-query.ts'
import type { DnsRecord } from '../net/dns/dns-record.ts'
import { type DnsServer, formatServerLabel } from '../net/dns/dns-server.ts'
import { refuseNameTarget } from './check-target.ts'
import { failHidden, isInternalName, refuseAnswer, refuseQuestion, toReverseName } from './dns-egress.ts'
import { judgeEntry, MATCH_MODES, RECORD_TYPES, type WatchedType } from './dns-records.ts'
import { defineProber, type SettingsRefusal } from './prober.ts'

const RecordEntry = Type.Object(
  {
    recordType: Type.Enum(RECORD_TYPES, { title: 'Record type' }),
    expectedValues: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 4096 }), {
        title: 'Expected values',
        maxItems: 50,
        description: 'In zone file notation; if empty, any record of this type passes',
      }),
    ),
    matchMode: Type.Optional(
      Type.Enum(MATCH_MODES, {
        title: 'Match',
        default: 'any',
        description: 'Whether the records must include any or all of the values, or must equal the values exactly',
      }),
    ),
  },
  { additionalProperties: false },
)

const DnsSettings = Type.Object(
  {
    recordEntries: Type.Array(RecordEntry, {
      title: 'Records',
      minItems: 1,
      maxItems: 20,
      default: [{ recordType: 'A', matchMode: 'any' }],
    }),
    /** Null: the name servers of the probe. */
    dnsServer: Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()], {
      title: 'Name server',
      default: null,
      examples: ['9.9.9.9'],
      description: 'IP address or address:port; the name servers of the probe if empty',
    }),
    resolutionTimeoutMs: Type.Integer({
      title: 'Lookup timeout',
      minimum: 100,
      maximum: 30_000,
      default: 5_000,
      description:
        'Limit for all records together\n\nIn milliseconds. The timeout of the monitor applies if it is shorter.',
    }),
  },
  { additionalProperties: false },
)
type DnsSettings = Static<typeof DnsSettings>

interface DnsObservation extends Observation {
  /** The queried name. */
  name: string
  /** Values by record type. */
  found: ReadonlyMap<WatchedType, readonly string[]>
}

/** Checks that a name has the expected records. */
export const dns = defineProber({
  settings: DnsSettings,
  refuseTarget: refuseNameTarget,
  refuseSettings,
  observe: observeDns,
  judge: judgeDns,
})

function refuseSettings(settings: DnsSettings, target: string, egress: EgressPolicy): SettingsRefusal | null {
  const { dnsServer, recordEntries } = settings
  if (isIP(target) !== 0 && recordEntries.some(({ recordType }) => recordType !== 'PTR'))
    return { key: 'recordEntries', message: 'must all be PTR when the target is an address' }
  const impossible = findImpossibleValue(settings)
  if (impossible !== null) return { key: 'recordEntries', message: impossible }
  if (dnsServer === null) return null
  const server = parseServerAddress(dnsServer)
  if (server === null) return { key: 'dnsServer', message: 'must be an IP address, optionally with a port' }
  const refusal = egress.refuse(server.address)
  return refusal === null ? null : { key: 'dnsServer', message: `must not point to ${refusal}` }
}

/** Address families of the record types whose values are addresses. */
const FAMILY: Partial<Record<string, 4 | 6>> = { A: 4, AAAA: 6 }

/** Finds a value that no answer can contain. The check would always fail, and only its results would show why. */
function findImpossibleValue({ recordEntries }: DnsSettings): string | null {
  for (const { recordType, expectedValues } of recordEntries) {
    const family = FAMILY[recordType]
    const wrong = family && expectedValues?.find((value) => isIP(value) !== family)
    if (wrong !== undefined)
      return `expects ${wrong} for ${recordType} records, whose values are IPv${family} addresses`
  }
  return null
}

async function observeDns(target: string, settings: DnsSettings, context: CheckContext): Promise<DnsObservation> {
  const { deadline, trace } = context
  const name = toQuestionName(target)
  const startedAt = performance.now()
  const results = await queryAll(name, settings, context)
  trace.add('dnsMs', startedAt)
  const found = new Map<WatchedType, readonly string[]>()
  let failure: Failure | null = null
  for (const result of results) {
    if ('failure' in result) failure ??= result.failure
    else found.set(result.type, result.values)
  }
  return {
    durationMs: deadline.getElapsedMs(),
    timings: trace.timings,
    remoteAddress: trace.remoteAddress,
    statusCode: null,
    failure,
    extras: { kind: 'dns', answers: limitAnswers(found) },
    name,
    found,
  }
}

type RecordsResult = { type: WatchedType; values: string[] } | Failed

/** Sends all queries at once, so that many records take no longer than one. */
function queryAll(name: string, settings: DnsSettings, context: CheckContext): Promise<RecordsResult[]> {
  const { tools, trace, deadline } = context
  const server = settings.dnsServer === null ? null : parseServerAddress(settings.dnsServer)
  const refusal = server && tools.egress.refuse(server.address)
  if (server && refusal !== null) {
    trace.log?.note({ kind: 'refused', address: server.address, error: refusal })
    return Promise.resolve([failRefused(server, refusal)])
  }
  // A failure of the target must not reveal the addresses of the probe's own name servers
  if (server) {
    trace.remoteAddress = server.address
    trace.remotePort = server.port
  }
  const limitMs = Math.min(settings.resolutionTimeoutMs, deadline.totalMs)
  const types = listTypes(settings)
  const queries = Promise.all(
    types.map((type, index) => {
      const query = queryType({ name, type }, server, limitMs, context)
      return trace.onPhase
        ? reportQuery(query, trace.onPhase, {
            subject: `${type} ${name}`,
            number: index + 1,
            count: types.length,
            hidesError: !server && tools.egress.hidesNetwork,
          })
        : query
    }),
  )
  return server || !tools.egress.hidesNetwork
    ? queries
    : hideInternalAnswers(queries, { name, type: types[0]! }, limitMs, context)
}

async function reportQuery(
  query: Promise<RecordsResult>,
  onPhase: PhaseListener,
  { hidesError, ...part }: Omit<CheckPhase, 'kind' | 'error'> & { hidesError: boolean },
): Promise<RecordsResult> {
  onPhase({ kind: 'query', ...part })
  const result = await query
  onPhase({ kind: 'query', ...part, error: 'failure' in result && !hidesError ? result.failure.message : null })
  return result
}

/** Hides answers of the probe's own name servers that users outside its network must not see. */
async function hideInternalAnswers(
  queries: Promise<RecordsResult[]>,
  question: Question & { type: WatchedType },
  limitMs: number,
  context: CheckContext,
): Promise<RecordsResult[]> {
  const [isInside, results] = await Promise.all([isInternalName(question.name, limitMs, context), queries])
  if (isInside) return [failHidden(question)]
  return results.map((result) =>
    'type' in result && result.values.length === 0 ? failHidden({ ...question, type: result.type }) : result,
  )
}

/** The record types without duplicates. */
function listTypes({ recordEntries }: DnsSettings): WatchedType[] {
  const types: WatchedType[] = []
  for (const { recordType } of recordEntries) if (!types.includes(recordType)) types.push(recordType)
  return types
}

const failRefused = ({ address, port }: DnsServer, refusal: string): Failed =>
  fail('connection_error', `ask ${formatServerLabel(address, port)}: refused by the egress policy, ${refusal}`)

async function queryType(
  question: Question,
  server: DnsServer | null,
  limitMs: number,
  { tools, trace: { log } }: CheckContext,
): Promise<RecordsResult> {
  const { resolver, egress } = tools
  const refusal = server ? null : refuseQuestion(question, egress)
  if (refusal) return refusal
  const deadline = tools.deadline(limitMs)
  try {
    const answer = await queryRecords(question, { resolver, server, deadline, log })
    if ('failure' in answer) return answer.isAbsent && !server && egress.hidesNetwork ? failHidden(question) : answer
    const values = listValues(answer.records)
    return (server ? null : refuseAnswer(question, values, egress)) ?? { type: question.type, values }
  } finally {
    deadline.clear()
  }
}

/** Sorted, without duplicates. */
const listValues = (records: DnsRecord[]): string[] =>
  records.length === 1 ? [records[0]!.value] : [...new Set(records.map(({ value }) => value))].sort()

const toQuestionName = (target: string): string => (isIP(target) === 0 ? normalizeName(target) : toReverseName(target))

/** Maximum characters of the answers stored with a result. */
const MAX_ANSWERS = 2_000

/** The answers up to the limit. */
function limitAnswers(found: DnsObservation['found']): DnsAnswers[] {
  let room = MAX_ANSWERS
  const fits = (value: string): boolean => {
    room -= value.length
    return room >= 0
  }
  return [...found].map(([recordType, values]) => ({ recordType, values: values.filter(fits) }))
}

function judgeDns({ failure, name, found }: DnsObservation, { recordEntries }: DnsSettings): Verdict {
  if (failure) return toFailedVerdict(failure)
  for (const entry of recordEntries) {
    const verdict = judgeEntry(name, entry, found.get(entry.recordType) ?? [])
    if (verdict) return verdict
  }
  return PASSED
}
