/** Current records of a name, for checks that watch the records themselves. */
import type { TraceLog } from '../../core/results/trace-step.ts'
import { ProbeError } from '../../core/results/verdict.ts'
import type { Deadline } from '../connection/deadline.ts'
import { type Failed, fail, failTimeout, judgeSystemError } from '../connection/failure.ts'
import { describeMissingName, describeRcode, type RecordsAnswer, readRecords } from './dns-answer.ts'
import { DNS_TROUBLE_MESSAGES } from './dns-health-check.ts'
import type { Lookup, LookupResult } from './dns-lookup.ts'
import type { Question } from './dns-message.ts'
import type { DnsRecord } from './dns-record.ts'
import { type DnsServer, formatServerLabel } from './dns-server.ts'
import { waitTraced } from './dns-trace.ts'
import { BAD_ANSWER } from './dns-transport.ts'
import type { Resolver } from './resolver.ts'

type Unusable = Extract<LookupResult, { kind: 'unusable' }>

/** The server to ask, and the time limit. */
interface DnsQueryOptions {
  resolver: Resolver
  /**
   * Null for the name servers of this machine. Their silence is trouble on the probe's side; the silence of any other
   * server is a failure of that server.
   */
  server: DnsServer | null
  deadline: Deadline
  /** Null unless every question is traced. */
  log?: TraceLog | null
}

/** The current question, and the alias that led to it, if any. */
interface CurrentQuestion {
  question: Question
  alias: string | null
}

/**
 * Queries records and follows aliases, always past the cache. An empty result is an answer too.
 *
 * @throws ProbeError for trouble on the probe's side
 */
export async function queryRecords(
  question: Question,
  options: DnsQueryOptions,
): Promise<{ records: DnsRecord[] } | (Failed & { isAbsent?: boolean })> {
  const current: CurrentQuestion = { question, alias: null }
  for (let path: readonly string[] = []; ; ) {
    const lookup = options.resolver.createLookup(current.question, options.server)
    const result = await (options.log
      ? waitTraced(lookup, options.deadline, options.log)
      : lookup.wait(options.deadline))
    if (result === 'expired') return explainSilence(current, options, lookup)
    if (result.kind === 'trouble')
      throw new ProbeError(`${describePhase(current)}: ${DNS_TROUBLE_MESSAGES[result.trouble]}`)
    if (result.kind === 'unusable') return explainRefusal(current, options, result)
    const answer = readRecords(result.reply, current.question, path)
    if (answer.kind === 'records') return { records: answer.records }
    if (answer.kind === 'empty') return { records: [] }
    if (answer.kind !== 'alias') {
      const phase = describePhase(
        current,
        options.server ? ` at ${result.server.label}` : options.resolver.describeServer(result.server),
      )
      return {
        ...fail('dns_error', `${phase}: ${describeAnswer(answer, current)}`),
        isAbsent: answer.kind === 'missing',
      }
    }
    path = answer.path
    current.alias ??= question.name
    current.question = { name: answer.name, type: question.type }
  }
}

const describeAnswer = (
  answer: Extract<RecordsAnswer, { kind: 'missing' | 'failed' }>,
  { question }: CurrentQuestion,
): string => (answer.kind === 'failed' ? answer.reason : describeMissingName(answer.name, question.name))

/** @param at ` at 192.0.2.53`, for `resolve MX example.com at 192.0.2.53` */
function describePhase({ question: { type, name }, alias }: CurrentQuestion, at = ''): string {
  const phase = `resolve ${type} ${name}${at}`
  return alias === null ? phase : `${phase} (for its alias ${alias})`
}

function explainSilence(
  current: CurrentQuestion,
  { resolver, server, deadline }: DnsQueryOptions,
  lookup: Lookup,
): Failed {
  if (server)
    return failTimeout(
      describePhase(current, ` at ${formatServerLabel(server.address, server.port)}`),
      deadline,
      lookup.silenceReason,
    )
  if (lookup.hasAnyAnswer()) return failTimeout(describePhase(current), deadline, lookup.silenceReason)
  deadline.assertPunctual()
  const silent = `no name server answered in ${deadline.totalMs} ms${resolver.describeServers()}`
  throw new ProbeError(`${describePhase(current)}: ${silent}`)
}

async function explainRefusal(
  current: CurrentQuestion,
  { resolver, server }: DnsQueryOptions,
  unusable: Unusable,
): Promise<Failed> {
  if (!server)
    throw new ProbeError(
      `${describePhase(current)}: no usable name server${resolver.describeUnusableServers(unusable)}`,
    )
  const { rejection } = unusable
  const phase = describePhase(current, ` at ${formatServerLabel(server.address, server.port)}`)
  if ('rcode' in rejection) return fail('dns_error', `${phase}: ${describeRcode(rejection.rcode)}`)
  const { error, isOverTcp } = rejection
  if (error === BAD_ANSWER) return fail('dns_error', `${phase}: ${BAD_ANSWER}, not an answer to the question`)
  const transportPhase = isOverTcp ? `${phase} over TCP` : phase
  return judgeSystemError(transportPhase, server.address, Object.assign(new Error(error), { code: error }))
}
