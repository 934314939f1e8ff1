/** Why a mail could not be given to the mail server: in words that say what to do, and whether another try may help. */

import type { ReceiverState } from '../core/notifications/delivery.ts'
import { clipTo, oneLine } from '../core/platform/plain-text.ts'
import { ChannelError } from './channel-error.ts'

/** As much of nodemailer's errors as tells whose fault it was. */
interface SmtpFailure {
  message: string
  code?: string
  /** What the system or OpenSSL said, where `code` is nodemailer's own. */
  originalCode?: string
  /** What was being said: `CONN`, `AUTH PLAIN`, `RCPT TO`, `DATA`, or `API` when the mail never got that far. */
  command?: string
  /** Of the answer, when there was one. */
  responseCode?: number
  response?: string
}

/** An answer of a mail server. */
interface Reply {
  /** 400-599. */
  code: number
  /** `5.1.1` (RFC 3463); empty where the server sends none. */
  detail: string
  /** The answer on one line, its code included. */
  words: string
}

export function mailFailure(error: unknown): ChannelError {
  const failure = error as SmtpFailure
  if (failure.code === 'EENVELOPE' && failure.command === 'API')
    return new ChannelError('the address is not one that mail can be sent to', { permanent: true, bounced: true })
  const reply = replyOf(failure)
  if (reply) return refusedBy(reply, failure.command ?? '')
  return new ChannelError(connectionWords(failure), { receiver: receiverState(failure) })
}

/** Codes of a connection that never came about. */
const NEVER_CONNECTED = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EDNS']

const receiverState = ({ code = '', originalCode = code, command }: SmtpFailure): ReceiverState =>
  NEVER_CONNECTED.includes(originalCode) || command === 'CONN' ? 'away' : 'unavailable'

/** As much of an answer as helps; some servers send a page. */
const WORDS_LIMIT = 300

