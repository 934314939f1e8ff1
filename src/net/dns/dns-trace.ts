/** Trace steps of DNS questions, for checks with a trace log. */
import type { ResolveStep, DnsRecord as ShownRecord, TraceLog } from '../../core/results/trace-step.ts'
import type { Deadline } from '../connection/deadline.ts'
import { describeRcode } from './dns-answer.ts'
import { DNS_TROUBLE_MESSAGES } from './dns-health-check.ts'
import type { Lookup, LookupResult } from './dns-lookup.ts'
import { AUTHENTIC_DATA, AUTHORITATIVE } from './dns-message.ts'

/** Bits of a reply worth showing. Source: RFC 1035, section 4.1.1, and RFC 4035, section 3 */
const FLAGS: [bit: number, name: string][] = [
  [AUTHORITATIVE, 'aa'],
  [0x0080, 'ra'],
  [AUTHENTIC_DATA, 'ad'],
]

/** Waits for the answer and traces its origin. */
export async function waitTraced(lookup: Lookup, deadline: Deadline, log: TraceLog): Promise<LookupResult | 'expired'> {
  const startedAt = performance.now()
  const result = await lookup.wait(deadline)
  const { question, ...report } = lookup.report()
  const ms = performance.now() - startedAt
  const asked = { kind: 'resolve', name: question.name, recordType: question.type, source: 'name_server' } as const
  log.note({ ...asked, ...report, ...toTracedAnswer(result, lookup), ms })
  return result
}

type TracedAnswer = Pick<ResolveStep, 'server' | 'rcode' | 'flags' | 'answers' | 'error'>

function toTracedAnswer(result: LookupResult | 'expired', lookup: Lookup): TracedAnswer {
  const nothing = { server: null, rcode: null, flags: [], answers: [] }
  if (result === 'expired') return { ...nothing, error: lookup.silenceReason.replace(/,$/, '') }
  if (result.kind === 'unusable') return { ...nothing, error: 'no usable name server' }
  if (result.kind === 'trouble') return { ...nothing, error: DNS_TROUBLE_MESSAGES[result.trouble] }
  const { rcode, flags, answers } = result.reply
  return {
    server: result.server.label,
    rcode,
    flags: FLAGS.flatMap(([bit, name]) => ((flags & bit) === 0 ? [] : [name])),
    answers,
    error:
      answers.length > 0
        ? null
        : rcode === 'NOERROR'
          ? `no ${lookup.report().question.type} record`
          : describeRcode(rcode),
  }
}

/** A question that no server was asked. */
interface UnaskedQuestion {
  name: string
  recordType: 'A' | 'AAAA'
  source: Exclude<ResolveStep['source'], 'name_server'>
}

/** Traces a name that no server was asked for. */
export function traceKnownName(
  log: TraceLog,
  { name, recordType, source }: UnaskedQuestion,
  known: { addresses: readonly string[] } | { alias: string } | object,
): void {
  const record = (type: string, value: string): ShownRecord => ({ name, type, ttlSeconds: null, value })
  const addresses = 'addresses' in known ? known.addresses : []
  const answers =
    'alias' in known ? [record('CNAME', known.alias)] : addresses.map((value) => record(recordType, value))
  const error = answers.length > 0 ? null : `no ${recordType} record`
  const unasked = { server: null, transport: null, rcode: null, flags: [], asked: [], rejections: null }
  log.note({ kind: 'resolve', name, recordType, source, ...unasked, answers, error, ms: 0 })
}
