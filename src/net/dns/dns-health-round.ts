/** One question to every name server about a fresh name below each of several parents, all in parallel. */
import { randomBytes } from 'node:crypto'
import { createEgressPolicy } from '../../core/platform/egress.ts'
import { AUTHENTIC_DATA, AUTHORITATIVE, type Outcome, type Reply } from './dns-message.ts'
import { type NameServer, parseNameServer } from './dns-server.ts'

/**
 * Reactions of a name server to a name that no client queried before, best first:
 * - `outside`: a good answer that the server must have fetched from another server just now.
 * - `inside`: a good answer that the server may have made by itself.
 * - `failing`: SERVFAIL or another error code. The server has no good answer.
 * - `refused`: REFUSED, or the port is closed.
 * - `silent`: no answer in time, or no route to the server.
 */
export const REACTIONS = ['outside', 'inside', 'failing', 'refused', 'silent'] as const
export type Reaction = (typeof REACTIONS)[number]

/** The best reaction to a name below one parent. `server` is null after silence. */
export interface ParentReaction {
  parent: string
  reaction: Reaction
  server: string | null
}

interface DnsHealthRound {
  /** Resolves at the first answer from outside, or when no better answer is possible. */
  decided: Promise<ParentReaction[]>
  /** Resolves when the time is over or every question is answered. */
  over: Promise<ParentReaction[]>
  cancel: () => void
}

/** @param answerMs limit for all questions together, ms */
export function startDnsHealthRound(
  addresses: readonly string[],
  parents: readonly string[],
  answerMs: number,
): DnsHealthRound {
  const servers = addresses.map(parseNameServer)
  const reactions = parents.map((parent): ParentReaction => ({ parent, reaction: 'silent', server: null }))
  const [decided, over] = [Promise.withResolvers<ParentReaction[]>(), Promise.withResolvers<ParentReaction[]>()]
  let left = servers.length * parents.length
  let isOver = false
  const finish = () => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    for (const server of servers) server.close()
    decided.resolve(reactions)
    over.resolve(reactions)
  }
  const timer = setTimeout(finish, answerMs)
  const record = (entry: ParentReaction, server: NameServer, outcome: Outcome) => {
    if (isOver) return
    updateReaction(entry, toReaction(outcome), server.label)
    // After the first answer from outside, the remaining questions must not keep the process awake
    if (entry.reaction === 'outside') timer.unref()
    if (entry.reaction === 'outside') decided.resolve(reactions)
    left -= 1
    if (left === 0) finish()
  }
  for (const server of servers)
    for (const entry of reactions)
      server.query(createFreshQuestion(entry.parent), (outcome) => record(entry, server, outcome))
  if (left === 0) finish()
  return { decided: decided.promise, over: over.promise, cancel: finish }
}

const createFreshQuestion = (parent: string) =>
  ({ name: `${randomBytes(8).toString('hex')}.${parent}`, type: 'A', requestsAuthenticData: true }) as const

function updateReaction(entry: ParentReaction, reaction: Reaction, server: string): void {
  if (REACTIONS.indexOf(reaction) >= REACTIONS.indexOf(entry.reaction)) return
  entry.reaction = reaction
  entry.server = server
}

function toReaction(outcome: Outcome): Reaction {
  if (!('reply' in outcome)) return outcome.error === 'ECONNREFUSED' ? 'refused' : 'silent'
  const { rcode } = outcome.reply
  if (rcode === 'NOERROR' || rcode === 'NXDOMAIN') return isLocallyMade(outcome.reply) ? 'inside' : 'outside'
  return rcode === 'REFUSED' ? 'refused' : 'failing'
}

/**
 * Whether the server may have produced the answer without asking another server.
 *
 * It may when the name is in one of its own zones (AA), or when DNSSEC proves the answer (AD). A validating cache
 * derives such answers from records that it holds (RFC 8198). In zones with NSEC3 opt-out, such as com and org, it
 * cannot, and AD is never set there (RFC 5155, section 9.2).
 *
 * Some routers without an uplink answer every name with their own address, which is private.
 */
const isLocallyMade = ({ flags, answers }: Reply): boolean =>
  (flags & (AUTHORITATIVE | AUTHENTIC_DATA)) !== 0 ||
  answers.some(({ type, value }) => type === 'A' && PUBLIC_EGRESS.refuse(value) !== null)

const PUBLIC_EGRESS = createEgressPolicy({ mode: 'public' })
