/** Asks a SOCKS5 proxy for a connection to the target. Sources: RFC 1928, RFC 1929 (user name and password) */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Conversation, ReplyVerdict } from '../connection/conversation.ts'
import { describeLoginProblem, type ProxyCredentials, type ProxyServer } from './proxy-server.ts'

const VERSION = 5
const LOGIN_VERSION = 1
const CONNECT = 1
const SUCCEEDED = 0

const NO_LOGIN = 0
const LOGIN = 2
const NO_METHOD = 0xff

const IPV4 = 1
const NAME = 3
const IPV6 = 4

/** Meanings of the reply codes. Source: RFC 1928, section 6 */
const REPLIES: Readonly<Record<number, string>> = {
  1: 'general failure',
  2: 'not allowed by its rules',
  3: 'network unreachable',
  4: 'host unreachable',
  5: 'connection refused',
  6: 'TTL expired',
  7: 'command not supported',
  8: 'address type not supported',
}

/** Longest user name, password and host name: their length is one byte. */
const MAX_TEXT_BYTES = 255

const NOT_SOCKS: ReplyVerdict = { wrong: 'did not answer like a SOCKS5 proxy' }

/** Returns why the proxy cannot be asked for this host with these credentials; null if it can. */
export function findSocksProblem(host: string, credentials: ProxyCredentials | null): string | null {
  const texts = { 'host name': host, 'user name': credentials?.username ?? '', password: credentials?.password ?? '' }
  const [name] = Object.entries(texts).find(([, text]) => Buffer.byteLength(text) > MAX_TEXT_BYTES) ?? []
  return name === undefined ? null : `accepts at most ${MAX_TEXT_BYTES} bytes as ${name}`
}

/** Offers the methods of authentication. The proxy chooses one of them. */
export function createSocksGreeting(proxy: ProxyServer, onChoice: (needsLogin: boolean) => void): Conversation {
  const methods = proxy.credentials === null ? [NO_LOGIN] : [NO_LOGIN, LOGIN]
  return createStep(
    Buffer.from([VERSION, methods.length, ...methods]),
    'the greeting',
    ([version, method, ...more]) => {
      if (version !== VERSION) return NOT_SOCKS
      if (method === undefined) return 'more'
      if (method === NO_METHOD) return { wrong: describeLoginProblem(proxy) }
      if (!methods.includes(method))
        return { wrong: `chose the authentication method ${method}, which was not offered` }
      if (more.length > 0) return NOT_SOCKS
      onChoice(method === LOGIN)
      return 'good'
    },
  )
}

export function createSocksLogin(proxy: ProxyServer, { username, password }: ProxyCredentials): Conversation {
  const send = Buffer.concat([Buffer.from([LOGIN_VERSION]), toText(username), toText(password)])
  return createStep(send, 'the login', ([, status, ...more]) => {
    if (status === undefined) return 'more'
    if (status !== SUCCEEDED) return { wrong: describeLoginProblem(proxy) }
    return more.length === 0 ? 'good' : NOT_SOCKS
  })
}

/** @param host a literal address, or a name, which the proxy resolves */
export function createSocksConnect(host: string, port: number, endpoint: string): Conversation {
  const send = Buffer.concat([
    Buffer.from([VERSION, CONNECT, 0]),
    toAddress(host),
    Buffer.from([port >> 8, port & 0xff]),
  ])
  return createStep(send, `the request for ${endpoint}`, (bytes) => {
    const [version, reply] = bytes
    if (version !== VERSION) return NOT_SOCKS
    if (reply === undefined) return 'more'
    if (reply !== SUCCEEDED)
      return { wrong: `did not connect to ${endpoint}: ${REPLIES[reply] ?? `reply code ${reply}`}` }
    const length = findReplyLength(bytes)
    if (length === null) return bytes.length < 5 ? 'more' : NOT_SOCKS
    if (bytes.length > length) return { wrong: `sent data before the request to ${endpoint}` }
    return bytes.length === length ? 'good' : 'more'
  })
}

/** Longer than any valid answer. */
const MAX_ANSWER_BYTES = 512

const createStep = (send: Buffer, question: string, judgeReply: Conversation['judgeReply']): Conversation => ({
  send,
  judgeReply,
  describeMissing: ({ length }) =>
    length === 0 ? `no answer to ${question}` : `no whole answer to ${question} in ${length} bytes`,
  maxBytes: MAX_ANSWER_BYTES,
  staysOpen: true,
})

/** The reply repeats an address of the proxy. Null if its type is unknown, or not known yet. */
function findReplyLength([, , , type, nameLength]: Buffer): number | null {
  if (type === IPV4) return 10
  if (type === IPV6) return 22
  return type === NAME && nameLength !== undefined ? 7 + nameLength : null
}

function toAddress(host: string): Buffer {
  const family = isIP(host)
  if (family === 0) return Buffer.concat([Buffer.from([NAME]), toText(host)])
  return Buffer.from([family === 4 ? IPV4 : IPV6, ...ipaddr.parse(host).toByteArray()])
}

function toText(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}
