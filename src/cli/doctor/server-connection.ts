/** Inspects a probe's connection to its server: the address, its TLS, the token, and the clock offset. */
import { hostname } from 'node:os'
import { UnregisteredError } from '../../core/probes/protocol.ts'
import { createTlsContexts } from '../../net/tls/tls.ts'
import { Refusal } from '../../probe/push/refusal.ts'
import { ServerConnection } from '../../probe/server/server-connection.ts'
import { createFailure, createPass, createWarning, type Finding } from './finding.ts'

const TOPIC = 'Server'

interface ConnectionFacts {
  server: URL
  token: string
  caFile: string | null
  version: string
}

const TIMEOUT_MS = 8_000
const SLOW_MS = 1_000

/** A session that does not exist. A valid token gets exactly this error, and no probe is registered. */
const UNKNOWN_SESSION = '00000000-0000-0000-0000-000000000000.00000000000000000000000000000000'
const UNKNOWN_SESSION_REQUEST = { session: UNKNOWN_SESSION, request: { since: 0, epoch: 0, listEpoch: 0 }, wait_ms: 0 }

export async function inspectServerConnection({ server, token, caFile, version }: ConnectionFacts): Promise<Finding[]> {
  const begun = performance.now()
  const line = new ServerConnection({
    server,
    token,
    version,
    ...(caFile !== null && { secureContext: createTlsContexts(caFile).getShared() }),
  })
  try {
    await line.request('pull', UNKNOWN_SESSION_REQUEST, TIMEOUT_MS)
    return judgeTime(server, performance.now() - begun)
  } catch (error) {
    if (error instanceof UnregisteredError) return judgeTime(server, performance.now() - begun)
    return [toRefusedFinding(server, error as Error)]
  } finally {
    line.close()
  }
}

function judgeTime(server: URL, tookMs: number): Finding[] {
  const text = `${server.origin} accepted the token; response time ${Math.round(tookMs)} ms`
  return [
    tookMs > SLOW_MS
      ? createWarning(TOPIC, text, 'Results will arrive late. Check the network to the server, and the server load.')
      : createPass(TOPIC, text),
  ]
}

function toRefusedFinding({ origin }: URL, error: Error): Finding {
  if (error instanceof Refusal && error.kind === 'token')
    return createFailure(
      TOPIC,
      `${origin} rejected the token: ${error.message}`,
      `Run "watchkeeper probe-token REGION" on the server and set WK_PROBE_TOKEN on this machine (${hostname()}).`,
    )
  return createFailure(
    TOPIC,
    `${origin}: ${error.message}`,
    'A probe only needs outbound access to this address. See also DNS and Routes.',
  )
}