function replyOf({ response, responseCode: code }: SmtpFailure): Reply | null {
  if (code === undefined || response === undefined) return null
  // Every line of a long answer begins with the code, and most with the detail: RFC 5321, section 4.2.1
  const lines = response.split(/\r?\n/).map((line) => line.replace(/^\d{3}(?:[ -]|$)/, ''))
  const detail = /^([245]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(lines[0]!)?.[1] ?? ''
  const texts = lines.map((line) => (detail ? line.replace(detail, '') : line))
  const words = clipTo(WORDS_LIMIT, oneLine(`${code} ${detail} ${texts.join(' ')}`))
  return { code, detail, words }
}

const KNOWS_THE_RECIPIENT = ['RCPT TO', 'DATA']

function refusedBy(reply: Reply, command: string): ChannelError {
  if (KNOWS_THE_RECIPIENT.includes(command) && !wantsSomethingOfUs(reply) && !concernsAllMail(reply, command))
    return mailRefused(reply, command)
  const receiver = concernsAllMail(reply, command) ? 'unavailable' : 'answering'
  return new ChannelError(sessionWords(reply, command), { receiver })
}

/** A refusal for good (5yz: RFC 5321, section 4.2.1) of the recipient or of the mail is permanent. */
function mailRefused(reply: Reply, command: string): ChannelError {
  const isForGood = reply.code >= 500 && !isFullMailbox(reply)
  const isRecipient = command === 'RCPT TO' || isAboutMailbox(reply)
  const what = isRecipient ? 'the recipient' : 'the mail'
  return new ChannelError(`the mail server refuses ${what}${isForGood ? '' : ' for now'}: ${reply.words}`, {
    permanent: isForGood,
    bounced: isForGood && isRecipient,
  })
}

/** A refusal of this service: its connection, credentials, sender or right to send. An operator may repair it before the next try. */
function sessionWords(reply: Reply, command: string): string {
  const { code, words } = reply
  const isAuth = command.startsWith('AUTH')
  if (isAuth && wantsTlsFirst(reply)) return `${TAKES_NO_PASSWORD}: ${words}`
  if (isAuth && code >= 500) return `the mail server refuses the user name or the password in WK_SMTP_URL: ${words}`
  if (command === 'STARTTLS')
    return `the mail server does not turn to TLS, which is asked of it before a password: ${words}; see WK_SMTP_STARTTLS`
  if (concernsAllMail(reply, command)) return `the mail server takes no mail for now: ${words}`
  if (command === 'MAIL FROM' && !wantsSomethingOfUs(reply))
    return `the mail server refuses the sender: ${words}; check WK_SMTP_FROM`
  return `the mail server does not let this service send: ${words}; check WK_SMTP_URL`
}

/** "Service not available, closing transmission channel": RFC 5321, section 4.2.3 */
const CLOSING = 421

/**
 * Returns whether a reply would be the same for every mail, until the mail server works again: the server closes, its system
 * has trouble (X.3.z: RFC 3463, section 3.4), or it fails before it knows the recipient. X.7.z for a sender is often a limit.
 */
function concernsAllMail({ code, detail }: Reply, command: string): boolean {
  if (code >= 500) return false
  const isPolicy = detail.startsWith('4.7.') && command === 'MAIL FROM'
  return code === CLOSING || detail.startsWith('4.3.') || (!isPolicy && !KNOWS_THE_RECIPIENT.includes(command))
}

/** Source: RFC 4954, section 6, and RFC 3207, section 4 */
const wantsTlsFirst = ({ code }: Reply): boolean => code === 538 || code === 530

/** 530: sign in, or turn to TLS, first (RFC 4954, section 6; RFC 3207, section 4). */
const wantsSomethingOfUs = ({ code, words }: Reply): boolean =>
  code === 530 || code === 538 || (code >= 500 && /\brelay(ing)?\b/i.test(words))

/**
 * The reader can delete something, so this is a passing trouble although its code is for good: RFC 3463, section 3.3, of
 * X.2.2. And 552 without a detail is what a server says to a recipient too many as well: RFC 5321, section 4.5.3.1.10.
 */
const isFullMailbox = ({ code, detail }: Reply): boolean => detail === '5.2.2' || (code === 552 && detail === '')

/** Some servers look for the mailbox only when they have the mail. RFC 3463: X.1.z of the address, X.2.z of the mailbox. */
const isAboutMailbox = ({ detail }: Reply): boolean => /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/.test(detail)

/** Code of the error that the server offers no way to sign in. */
export const NO_AUTH = 'ENOAUTH'

const TAKES_NO_PASSWORD =
  'the mail server takes no password on this connection; if it takes one after TLS, set WK_SMTP_STARTTLS to auto or ' +
  'required, otherwise leave the password out of WK_SMTP_URL'

type Words = (code: string) => string

const unreachable: Words = (code) => `the mail server cannot be reached (${code}); check WK_SMTP_URL`
const untrusted =
  (what: string): Words =>
  (code) =>
    `the certificate of the mail server ${what} (${code})`

const TRUST_ADVICE = 'name its authority in WK_CA_FILE'

/** Without the address of the mail server: where it stands within a network is nothing to tell everybody. */
const CONNECTION: Record<string, Words> = {
  [NO_AUTH]: () => TAKES_NO_PASSWORD,
  ECONNREFUSED: unreachable,
  ECONNRESET: () => 'the mail server broke off (ECONNRESET)',
  EPIPE: () => 'the mail server broke off (EPIPE)',
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOTFOUND: () => 'the name of the mail server is not found; check WK_SMTP_URL',
  EDNS: () => 'the name of the mail server cannot be looked up; check WK_SMTP_URL',
  ETIMEDOUT: () => 'the mail server does not answer; check host, port and smtp: or smtps: in WK_SMTP_URL',
  ECONNECTION: () => 'the mail server broke off',
  CERT_HAS_EXPIRED: untrusted('has expired'),
  CERT_NOT_YET_VALID: untrusted('is not valid yet'),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted(`is self-signed: ${TRUST_ADVICE}`),
  SELF_SIGNED_CERT_IN_CHAIN: untrusted(`is of an unknown authority: ${TRUST_ADVICE}`),
  UNABLE_TO_GET_ISSUER_CERT: untrusted(`is of an unknown authority: ${TRUST_ADVICE}`),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted(`is of an unknown authority: ${TRUST_ADVICE}`),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted(`is of an unknown authority, or one between is not sent: ${TRUST_ADVICE}`),
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted('is for another name than that in WK_SMTP_URL'),
  ERR_SSL_WRONG_VERSION_NUMBER: () =>
    'the mail server does not begin with TLS at this port: smtps:// is usual at 465, smtp:// at 587 and 25',
}

function connectionWords({ code = '', originalCode = code, message }: SmtpFailure): string {
  const words = CONNECTION[originalCode] ?? CONNECTION[code]
  if (words) return words(originalCode)
  return code === 'ETLS' || /^ERR_(?:SSL|TLS)/.test(originalCode)
    ? `the mail server and this service found no common TLS (${originalCode})`
    : `the mail was not sent: ${clipTo(WORDS_LIMIT, oneLine(message))}`
}
