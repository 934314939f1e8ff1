/** Address of a mail server, and address of a sender, as users enter them. */
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { MASK } from '../../core/platform/sealing/sealed-fields.ts'
import { refuseHostSyntax } from '../../net/connection/host.ts'

/** `Watchkeeper <alerts@example.com>`, or only the address. */
const SENDER = /^(?:[^<>@\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/

export const isSender = (text: string): boolean => SENDER.test(text)

export const SENDER_WORDS = 'must be an address such as Watchkeeper <alerts@example.com>'

const EXAMPLE = 'smtps://user:password@mail.example.com'

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL separates the parts of AUTH PLAIN (RFC 4616)
const CONTROL = /[\0-\x1f\x7f]/

/**
 * Returns why a text is not the address of a mail server; null when it is one. Unlike `new URL`, it also judges the
 * host, and rejects text after the port: users would expect unread options to work. The message contains no part of
 * the credentials.
 */
export function refuseSmtpUrl(text: string): string | null {
  if (!/^smtps?:\/\//i.test(text)) return `must begin with smtp:// or smtps://, such as ${EXAMPLE}`
  const url = URL.parse(text)
  if (url === null) return `must be an address such as ${EXAMPLE}; encode special characters of a password, # as %23`
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '')
    return 'must end after the host and port; encode special characters of a password, / as %2F'
  if (url.port === '0') return 'must have a port from 1 to 65535'
  return refuseHostSyntax(getSmtpHost(url)) ?? refuseCredentials(url)
}

function refuseCredentials({ username, password }: URL): string | null {
  if (username !== '' && password === '') return 'has a user name but no password'
  if (username === '' && password !== '') return 'has a password but no user name'
  if (password === MASK) return 'has a masked password; send the actual password'
  const parts = [username, password].map(decodePart)
  if (parts.includes(null)) return 'has an invalid user name or password; encode % as %25'
  return parts.some((part) => CONTROL.test(part!)) ? 'has a control character in its user name or password' : null
}

/** Returns null for invalid percent-encoding. */
export function decodePart(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Returns the host without the brackets of an IPv6 address. */
export const getSmtpHost = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replace(/^\[|\]$/g, '')

/** Submission, and submission with TLS from the start. Source: RFC 6409, section 3.1; RFC 8314, section 7.3 */
export const getSmtpPort = ({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number =>
  port === '' ? (protocol === 'smtps:' ? 465 : 587) : Number(port)

/** Returns the domain of a sender, in ASCII. */
export const getSenderDomain = (from: string): string => domainToASCII(from.replace(/>\s*$/, '').split('@').pop()!)

/**
 * Returns the host of the base URL as a name for EHLO; null for a local name or an address. The name must be complete:
 * RFC 5321, section 4.1.1.1.
 */
export function findHeloName(baseUrl: string): string | null {
  const { hostname } = new URL(baseUrl)
  return hostname.includes('.') && !hostname.endsWith('.localhost') && isIP(hostname) === 0 ? hostname : null
}
