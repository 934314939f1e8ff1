/** How servers of well-known protocols begin to speak. Pure. */
import type { Hearing } from '../net/conversation.ts'
import { excerpt } from '../net/http-head.ts'

/** What the first words of a protocol look like. */
export interface Greeting {
  /** In a message: `an SMTP greeting`. */
  name: string
  /** Of the line that says "ready". */
  ready: RegExp
  /** Whether other lines may come before it. */
  mayFollow: boolean
}

export const GREETINGS = {
  // 220 is the only greeting that means "ready". Source: RFC 5321, section 4.3.2
  smtp: { name: 'an SMTP greeting (220)', ready: /^220(?:[ -]|$)/, mayFollow: false },
  // Source: RFC 1939, section 4
  pop3: { name: 'a POP3 greeting (+OK)', ready: /^\+OK(?: |$)/i, mayFollow: false },
  // BYE is the third greeting, and a refusal. Source: RFC 9051, section 7.1
  imap: { name: 'an IMAP greeting (* OK)', ready: /^\* (?:OK|PREAUTH)(?: |$)/i, mayFollow: false },
  // Source: RFC 959, section 5.4
  ftp: { name: 'an FTP greeting (220)', ready: /^220(?:[ -]|$)/, mayFollow: false },
  // Other lines may come before the version. Source: RFC 4253, section 4.2
  ssh: { name: 'an SSH version (SSH-2.0)', ready: /^SSH-(?:2\.0|1\.99)-/, mayFollow: true },
  // Source: RFC 9112, section 4
  http: { name: 'an HTTP status line', ready: /^HTTP\/\d(?:\.\d)? [1-5]\d\d(?: |$)/, mayFollow: false },
} as const satisfies Record<string, Greeting>

/** Judges every line that has come in whole. */
export function hearGreeting(bytes: Buffer, greeting: Greeting): Hearing {
  const lines = wholeLines(bytes)
  if (lines.some((line) => greeting.ready.test(line))) return 'good'
  const [first] = lines
  if (first === undefined || greeting.mayFollow) return 'more'
  return { wrong: `not ${greeting.name}, ${excerpt(first)}` }
}

export const missingGreeting = (bytes: Buffer, { name }: Greeting): string =>
  bytes.length === 0 ? 'no answer' : `no ${withoutArticle(name)} in ${excerpt(bytes.toString('latin1', 0, 64))}`

const withoutArticle = (name: string): string => name.replace(/^an? /, '')

/** Without their ends; LF alone ends a line too. */
export function wholeLines(bytes: Buffer): string[] {
  const lines = bytes.toString('latin1').split('\n')
  lines.pop()
  return lines.map((line) => line.replace(/\r$/, ''))
}
