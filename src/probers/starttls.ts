/** Protocols that begin plainly and go on with TLS when both sides want to. */
import { isIPv6 } from 'node:net'
import type { Failure } from '../core/results/verdict.ts'
import type { Connection } from '../net/connection/connection.ts'
import { type Conversation, converse, type Hearing } from '../net/connection/conversation.ts'
import { type CheckContext, secure } from '../net/connection/dial.ts'
import type { TlsWish } from '../net/connection/dial-target.ts'
import { excerpt } from '../net/http/http-head.ts'
import { GREETINGS, type Greeting, hearGreeting, missingGreeting, wholeLines } from './greetings.ts'

/** One question and the line that answers it. Lines before that are for others. */
interface Step {
  /** @param self our own address, in brackets: what those say of themselves who have no name (RFC 5321, section 4.1.3) */
  say: (self: string) => string
  /** Of the last line of an answer. */
  last: RegExp
  /** Some line of a good answer. */
  good: RegExp
}

export interface StartTls {
  /** What the protocol calls it. */
  name: string
  greeting: Greeting
  /** Of the last line of a greeting. */
  greeted: RegExp
  steps: readonly Step[]
}

/** A line with a hyphen after its number is followed by another one. Source: RFC 5321, section 4.2.1; RFC 959, 4.2 */
const LAST_OF_REPLY = /^\d{3}(?: |$)/

export const START_TLS: Record<'smtp' | 'pop3' | 'imap' | 'ftp', StartTls> = {
  // Source: RFC 3207, section 4
  smtp: {
    name: 'STARTTLS',
    greeting: GREETINGS.smtp,
    greeted: LAST_OF_REPLY,
    steps: [
      { say: (self) => `EHLO ${self}`, last: LAST_OF_REPLY, good: /^250[ -]STARTTLS\b/i },
      { say: () => 'STARTTLS', last: LAST_OF_REPLY, good: /^220(?: |$)/ },
    ],
  },
  // Source: RFC 2595, section 4
  pop3: {
    name: 'STLS',
    greeting: GREETINGS.pop3,
    greeted: /^\+OK/i,
    steps: [{ say: () => 'STLS', last: /^(?:\+OK|-ERR)/i, good: /^\+OK/i }],
  },
  // Source: RFC 9051, section 6.2.1
  imap: {
    name: 'STARTTLS',
    greeting: GREETINGS.imap,
    greeted: /^\* /,
    steps: [{ say: () => 'a STARTTLS', last: /^a /i, good: /^a OK(?: |$)/i }],
  },
  // Source: RFC 4217, section 4
  ftp: {
    name: 'AUTH TLS',
    greeting: GREETINGS.ftp,
    greeted: LAST_OF_REPLY,
    steps: [{ say: () => 'AUTH TLS', last: LAST_OF_REPLY, good: /^234(?: |$)/ }],
  },
}

/** Bytes in which every answer must end. */
const MAX_ANSWER = 16 * 1024

/**
 * Hears the greeting, asks for TLS and shakes hands. The connection is closed afterwards.
 *
 * @returns null when all went well
 * @throws ProbeTrouble for trouble at home
 */
export async function startTls(
  connection: Connection,
  way: StartTls,
  host: string,
  wish: TlsWish,
  context: CheckContext,
): Promise<Failure | null> {
  const self = literalOf(connection.socket.localAddress ?? '')
  const talks = [greetingOf(way), ...way.steps.map((step, index) => talkOf(way, index, step.say(self)))]
  for (const talk of talks) {
    const failed = await converse(connection, talk, context)
    if (failed) return failed.failure
  }
  const secured = await secure(connection, host, wish, context)
  if ('failure' in secured) return secured.failure
  secured.close()
  return null
}

const literalOf = (address: string): string => `[${isIPv6(address) ? 'IPv6:' : ''}${address}]`

function greetingOf({ greeting, greeted }: StartTls): Conversation {
  return {
    say: null,
    hear: (bytes) => {
      const hearing = hearGreeting(bytes, greeting)
      return hearing !== 'good' || wholeLines(bytes).some((line) => greeted.test(line)) ? hearing : 'more'
    },
    missing: (bytes) => missingGreeting(bytes, greeting),
    maxBytes: MAX_ANSWER,
    goesOn: true,
  }
}

function talkOf(way: StartTls, index: number, words: string): Conversation {
  return {
    say: Buffer.from(`${words}\r\n`, 'latin1'),
    hear: (bytes) => hearStep(bytes, way, index),
    missing: () => `no answer to ${words.replace(/^a /, '')}`,
    maxBytes: MAX_ANSWER,
    goesOn: true,
  }
}

/** Pure. */
function hearStep(bytes: Buffer, { name, steps }: StartTls, index: number): Hearing {
  const { last, good } = steps[index]!
  const lines = wholeLines(bytes)
  const end = lines.findIndex((line) => last.test(line))
  if (end === -1) return 'more'
  if (!lines.slice(0, end + 1).some((line) => good.test(line))) return notOffered(name, lines[end]!)
  // Whoever adds words to the answer wants them to be taken for ones that came over TLS. Source: CVE-2011-0411
  const isEnd =
    bytes
      .toString('latin1')
      .split('\n')
      .slice(end + 1)
      .join('\n') === ''
  if (index === steps.length - 1 && !isEnd) return { wrong: 'the server goes on plainly', cause: 'ssl_error' }
  return 'good'
}

/** What the server can do besides is no answer to that. */
const notOffered = (name: string, answer: string): Hearing => ({
  wrong: `the server does not offer ${name}${answer.startsWith('2') ? '' : `, ${excerpt(answer)}`}`,
  cause: 'ssl_error',
})
