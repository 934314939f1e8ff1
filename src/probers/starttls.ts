/** Protocols that start in plaintext and upgrade to TLS on request. */

import { isIPv6 } from 'node:net'
import pkg from '../../package.json' with { type: 'json' }
import type { Failure } from '../core/results/verdict.ts'
import type { Connection } from '../net/connection/connection.ts'
import { type Conversation, type ReplyVerdict, runConversation } from '../net/connection/conversation.ts'
import { type CheckContext, type TlsTarget, upgradeToTls } from '../net/connection/dial.ts'
import { quoteExcerpt } from '../net/http/http-head.ts'

/** Form of a protocol's greeting. */
export interface Greeting {
  /** Name in messages: `an SMTP greeting`. */
  name: string
  /** Matches the decisive line when the server is ready. */
  ready: RegExp
  /** Start of the decisive line, if other lines may precede it; null if it is the first line. */
  marker: string | null
  /** Ends a session, so that the server does not log a lost connection or count the client as an attacker. */
  goodbye?: string
}

/** Greetings of well-known protocols. Pure. */
export const GREETINGS = {
  // 220 is the only greeting that means "ready". Source: RFC 5321, section 4.3.2
  smtp: { name: 'an SMTP greeting (220)', ready: /^220(?:[ -]|$)/, marker: null, goodbye: 'QUIT\r\n' },
  // Source: RFC 1939, section 4
  pop3: { name: 'a POP3 greeting (+OK)', ready: /^\+OK(?: |$)/i, marker: null, goodbye: 'QUIT\r\n' },
  // BYE is the third greeting, and a refusal. Source: RFC 9051, section 7.1
  imap: {
    name: 'an IMAP greeting (* OK)',
    ready: /^\* (?:OK|PREAUTH)(?: |$)/i,
    marker: null,
    goodbye: 'z LOGOUT\r\n',
  },
  // Source: RFC 959, section 5.4
  ftp: { name: 'an FTP greeting (220)', ready: /^220(?:[ -]|$)/, marker: null, goodbye: 'QUIT\r\n' },
  // Other lines may come before the version. Source: RFC 4253, section 4.2
  ssh: {
    name: 'an SSH version (SSH-2.0)',
    ready: /^SSH-(?:2\.0|1\.99)-/,
    marker: 'SSH-',
    goodbye: `SSH-2.0-Watchkeeper_${pkg.version}\r\n`,
  },
  // Source: RFC 9112, section 4
  http: {
    name: 'an HTTP status line',
    ready: /^(?:HTTP(?:\/\d+(?:\.\d+)?)?|ICY)[ \t]+[1-9]\d\d(?:[ \t]|$)/i,
    marker: null,
  },
} as const satisfies Record<string, Greeting>

/** Judges the decisive line as soon as it is complete. */
export function judgeGreeting(bytes: Buffer, { name, ready, marker }: Greeting): ReplyVerdict {
  const line = splitWholeLines(bytes).find((line) => marker === null || line.startsWith(marker))
  if (line === undefined) return 'more'
  return ready.test(line) ? 'good' : { wrong: `not ${name}, ${quoteExcerpt(line)}` }
}

/**
 * Complete lines without a decisive one are a different greeting. Without a complete line, the greeting may still
 * arrive.
 */
export const isOtherGreeting = (bytes: Buffer): boolean => bytes.includes('\n')

export const describeMissingGreeting = (bytes: Buffer, { name }: Greeting): string =>
  bytes.length === 0 ? 'no answer' : `no ${removeArticle(name)} in ${quoteExcerpt(bytes.toString('latin1', 0, 64))}`

const removeArticle = (name: string): string => name.replace(/^an? /, '')

/** Complete lines without their line ends; LF is also accepted as a line end. */
function splitWholeLines(bytes: Buffer): string[] {
  const lines = bytes.toString('latin1').split('\n')
  lines.pop()
  return lines.map((line) => line.replace(/\r$/, ''))
}

/** One command and the line that answers it. Lines before that line belong to other answers. */
interface CommandStep {
  /**
   * @param self address of this machine, in brackets: clients without a name identify themselves by it (RFC 5321,
   * section 4.1.3)
   */
  command: (self: string) => string
  /** Matches the last line of an answer. */
  last: RegExp
  /** Matches a line of a good answer. */
  good: RegExp
}

export interface StartTlsProtocol {
  /** Name of the command in the protocol. */
  name: string
  greeting: Greeting
  /** Matches the last line of a greeting. */
  greetingEnd: RegExp
  steps: readonly CommandStep[]
}

/** A hyphen after the number means that another line follows. Source: RFC 5321, section 4.2.1; RFC 959, 4.2 */
const LAST_OF_REPLY = /^\d{3}(?: |$)/

