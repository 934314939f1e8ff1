/** Parses texts of the environment. A parser throws when its setting does not accept the text. */
import { isIP } from 'node:net'

export type Parse<T> = (text: string) => T

/** The setting does not accept the text. The message, if any, names the wrong part. */
export class ParseRefusal extends Error {
  override readonly name = 'Refusal'
}

const refuse = (reason = ''): never => {
  throw new ParseRefusal(reason)
}

export const parseText: Parse<string> = (value) => value

export const parseInteger =
  (minimum: number, maximum: number): Parse<number> =>
  (value) => {
    const number = Number(value)
    return /^\d+$/.test(value) && number >= minimum && number <= maximum ? number : refuse()
  }

export const parseOneOf =
  <const T extends string>(allowed: readonly T[]): Parse<T> =>
  (value) =>
    allowed.find((candidate) => candidate === value) ?? refuse()

const SWITCH: Record<string, boolean> = { on: true, true: true, '1': true, off: false, false: false, '0': false }

export const parseOnOff: Parse<boolean> = (value) => SWITCH[value] ?? refuse()

export const parseMatching =
  (pattern: RegExp): Parse<string> =>
  (value) =>
    pattern.test(value) ? value : refuse()

/** Parses values separated by commas and skips empty ones. */
export const parseList =
  <T>(parse: Parse<T>): Parse<T[]> =>
  (value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map((entry) => parseEntry(entry, parse))

function parseEntry<T>(entry: string, parse: Parse<T>): T {
  try {
    return parse(entry)
  } catch {
    return refuse(`"${entry}"`)
  }
}

/** `APP_TOKEN`, or all names that begin with a prefix: `APP_*`. */
export const parseEnvironmentName: Parse<string> = parseMatching(/^[A-Za-z_][A-Za-z0-9_]*\*?$/)

const IPV4_BITS = 32
const IPV6_BITS = 128

/** An address block or a single address, unchanged. */
export const parseAddressBlock: Parse<string> = (value) => {
  const [address = '', bits, ...more] = value.split('/')
  if (isIP(address) === 0 || more.length > 0) refuse()
  if (bits !== undefined) parseInteger(0, isIP(address) === 4 ? IPV4_BITS : IPV6_BITS)(bits)
  return value
}

/** `192.0.2.1`, `192.0.2.1:53`, `2001:db8::1`, `[2001:db8::1]:53`. */
export const parseAddressAndPort: Parse<string> = (value) => {
  const bracketed = /^\[(.+)\](?::(\d+))?$/.exec(value)
  const [address, port] = bracketed ? [bracketed[1]!, bracketed[2]] : splitPort(value)
  if (isIP(address) === 0) refuse()
  if (port !== undefined) parseInteger(1, 65535)(port)
  return value
}

/** `whois.example.com`, `192.0.2.1:43`, `[2001:db8::1]:43`. */
export const parseHostAndPort: Parse<string> = (value) => {
  const match = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d+))?$/i.exec(value)
  if (match === null) return refuse()
  if (match[1] !== undefined) parseInteger(1, 65535)(match[1])
  return value
}

const splitPort = (value: string): [string, string | undefined] => {
  const [address = '', port, ...more] = value.split(':')
  return more.length > 0 ? [value, undefined] : [address, port]
}

/** Without a trailing slash. */
export const parseWebAddress: Parse<string> = (value) => {
  const url = new URL(value)
  if (!['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.username) refuse()
  return url.href.replace(/\/+$/, '')
}

/** The public address. The dashboard and the status pages have absolute paths, so the server cannot serve a subpath. */
export const parseBaseUrl: Parse<string> = (value) => {
  const address = parseWebAddress(value)
  const { pathname } = new URL(address)
  return pathname === '/' ? address : refuse(`the path "${pathname}"`)
}

/** Scheme, host and port only. */
export const parseOrigin: Parse<string> = (value) => (new URL(value).origin === value ? value : refuse())

/** Rejects text after the host: users would expect unread options to work. */
export const parseSmtpAddress: Parse<string> = (value) => {
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(value)
  decodeURIComponent(username + password)
  const isBare = ['', '/'].includes(pathname) && search === '' && hash === ''
  return ['smtp:', 'smtps:'].includes(protocol) && hostname && isBare ? value : refuse()
}

/** Requires a host; the port follows from the scheme. */
export const parsePostgresAddress: Parse<string> = (value) =>
  ['postgres:', 'postgresql:'].includes(new URL(value).protocol) ? value : refuse()
