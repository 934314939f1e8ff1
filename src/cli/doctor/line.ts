/** The line of a probe to its server: the address, its TLS, the token, and how far the clocks are apart. */
import { hostname } from 'node:os'
import { Unregistered } from '../../core/probes/protocol.ts'
import { makeTlsContexts } from '../../net/tls/tls.ts'
import { Refusal } from '../../probe/push/refusal.ts'
import { ServerLine } from '../../probe/server/server-line.ts'
import { type Finding, failure, fine, warning } from './finding.ts'

const TOPIC = 'Server'

interface LineFacts {
  server: URL
  token: string
  caFile: string | null
  version: string
}

const PATIENCE_MS = 8_000
const SLOW_MS = 1_000

/** A question in a session that nobody has: whoever has the token is told just that, and no probe comes of it. */
const NOBODY = '00000000-0000-0000-0000-000000000000.00000000000000000000000000000000'
const NO_SESSION = { session: NOBODY, request: { since: 0, epoch: 0, listEpoch: 0 }, wait_ms: 0 }

export async function lookAtLine({ server, token, caFile, version }: LineFacts): Promise<Finding[]> {
  const begun = performance.now()
  const line = new ServerLine({
    server,
    token,
    version,
    ...(caFile !== null && { secureContext: makeTlsContexts(caFile).shared() }),
  })
  try {
    await line.ask('pull', NO_SESSION, PATIENCE_MS)
    return judgeTime(server, performance.now() - begun)
  } catch (error) {
    if (error instanceof Unregistered) return judgeTime(server, performance.now() - begun)
    return [refused(server, error as Error)]
  } finally {
    line.close()
  }
}

function judgeTime(server: URL, tookMs: number): Finding[] {
  const text = `${server.origin} takes the token, and answered in ${Math.round(tookMs)} ms`
  return [
    tookMs > SLOW_MS
      ? warning(TOPIC, text, 'Results then come late. Look at the line between the two, and at the load of the server.')
      : fine(TOPIC, text),
  ]
}

function refused({ origin }: URL, error: Error): Finding {
  if (error instanceof Refusal && error.kind === 'token')
    return failure(
      TOPIC,
      `${origin} does not take the token: ${error.message}`,
      `There: watchkeeper probe-token REGION. Here: WK_PROBE_TOKEN. This machine is ${hostname()}.`,
    )
  return failure(
    TOPIC,
    `${origin}: ${error.message}`,
    'A probe needs nothing but a way out to this address. See also DNS and Routes.',
  )
}
