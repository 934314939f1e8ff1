/** Asks an HTTP proxy for a connection to the target. Source: RFC 9110, section 9.3.6 */
import type { Conversation, ReplyVerdict } from '../connection/conversation.ts'
import { BadResponse, quoteExcerpt, type ResponseHead } from '../http/http-head.ts'
import { USER_AGENT } from '../http/http-request.ts'
import { ResponseReader } from '../http/http-response.ts'
import {
  describeLoginProblem,
  PROXY_AUTHENTICATION_REQUIRED,
  type ProxyServer,
  toProxyAuthorization,
} from './proxy-server.ts'

/** Maximum bytes of the answer; the same as in curl. */
const MAX_ANSWER_BYTES = 16 * 1024

/** @param endpoint of the target, such as `example.com:443` */
export function createConnectConversation(proxy: ProxyServer, endpoint: string): Conversation {
  const reader = new ResponseReader(HEAD_ONLY)
  let bytesRead = 0
  return {
    send: Buffer.from(formatConnect(proxy, endpoint), 'latin1'),
    judgeReply(bytes) {
      const added = bytes.subarray(bytesRead)
      bytesRead = bytes.length
      try {
        return reader.push(added, added.length) ? judgeHead(proxy, endpoint, reader.head!) : 'more'
      } catch (error) {
        if (error instanceof BadResponse) return { wrong: `did not answer like an HTTP proxy: ${error.message}` }
        throw error
      }
    },
    describeMissing: ({ length }) =>
      length === 0 ? `no answer to CONNECT ${endpoint}` : `no whole answer to CONNECT ${endpoint} in ${length} bytes`,
    maxBytes: MAX_ANSWER_BYTES,
    staysOpen: true,
  }
}

/** An answer to CONNECT has no body that matters. */
const HEAD_ONLY = { method: 'HEAD', keepsBytes: () => 0, maxBodyBytes: 0, skipsBody: () => true } as const

function formatConnect({ credentials }: ProxyServer, endpoint: string): string {
  const login = credentials === null ? '' : `Proxy-Authorization: ${toProxyAuthorization(credentials)}\r\n`
  return `CONNECT ${endpoint} HTTP/1.1\r\nHost: ${endpoint}\r\nUser-Agent: ${USER_AGENT}\r\n${login}\r\n`
}

/** tinyproxy answers a wrong password with 401. */
const LOGIN_STATUSES = [401, PROXY_AUTHENTICATION_REQUIRED]

function judgeHead(proxy: ProxyServer, endpoint: string, { status, headers }: ResponseHead): ReplyVerdict {
  if (status >= 200 && status < 300) return 'good'
  if (LOGIN_STATUSES.includes(status)) return { wrong: `${describeLoginProblem(proxy)} (status ${status})` }
  return { wrong: `did not connect to ${endpoint}: ${quoteExcerpt(headers.getFirstLine())}` }
}
