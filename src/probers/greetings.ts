/** How servers of well-known protocols begin to speak. Pure. */
import type { ReplyVerdict } from '../net/connection/conversation.ts'
import { quoteExcerpt } from '../net/http/http-head.ts'

/** What the first words of a protocol look like. */
export interface Greeting {
  /** In a message: `an SMTP greeting`. */
  name: string
  /** Of the line that counts, when it says "ready". */
  ready: RegExp
  /** How the line that counts begins, where others may come before it; null where it is the first. */
  marker: string | null
}

export const GREETINGS = {
  // 220 is the only greeting that means "ready". Source: RFC 5321, section 4.3.2
  smtp: { name: 'an SMTP greeting (220)', ready: /^220(?:[ -]|$)/, marker: null },
  // Source: RFC 1939, section 4
  pop3: { name: 'a POP3 greeting (+OK)', ready: /^\+OK(?: |$)/i, marker: null },
  // BYE is the third greeting, and a refusal. Source: RFC 9051, section 7.1
  imap: { name: 'an IMAP greeting (* OK)', ready: /^\* (?:OK|PREAUTH)(?: |$)/i, marker: null },
  // Source: RFC 959, section 5.4
  ftp: { name: 'an FTP greeting (220)', ready: /^220(?:[ -]|$)/, marker: null },
  // Other lines may come before the version. Source: RFC 4253, section 4.2
  ssh: { name: 'an SSH version (SSH-2.0)', ready: /^SSH-(?:2\.0|1\.99)-/, marker: 'SSH-' },
  // Source: RFC 9112, section 4
  http: { name: 'an HTTP status line', ready: /^HTTP\/\d(?:\.\d)? [1-9]\d\d(?: |$)/, marker: null },
} as const satisfies Record<string, Greeting>

/** Judges the line that counts as soon as it has come in whole. */
export function judgeGreeting(bytes: Buffer, { name, ready, marker }: Greeting): ReplyVerdict {
  const line = splitWholeLines(bytes).find((line) => marker === null || line.startsWith(marker))
  if (line === undefined) return 'more'
  return ready.test(line) ? 'good' : { wrong: `not ${name}, ${quoteExcerpt(line)}` }
}

/** Whole lines of which none is the one that counts are no greeting but another one; less may be half of it. */
export const isOtherGreeting = (bytes: Buffer): boolean => bytes.includes('\n')

export const describeMissingGreeting = (bytes: Buffer, { name }: Greeting): string =>
  bytes.length === 0 ? 'no answer' : `no ${removeArticle(name)} in ${quoteExcerpt(bytes.toString('latin1', 0, 64))}`

const removeArticle = (name: string): string => name.replace(/^an? /, '')

/** Without their ends; LF alone ends a line too. */
export function splitWholeLines(bytes: Buffer): string[] {
  const lines = bytes.toString('latin1').split('\n')
  lines.pop()
  return lines.map((line) => line.replace(/\r$/, ''))
}