export const START_TLS: Record<'smtp' | 'pop3' | 'imap' | 'ftp', StartTlsProtocol> = {
  // Source: RFC 3207, section 4
  smtp: {
    name: 'STARTTLS',
    greeting: GREETINGS.smtp,
    greetingEnd: LAST_OF_REPLY,
    steps: [
      { command: (self) => `EHLO ${self}`, last: LAST_OF_REPLY, good: /^250[ -]STARTTLS\b/i },
      { command: () => 'STARTTLS', last: LAST_OF_REPLY, good: /^220(?: |$)/ },
    ],
  },
  // Source: RFC 2595, section 4
  pop3: {
    name: 'STLS',
    greeting: GREETINGS.pop3,
    greetingEnd: /^\+OK/i,
    steps: [{ command: () => 'STLS', last: /^(?:\+OK|-ERR)/i, good: /^\+OK/i }],
  },
  // Source: RFC 9051, section 6.2.1
  imap: {
    name: 'STARTTLS',
    greeting: GREETINGS.imap,
    greetingEnd: /^\* /,
    steps: [{ command: () => 'a STARTTLS', last: /^a /i, good: /^a OK(?: |$)/i }],
  },
  // Source: RFC 4217, section 4
  ftp: {
    name: 'AUTH TLS',
    greeting: GREETINGS.ftp,
    greetingEnd: LAST_OF_REPLY,
    steps: [{ command: () => 'AUTH TLS', last: LAST_OF_REPLY, good: /^234(?: |$)/ }],
  },
}

/** Maximum bytes of an answer. */
const MAX_ANSWER = 16 * 1024

/**
 * Reads the greeting, requests TLS and shakes hands. The connection is closed afterwards.
 *
 * @returns null on success
 * @throws ProbeError for trouble on the probe's side
 */
export async function startTls(
  connection: Connection,
  protocol: StartTlsProtocol,
  target: TlsTarget,
  context: CheckContext,
): Promise<Failure | null> {
  const self = toAddressLiteral(connection.socket.localAddress ?? '')
  const conversations = [
    createGreetingConversation(protocol),
    ...protocol.steps.map((step, index) => createStepConversation(protocol, index, step.command(self))),
  ]
  for (const conversation of conversations) {
    const failed = await runConversation(connection, conversation, context)
    if (failed) return failed.failure
  }
  const secured = await upgradeToTls(connection, target, context)
  if ('failure' in secured) return secured.failure
  secured.end({ goodbye: protocol.greeting.goodbye })
  return null
}

const toAddressLiteral = (address: string): string => `[${isIPv6(address) ? 'IPv6:' : ''}${address}]`

function createGreetingConversation({ greeting, greetingEnd }: StartTlsProtocol): Conversation {
  return {
    send: null,
    judgeReply: (bytes) => {
      const verdict = judgeGreeting(bytes, greeting)
      return verdict !== 'good' || splitWholeLines(bytes).some((line) => greetingEnd.test(line)) ? verdict : 'more'
    },
    describeMissing: (bytes) => describeMissingGreeting(bytes, greeting),
    maxBytes: MAX_ANSWER,
    staysOpen: true,
  }
}

function createStepConversation(protocol: StartTlsProtocol, index: number, command: string): Conversation {
  return {
    send: Buffer.from(`${command}\r\n`, 'latin1'),
    judgeReply: (bytes) => judgeStep(bytes, protocol, index),
    describeMissing: () => `no answer to ${command.replace(/^a /, '')}`,
    maxBytes: MAX_ANSWER,
    staysOpen: true,
    goodbye: protocol.greeting.goodbye,
  }
}

/** Judges the answer to the command at `index`. Pure. */
function judgeStep(bytes: Buffer, { name, steps }: StartTlsProtocol, index: number): ReplyVerdict {
  const { last, good } = steps[index]!
  const lines = splitWholeLines(bytes)
  const end = lines.findIndex((line) => last.test(line))
  if (end === -1) return 'more'
  if (!lines.slice(0, end + 1).some((line) => good.test(line))) return toNotOffered(name, lines[end]!)
  // An attacker may append plaintext so that it counts as received over TLS. Source: CVE-2011-0411
  const isEnd =
    bytes
      .toString('latin1')
      .split('\n')
      .slice(end + 1)
      .join('\n') === ''
  if (index === steps.length - 1 && !isEnd) return { wrong: 'the server continues in plain text', cause: 'ssl_error' }
  return 'good'
}

/** Capabilities that the server lists instead are not an answer to the command, so the message does not quote them. */
const toNotOffered = (name: string, answer: string): ReplyVerdict => ({
  wrong: `the server does not offer ${name}${answer.startsWith('2') ? '' : `, ${quoteExcerpt(answer)}`}`,
  cause: 'ssl_error',
})
