/** Messages for emails that the mail server did not accept. They state what to do and whether a retry can help. */

import type { ReceiverState } from '../core/notifications/delivery.ts'
import { toOneLine, truncateTo } from '../core/platform/text/plain-text.ts'
import { ProbeError } from '../core/results/verdict.ts'
import { ChannelError } from './channel-error.ts'
import { ENVIRONMENT_NAMES, type MailSettingNames } from './mail/mail-setting-names.ts'

/** The fields of nodemailer's errors that identify the cause. */
export interface SmtpFailure {
  message: string
  code?: string
  /** Error code of the system or OpenSSL, if `code` is nodemailer's. */
  originalCode?: string
  /** Command in progress: `CONN`, `AUTH PLAIN`, `RCPT TO`, `DATA`, or `API` when the email was not sent at all. */
  command?: string
  /** Code of the reply, if there was one. */
  responseCode?: number
  response?: string
  /** Methods to sign in that the server offers, if none of them takes a password. */
  offered?: readonly string[]
}

/** A reply of a mail server. */
interface Reply {
  /** 400-599. */
  code: number
  /** `5.1.1` (RFC 3463); empty if the server sends none. */
  enhancedCode: string
  /** The reply on one line, including its code. */
  text: string
}

/**
 * @param names settings that the messages refer to
 * @param hide removes the credentials from a text of the mail server
 * @returns trouble of this machine as it is, because it is no answer of the mail server
 */
export function toEmailError(
  error: unknown,
  names: MailSettingNames = ENVIRONMENT_NAMES,
  hide: (text: string) => string = (text) => text,
): ChannelError | ProbeError {
  if (error instanceof ChannelError || error instanceof ProbeError) return error
  const failure = error as SmtpFailure
  if (failure.code === 'EENVELOPE' && failure.command === 'API')
    return new ChannelError('the address is not a valid email address', { permanent: true, bounced: true })
  if (failure.offered) return new ChannelError(describeNoPassword(names, failure.offered))
  const reply = parseReply(failure)
  if (reply) return toRefusal({ ...reply, text: hide(reply.text) }, failure.command ?? '', names)
  const hidden = { ...failure, message: hide(failure.message) }
  return new ChannelError(describeConnectionError(hidden, names), { receiver: getReceiverState(failure) })
}

/** Codes of a failed connection. */
const CONNECT_FAILURES = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EDNS']

const getReceiverState = ({ code = '', originalCode = code, command }: SmtpFailure): ReceiverState =>
  CONNECT_FAILURES.includes(originalCode) || command === 'CONN' ? 'away' : 'unavailable'

/** Maximum number of characters of a reply; some servers send a page. */
const REPLY_LIMIT = 300

