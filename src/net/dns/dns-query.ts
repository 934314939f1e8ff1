/** The records of a name as they are right now, for checks that watch the records themselves. */
import type { TraceLog } from '../../core/results/trace-step.ts'
import { ProbeTrouble } from '../../core/results/verdict.ts'
import type { Deadline } from '../connection/deadline.ts'
import { type Failed, fail, judgeSystemError, timedOut } from '../connection/failure.ts'
import { missingWords, type RecordsAnswer, rcodeWords, readRecords } from './dns-answer.ts'
import type { Lookup, LookupResult } from './dns-lookup.ts'
import type { Question } from './dns-message.ts'
import type { DnsRecord } from './dns-record.ts'
import { type DnsServer, labelOf } from './dns-server.ts'
import { BAD_ANSWER } from './dns-tcp.ts'
import { tracedWait } from './dns-trace.ts'
import { TROUBLE_WORDS } from './name-witness.ts'
import type { Resolver } from './resolver.ts'

type Unusable = Extract<LookupResult, { kind: 'unusable' }>

/** Where to ask, and for how long. */
interface DnsWay {
  resolver: Resolver
  /** Null for those of this machine. Their silence is trouble at home; that of any other is its own. */
  server: DnsServer | null
  deadline: Deadline
  /** Null unless somebody wants to hear of every question. */
  log?: TraceLog | null
}

/** What is asked, and the name that led there when that is another one. */
interface Asked {
  question: Question
  alias: string | null
}

/**
 * Asks, follows aliases, and never looks into a cache of ours. No record at all is an answer too.
 *
 * @throws ProbeTrouble for trouble at home
 */
export async function queryRecords(
  question: Question,
  way: DnsWay,
): Promise<{ records: DnsRecord[] } | (Failed & { isAbsent?: boolean })> {
  const asked: Asked = { question, alias: null }
  for (let path: readonly string[] = []; ; ) {
    const lookup = way.resolver.lookUp(asked.question, way.server)
    const result = await (way.log ? tracedWait(lookup, way.deadline, way.log) : lookup.wait(way.deadline))
    if (result === 'expired') return explainSilence(asked, way, lookup)
    if (result.kind === 'trouble') throw new ProbeTrouble(`${phaseOf(asked)}: ${TROUBLE_WORDS[result.trouble]}`)
    if (result.kind === 'unusable') return explainRefusal(asked, way, result)
    const answer = readRecords(result.reply, asked.question, path)
    if (answer.kind === 'records') return { records: answer.records }
    if (answer.kind === 'empty') return { records: [] }
    if (answer.kind !== 'alias') {
      const phase = phaseOf(asked, way.server ? ` at ${result.server.label}` : way.resolver.at(result.server))
      return { ...fail('dns_error', `${phase}: ${wordsOf(answer, asked)}`), isAbsent: answer.kind === 'missing' }
    }
    path = answer.path
    asked.alias ??= question.name
    asked.question = { name: answer.name, type: question.type }
  }
}

const wordsOf = (answer: Extract<RecordsAnswer, { kind: 'missing' | 'failed' }>, { question }: Asked): string =>
  answer.kind === 'failed' ? answer.words : missingWords(answer.name, question.name)

/** @param at ` at 192.0.2.53`, which makes it `resolve MX example.com at 192.0.2.53` */
function phaseOf({ question: { type, name }, alias }: Asked, at = ''): string {
  const phase = `resolve ${type} ${name}${at}`
  return alias === null ? phase : `${phase} (for its alias ${alias})`
}

function explainSilence(asked: Asked, { resolver, server, deadline }: DnsWay, lookup: Lookup): Failed {
  if (server) return timedOut(phaseOf(asked, ` at ${labelOf(server.address, server.port)}`), deadline, lookup.silence)
  if (lookup.heardAnything()) return timedOut(phaseOf(asked), deadline, lookup.silence)
  deadline.assertPunctual()
  const silent = `no name server answered in ${deadline.totalMs} ms${resolver.labels()}`
  throw new ProbeTrouble(`${phaseOf(asked)}: ${silent}`)
}

async function explainRefusal(asked: Asked, { resolver, server }: DnsWay, unusable: Unusable): Promise<Failed> {
  if (!server) throw new ProbeTrouble(`${phaseOf(asked)}: no usable name server${resolver.why(unusable)}`)
  const { complaint } = unusable
  const phase = phaseOf(asked, ` at ${labelOf(server.address, server.port)}`)
  if ('rcode' in complaint) return fail('dns_error', `${phase}: ${rcodeWords(complaint.rcode)}`)
  const { error, isOverTcp } = complaint
  if (error === BAD_ANSWER) return fail('dns_error', `${phase}: ${BAD_ANSWER}, not an answer to the question`)
  const way = isOverTcp ? `${phase} over TCP` : phase
  return judgeSystemError(way, server.address, Object.assign(new Error(error), { code: error }))
}
