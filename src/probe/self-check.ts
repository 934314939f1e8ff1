/**
 * Whether this probe is connected, asked only when most of its targets fail together. Its witnesses are its name
 * servers: they are what every check by name needs, and asking one costs two packets and bothers nobody.
 */
import { parseResolvConf, WatchedFile } from '../net/dns-config.ts'
import type { Outcome, Question } from '../net/dns-message.ts'
import { type NameServer, parseNameServer } from '../net/dns-server.ts'
import { leadsOut } from './capabilities.ts'
import type { SelfCheck } from './second-look.ts'

export interface SelfCheckOptions {
  /** As for the resolver: absent or empty means resolv.conf. */
  dnsServers?: readonly string[]
  resolvConfPath?: string
  /** Whether this machine has a way out at all. */
  hasWayOut?: () => Promise<boolean>
  /** How long a name server has to answer. */
  answerMs?: () => number
}

/** They are close by. */
const ANSWER_MS = 1_500

/** Every resolver knows the root, and asks for it anew when its copy is old. */
const QUESTION: Question = { name: '.', type: 'NS' }

/**
 * What has never worked here proves nothing by not working: on a machine without network, or behind name servers that
 * do not answer this question, the check always says that all is well. So call it once at the start.
 */
export function makeSelfCheck(options: SelfCheckOptions = {}): SelfCheck {
  const { hasWayOut = leadsOut, answerMs = () => ANSWER_MS } = options
  const servers = serverList(options)
  let hadWayOut = false
  let hadAnswer = false
  return async () => {
    const isOut = await hasWayOut()
    hadWayOut ||= isOut
    if (hadWayOut && !isOut) return false
    const isAnswered = await anyAnswers(servers(), answerMs())
    hadAnswer ||= isAnswered
    return isAnswered || !hadAnswer
  }
}

function serverList({ dnsServers = [], resolvConfPath = '/etc/resolv.conf' }: SelfCheckOptions): () => string[] {
  if (dnsServers.length > 0) return () => [...dnsServers]
  const file = new WatchedFile(resolvConfPath, parseResolvConf, () => performance.now())
  return () => file.read().nameservers
}

async function anyAnswers(addresses: string[], answerMs: number): Promise<boolean> {
  const servers = addresses.map(parseNameServer)
  try {
    return await Promise.any(servers.map((server) => answer(server, answerMs)))
  } catch {
    return false
  } finally {
    for (const server of servers) server.close()
  }
}

/** @throws Error when it does not answer in time, or not well */
function answer(server: NameServer, answerMs: number): Promise<true> {
  const { promise, resolve, reject } = Promise.withResolvers<true>()
  const timer = setTimeout(() => reject(new Error(`${server.label} is silent`)), answerMs)
  server.ask(QUESTION, (outcome) => {
    if (isWell(outcome)) resolve(true)
    else reject(new Error(`${server.label} cannot ask anybody`))
  })
  return promise.finally(() => clearTimeout(timer))
}

/** SERVFAIL is what a resolver says when nobody answers it in turn: the box at home is there, the line is not. */
const isWell = (outcome: Outcome): boolean => 'reply' in outcome && outcome.reply.rcode !== 'SERVFAIL'