function parseReply({ response, responseCode: code }: SmtpFailure): Reply | null {
  if (code === undefined || response === undefined) return null
  // Every line of a long reply begins with the code, and most with the enhanced code: RFC 5321, section 4.2.1
  const lines = response.split(/\r?\n/).map((line) => line.replace(/^\d{3}(?:[ -]|$)/, ''))
  const detail = /^([245]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(lines[0]!)?.[1] ?? ''
  const texts = lines.map((line) => (detail ? line.replace(detail, '') : line))
  return { code, enhancedCode: detail, text: toReply(`${code} ${detail} ${texts.join(' ')}`) }
}

/** Returns a reply for display. */
export const toReply = (text: string): string => truncateTo(REPLY_LIMIT, toOneLine(text))

const RECIPIENT_COMMANDS = ['RCPT TO', 'DATA']

function toRefusal(reply: Reply, command: string, names: MailSettingNames): ChannelError {
  if (RECIPIENT_COMMANDS.includes(command) && !isConfigurationRefusal(reply) && !isForAllMail(reply, command))
    return toMailRefusal(reply, command)
  const receiver = isForAllMail(reply, command) ? 'unavailable' : 'answering'
  return new ChannelError(describeSessionRefusal(reply, command, names), { receiver })
}

/** A refusal with a permanent code (5yz: RFC 5321, section 4.2.1) is permanent, except for a full mailbox. */
function toMailRefusal(reply: Reply, command: string): ChannelError {
  const isPermanent = reply.code >= 500 && !isFullMailbox(reply)
  const isRecipient = command === 'RCPT TO' || isAboutMailbox(reply)
  const what = isRecipient ? 'the recipient' : 'the email'
  return new ChannelError(`the mail server ${isPermanent ? '' : 'temporarily '}rejected ${what}: ${reply.text}`, {
    permanent: isPermanent,
    bounced: isPermanent && isRecipient,
  })
}

/**
 * A refusal of this service: its connection, credentials, sender or authorization. An operator may fix it before the
 * next attempt.
 */
function describeSessionRefusal(reply: Reply, command: string, names: MailSettingNames): string {
  const { code, text } = reply
  const isAuth = command.startsWith('AUTH')
  if (isAuth && isTlsRequired(reply)) return `${describeNoPassword(names)}: ${text}`
  if (isAuth && code >= 500)
    return `the mail server rejected the user name or password in ${names.credentials}: ${text}`
  if (command === 'STARTTLS')
    return `the mail server did not accept STARTTLS, which is required here: ${text}; ${names.avoidStartTls}`
  if (isForAllMail(reply, command)) return `the mail server is temporarily not accepting email: ${text}`
  if (command === 'MAIL FROM' && !isConfigurationRefusal(reply))
    return `the mail server rejected the sender: ${text}; check ${names.from}`
  return `the mail server does not allow Watchkeeper to send: ${text}; check ${names.server}`
}

/** "Service not available, closing transmission channel": RFC 5321, section 4.2.3 */
const CLOSING = 421

/**
 * Returns whether a reply would be the same for every email until the mail server works again. The server closes, its
 * system has trouble (X.3.z: RFC 3463, section 3.4), or it fails before the recipient is sent. X.7.z for a sender is
 * often a limit.
 */
function isForAllMail({ code, enhancedCode }: Reply, command: string): boolean {
  if (code >= 500) return false
  const isPolicy = enhancedCode.startsWith('4.7.') && command === 'MAIL FROM'
  return code === CLOSING || enhancedCode.startsWith('4.3.') || (!isPolicy && !RECIPIENT_COMMANDS.includes(command))
}

/** Source: RFC 4954, section 6, and RFC 3207, section 4 */
const isTlsRequired = ({ code }: Reply): boolean => code === 538 || code === 530

/** 530: sign in, or start TLS, first (RFC 4954, section 6; RFC 3207, section 4). */
const isConfigurationRefusal = ({ code, text }: Reply): boolean =>
  code === 530 || code === 538 || (code >= 500 && /\brelay(ing)?\b/i.test(text))

/**
 * The recipient can delete emails, so this trouble is temporary although the code is permanent: RFC 3463, section 3.3,
 * on X.2.2. Servers also send 552 without an enhanced code for too many recipients: RFC 5321, section 4.5.3.1.10.
 */
const isFullMailbox = ({ code, enhancedCode }: Reply): boolean =>
  enhancedCode === '5.2.2' || (code === 552 && enhancedCode === '')

/**
 * Some servers check the mailbox only after they have received the email. RFC 3463: X.1.z concerns the address, X.2.z
 * the mailbox.
 */
const isAboutMailbox = ({ enhancedCode }: Reply): boolean => /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/.test(enhancedCode)

/** Error code when the server offers no way to sign in. */
export const NO_AUTH_CODE = 'ENOAUTH'

function describeNoPassword({ requireTls, credentials }: MailSettingNames, offered: readonly string[] = []): string {
  const offer = offered.length > 0 ? ` and offers only ${offered.join(', ')}` : ''
  return (
    `the mail server accepts no password on this connection${offer}; if it accepts one after TLS, ` +
    `${requireTls}, otherwise remove the password from ${credentials}`
  )
}

type DescribeCode = (code: string, names: MailSettingNames) => string

const describeUnreachable: DescribeCode = (code, { server }) =>
  `cannot reach the mail server (${code}); check ${server}`
const describeUntrusted =
  (what: string): DescribeCode =>
  (code) =>
    `the certificate of the mail server ${what} (${code})`

const TRUST_ADVICE = 'add its certificate authority to WK_CA_FILE'

/** The messages omit the address of the mail server, because addresses of an internal network must not be disclosed. */
const CONNECTION_MESSAGES: Record<string, DescribeCode> = {
  ECONNREFUSED: describeUnreachable,
  ECONNRESET: () => 'the mail server closed the connection (ECONNRESET)',
  EPIPE: () => 'the mail server closed the connection (EPIPE)',
  EHOSTUNREACH: describeUnreachable,
  ENETUNREACH: describeUnreachable,
  ENOTFOUND: (_code, { server }) => `the host name of the mail server does not exist; check ${server}`,
  EAI_AGAIN: (_code, { server }) => `cannot resolve the host name of the mail server; check ${server}`,
  EDNS: (_code, { server }) => `cannot resolve the host name of the mail server; check ${server}`,
  ETIMEDOUT: (_code, { server }) => `the mail server does not respond; check host, port and TLS in ${server}`,
  ECONNECTION: () => 'the mail server closed the connection',
  // The message would contain the first line of another service, such as the version of an SSH server
  EPROTOCOL: (_code, { server }) => `the server does not respond like a mail server (SMTP); check ${server}`,
  CERT_HAS_EXPIRED: describeUntrusted('has expired'),
  CERT_NOT_YET_VALID: describeUntrusted('is not valid yet'),
  DEPTH_ZERO_SELF_SIGNED_CERT: describeUntrusted(`is self-signed: ${TRUST_ADVICE}`),
  SELF_SIGNED_CERT_IN_CHAIN: describeUntrusted(`is from an unknown authority: ${TRUST_ADVICE}`),
  UNABLE_TO_GET_ISSUER_CERT: describeUntrusted(`is from an unknown authority: ${TRUST_ADVICE}`),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: describeUntrusted(`is from an unknown authority: ${TRUST_ADVICE}`),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: describeUntrusted(
    `is from an unknown authority, or an intermediate certificate is missing: ${TRUST_ADVICE}`,
  ),
  ERR_TLS_CERT_ALTNAME_INVALID: (code, names) =>
    describeUntrusted(`does not match the host name in ${names.server}`)(code, names),
  ERR_SSL_WRONG_VERSION_NUMBER: (_code, { tlsPorts }) =>
    `the mail server does not use TLS from the start on this port: ${tlsPorts}`,
}

function describeConnectionError(
  { code = '', originalCode = code, message }: SmtpFailure,
  names: MailSettingNames,
): string {
  const text = CONNECTION_MESSAGES[originalCode] ?? CONNECTION_MESSAGES[code]
  if (text) return text(originalCode, names)
  return code === 'ETLS' || /^ERR_(?:SSL|TLS)/.test(originalCode)
    ? `no TLS version or cipher in common with the mail server (${originalCode})`
    : `the email was not sent: ${truncateTo(REPLY_LIMIT, toOneLine(message))}`
}
