/** Records of a name in a reply. Pure. */
import { type Question, type Reply, UNREADABLE } from './dns-message.ts'
import { normalizeName } from './dns-name.ts'
import type { DnsRecord } from './dns-record.ts'

/** Maximum of aliases followed from one name. */
const CNAME_LIMIT = 16

export type RecordsAnswer =
  | { kind: 'records'; records: DnsRecord[]; ttlSeconds: number }
  /** The name does not exist; `name` is the last alias target. */
  | { kind: 'missing'; name: string; ttlSeconds: number }
  /** The name exists, but has no record of this type. */
  | { kind: 'empty'; ttlSeconds: number }
  /** The reply ends at an alias whose own records must be queried. */
  | { kind: 'alias'; name: string; path: readonly string[]; ttlSeconds: number }
  /** `reason`: `SERVFAIL`, or a loop of aliases. */
  | { kind: 'failed'; reason: string }

/** @param before names that were followed before this question */
export function readRecords(reply: Reply, question: Question, before: readonly string[] = []): RecordsAnswer {
  const { rcode, answers, negativeTtlSeconds } = reply
  if (rcode !== 'NOERROR' && rcode !== 'NXDOMAIN') return { kind: 'failed', reason: describeRcode(rcode) }
  const end = resolveAliases(answers, question, before)
  if (typeof end === 'string') return { kind: 'failed', reason: end }
  const { name, path } = end
  const records = answers.filter((record) => record.type === question.type && record.name === name)
  if (records.length > 0) return { kind: 'records', records, ttlSeconds: findShortestTtl(records, end.ttlSeconds) }
  const ttlSeconds = Math.min(end.ttlSeconds, negativeTtlSeconds ?? 0)
  if (rcode === 'NXDOMAIN') return { kind: 'missing', name, ttlSeconds }
  if (reply.isReferral && name === question.name) return { kind: 'failed', reason: REFERRAL }
  if (name === question.name || negativeTtlSeconds !== null) return { kind: 'empty', ttlSeconds }
  return { kind: 'alias', name, path, ttlSeconds: end.ttlSeconds }
}

/** Source: RFC 1034, section 4.3.1 */
const REFERRAL =
  'a referral to other name servers: the server is not responsible for the name, and does not resolve it for this client'

const ALIAS_LOOP = 'its aliases form a loop'
const ALIAS_CHAIN_TOO_LONG = `its alias chain has more than ${CNAME_LIMIT} names`

/**
 * Returns why an alias must not be followed to a name.
 *
 * @returns null when it may be followed
 */
export function findAliasTrouble(path: readonly string[], name: string): string | null {
  if (path.includes(name)) return ALIAS_LOOP
  return path.length > CNAME_LIMIT ? ALIAS_CHAIN_TOO_LONG : null
}

/** @param asked the queried name; `missing` is the name that does not exist */
export const describeMissingName = (missing: string, asked: string): string =>
  missing === asked ? 'NXDOMAIN' : `NXDOMAIN, its alias points to ${missing}`

export const describeRcode = (rcode: string): string => (rcode === UNREADABLE ? 'a malformed answer' : rcode)

interface AliasEnd {
  name: string
  /** Names followed so far, including those before this question. */
  path: readonly string[]
  ttlSeconds: number
}

/** Follows the aliases within one reply, and returns the last name or the reason for failure. */
function resolveAliases(answers: DnsRecord[], { name, type }: Question, path: readonly string[]): AliasEnd | string {
  const end: AliasEnd = { name, path, ttlSeconds: Number.POSITIVE_INFINITY }
  // A query for CNAME asks for the alias itself, not for the records at its target
  if (type === 'CNAME') return end
  for (;;) {
    const alias = answers.find((record) => record.type === 'CNAME' && record.name === end.name)
    if (alias === undefined) return end
    end.path = [...end.path, end.name]
    end.name = normalizeName(alias.value)
    end.ttlSeconds = Math.min(end.ttlSeconds, alias.ttlSeconds)
    const trouble = findAliasTrouble(end.path, end.name)
    if (trouble !== null) return trouble
  }
}

const findShortestTtl = (records: DnsRecord[], limit: number): number =>
  records.reduce((seconds, record) => Math.min(seconds, record.ttlSeconds), limit)
