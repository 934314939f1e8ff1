/** Greetings of well-known protocols. Pure. */
import pkg from '../../package.json' with { type: 'json' }
import type { ReplyVerdict } from '../net/connection/conversation.ts'
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
export function splitWholeLines(bytes: Buffer): string[] {
  const lines = bytes.toString('latin1').split('\n')
  lines.pop()
  return lines.map((line) => line.replace(/\r$/, ''))
}
