/** The records of a name as they are right now, for checks that watch the records themselves. */
import type { Answer } from 'dns-packet'
import { ProbeTrouble } from '../core/verdict.ts'
import type { Deadline } from './deadline.ts'
import type { Lookup, LookupResult } from './dns-lookup.ts'
import { CNAME_LIMIT, type Question, readRecords } from './dns-message.ts'
import { labelOf } from './dns-server.ts'
import { type Failed, fail, judgeSystemError, timedOut } from './failure.ts'
import type { DnsServer, Resolver } from './resolver.ts'

type Unusable = Extract<LookupResult, { kind: 'unusable' }>

/** Where to ask, and for how long. */
export interface DnsWay {
  resolver: Resolver
  /** Null for those of this machine. Their silence is trouble at home; that of any other is its own. */
  server: DnsServer | null
  deadline: Deadline
}

/**
 * Asks, follows aliases, and never looks into a cache of ours. No record at all is an answer too.
 *
 * @throws ProbeTrouble for trouble at home
 */
export async function queryRecords(question: Question, way: DnsWay): Promise<{ records: Answer[] } | Failed> {
  let name = question.name
  for (let hops = 0; hops <= CNAME_LIMIT; hops++) {
    const asked = { ...question, name }
    const lookup = way.resolver.lookUp(asked, way.server)
    const result = await lookup.wait(way.deadline)
    if (result === 'expired') return explainSilence(asked, way, lookup)
    if (result.kind === 'unusable') return explainRefusal(asked, way, result)
    const phase = `${phaseOf(asked)} at ${result.server.label}`
    const answer = readRecords(result.reply, asked)
    switch (answer.kind) {
      case 'records':
        return { records: answer.records }
      case 'empty':
        return { records: [] }
      case 'missing':
        return fail('dns_error', `${phase}: NXDOMAIN`)
      case 'failed':
        return fail('dns_error', `${phase}: ${answer.rcode}`)
      case 'loop':
        return fail('dns_error', `${phase}: its aliases lead in a circle`)
      case 'alias':
        name = answer.name
    }
  }
  return fail('dns_error', `${phaseOf(question)}: its aliases lead in a circle`)
}

/** `resolve MX example.com` */
export const phaseOf = ({ type, name }: Question): string => `resolve ${type} ${name}`

const phaseAt = (question: Question, { address, port }: DnsServer): string =>
  `${phaseOf(question)} at ${labelOf(address, port)}`

function explainSilence(question: Question, { resolver, server, deadline }: DnsWay, lookup: Lookup): Failed {
  if (server) return timedOut(phaseAt(question, server), deadline)
  if (lookup.heardAnything()) return timedOut(phaseOf(question), deadline)
  deadline.assertPunctual()
  const silent = `no name server answered in ${deadline.totalMs} ms (${resolver.labels()})`
  throw new ProbeTrouble(`${phaseOf(question)}: ${silent}`)
}

/** Over TCP, something that is no answer to the question. */
const BAD_ANSWER = 'EBADRESP'

async function explainRefusal(
  question: Question,
  { server }: DnsWay,
  { detail, complaint }: Unusable,
): Promise<Failed> {
  if (!server) throw new ProbeTrouble(`${phaseOf(question)}: no usable name server (${detail})`)
  const phase = phaseAt(question, server)
  if ('rcode' in complaint) return fail('dns_error', `${phase}: ${complaint.rcode}`)
  if (complaint.error === BAD_ANSWER) return fail('dns_error', `${phase}: ${BAD_ANSWER}, not an answer to the question`)
  return judgeSystemError(phase, server.address, Object.assign(new Error(complaint.error), { code: complaint.error }))
}
