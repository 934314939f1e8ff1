/**
 * Opens a connection to a target through a proxy. The proxy resolves the name of the target. The egress policy judges
 * the addresses of the proxy, and a literal address of the target.
 */
import { type Connection, formatEndpoint } from '../connection/connection.ts'
import { type Conversation, runConversation } from '../connection/conversation.ts'
import { type CheckContext, dial, upgradeToTls } from '../connection/dial.ts'
import type { DialTarget } from '../connection/dial-target.ts'
import { type Failed, fail } from '../connection/failure.ts'
import { Trace } from '../trace/trace.ts'
import { createConnectConversation } from './http-tunnel.ts'
import { failProxy, formatProxy, type ProxyServer } from './proxy-server.ts'
import { createSocksConnect, createSocksGreeting, createSocksLogin, findSocksProblem } from './socks5.ts'

/**
 * @param isForwarded whether the proxy receives the request itself, so that it opens no connection yet
 * @throws ProbeError for trouble on the probe's side
 */
export async function dialThrough(
  proxy: ProxyServer,
  target: DialTarget,
  isForwarded: boolean,
  context: CheckContext,
): Promise<Connection | Failed> {
  const endpoint = formatEndpoint(target.host, target.port)
  const refusal = context.tools.egress.refuseHost(target.host)
  if (refusal !== null) return fail('connection_error', `connect ${endpoint}: refused by the egress policy, ${refusal}`)
  const problem = proxy.protocol === 'socks5' ? findSocksProblem(target.host, proxy.credentials) : null
  if (problem !== null) return failProxy(proxy, problem)
  const connection = await dialProxy(proxy, target, context)
  if ('failure' in connection) return connection
  const failed = isForwarded ? null : await openTunnel(connection, proxy, target, context)
  if (failed) return failed
  connection.leadTo(endpoint)
  const { tls } = target
  if (tls) return secure(connection, proxy, { ...target, tls }, context)
  context.trace.certificate?.record(connection, target, context.tools.tls)
  return connection
}

/** The certificate of a proxy is always verified, whatever the settings of the monitor accept from its target. */
async function dialProxy(
  proxy: ProxyServer,
  { ipVersion, address }: DialTarget,
  context: CheckContext,
): Promise<Connection | Failed> {
  const { host, port } = proxy
  const tls = proxy.protocol === 'https' ? { verify: true } : null
  const target = { host, port, ipVersion, address, tls, isProxy: true }
  const connection = await dial(target, { ...context, tlsTerms: undefined })
  if (!('failure' in connection)) return connection
  const { cause, message } = connection.failure
  return fail(cause, `the proxy ${formatProxy(proxy)}: ${message}`)
}

/** A failed handshake cannot be repeated on the same connection. */
async function secure(
  connection: Connection,
  proxy: ProxyServer,
  target: DialTarget & { tls: NonNullable<DialTarget['tls']> },
  context: CheckContext,
): Promise<Connection | Failed> {
  const { lenientEndpoints } = context.tools.tls
  const isLenient = lenientEndpoints.has(connection.endpoint)
  const secured = await upgradeToTls(connection, target, context)
  const isRepeated = 'failure' in secured && !isLenient && lenientEndpoints.has(connection.endpoint)
  return isRepeated ? dialThrough(proxy, target, false, context) : secured
}

/** Waits until the proxy is connected to the target. The time counts as connecting. */
async function openTunnel(
  connection: Connection,
  proxy: ProxyServer,
  { host, port }: DialTarget,
  context: CheckContext,
): Promise<Failed | null> {
  const { trace } = context
  const endpoint = formatEndpoint(host, port)
  trace.onPhase?.({ kind: 'connect', subject: `${endpoint} via ${connection.endpoint}` })
  const startedAt = performance.now()
  // The bytes to the proxy contain its password, and the first byte of its answer is not the target's
  const quiet = { ...context, trace: new Trace() }
  const talk = (conversation: Conversation) => converse(connection, proxy, conversation, quiet)
  const failed =
    proxy.protocol === 'socks5'
      ? await askSocks(proxy, host, port, talk)
      : await talk(createConnectConversation(proxy, endpoint))
  trace.add('connectMs', startedAt)
  trace.log?.note({
    kind: 'talk',
    sent: `CONNECT ${endpoint}`,
    received: failed ? '' : 'connected',
    receivedBytes: 0,
    firstByteMs: null,
    error: failed?.failure.message ?? null,
    ms: performance.now() - startedAt,
  })
  return failed
}

type Talk = (conversation: Conversation) => Promise<Failed | null>

async function askSocks(proxy: ProxyServer, host: string, port: number, talk: Talk): Promise<Failed | null> {
  const { credentials } = proxy
  let needsLogin = false
  const refused = await talk(
    createSocksGreeting(proxy, (choice) => {
      needsLogin = choice
    }),
  )
  if (refused) return refused
  const rejected = needsLogin && credentials ? await talk(createSocksLogin(proxy, credentials)) : null
  return rejected ?? talk(createSocksConnect(host, port, formatEndpoint(host, port)))
}

/** Names the proxy in the message of a failure: `the proxy http://192.0.2.1:3128 asks for a user name and password`. */
async function converse(
  connection: Connection,
  proxy: ProxyServer,
  conversation: Conversation,
  context: CheckContext,
): Promise<Failed | null> {
  let wrong: string | null = null
  const judgeReply: Conversation['judgeReply'] = (bytes) => {
    const verdict = conversation.judgeReply(bytes)
    if (typeof verdict === 'object') wrong = verdict.wrong
    return verdict
  }
  const failed = await runConversation(connection, { ...conversation, judgeReply }, context)
  if (failed === null) return null
  const { cause, message } = failed.failure
  return wrong === null ? fail(cause, `the proxy ${formatProxy(proxy)}: ${message}`) : failProxy(proxy, wrong)
}
