/** A server as a remote probe sees it: only the protocol, over a real socket, with responses that the test controls. */
import { once } from 'node:events'
import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type {
  Assignment,
  AssignmentsRequest,
  AssignmentsResponse,
  CheckOrder,
  CheckResult,
  ProbeRegistration,
} from '../../../src/core/probes/protocol.ts'
import type { Cleanup } from '../database/stores.ts'
import type { Certificate } from '../targets/certificates.ts'

export const PROBE_TOKEN = `wkp_${'t'.repeat(43)}`

/** A response that replaces the expected one. */
export interface ForcedResponse {
  status: number
  code?: string
  headers?: Record<string, string>
  /** The whole body, for a response that is no envelope. */
  text?: string
}

export interface ProbeRequest {
  path: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into questions as they are
  body: any
  isPacked: boolean
  connection: number
}

export interface ProbeServer {
  port: number
  url: string
  readonly requests: ProbeRequest[]
  readonly hellos: ProbeRegistration[]
  /** Every result that arrived, in the order of arrival, duplicates included. */
  readonly results: CheckResult[]
  readonly pulls: AssignmentsRequest[]
  /** Number of acknowledgements of each result, by its key. */
  readonly counts: ReadonlyMap<string, number>
  readonly orderAnswers: { id: string; result?: CheckResult; failure?: string }[]
  /** Decides on a request: a replaced response, `silence` for none at all, or null for the usual response. */
  intercept: ((received: ProbeRequest) => ForcedResponse | 'silence' | null) | null
  /** How far its clock is ahead of this machine's, ms. */
  clockAheadMs: number
  readonly hasLeft: boolean
  assign(...assignments: Assignment[]): void
  order(order: CheckOrder): void
  /** Drops the session of the probe. */
  forgetSession(): void
  close(): Promise<void>
}

export const toResultKey = ({ monitorKey, kind, scheduledAt }: CheckResult): string =>
  `${monitorKey}/${kind}/${scheduledAt}`

export async function startProbeServer(
  t: Cleanup,
  { certificate, port = 0, region = 'eu-1' }: { certificate?: Certificate; port?: number; region?: string } = {},
): Promise<ProbeServer> {
  const assignments: Assignment[] = []
  const orders: CheckOrder[] = []
  const counts = new Map<string, number>()
  const waiting = new Set<() => void>()
  let revision = 1
  let sessions = 0
  let session: string | null = null
  let connections = 0
  const numbers = new WeakMap<object, number>()

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = Buffer.concat(await request.toArray())
    const isPacked = request.headers['content-encoding'] === 'gzip'
    const body = JSON.parse((isPacked ? gunzipSync(bytes) : bytes).toString())
    const path = request.url!.replace(/^.*\/api\/probe\//, '')
    const received: ProbeRequest = { path, body, isPacked, connection: numbers.get(request.socket)! }
    server.requests.push(received)
    const forced = server.intercept?.(received) ?? judge(request, path, body.session)
    if (forced === 'silence') return
    if (forced) sendForced(response, forced)
    else send(response, await answer(path, body))
  }

  const judge = (request: IncomingMessage, path: string, given: string): ForcedResponse | null => {
    if (request.headers.authorization !== `Bearer ${PROBE_TOKEN}`) return { status: 401, code: 'INVALID_TOKEN' }
    return path !== 'register' && given !== session ? { status: 409, code: 'CONFLICT' } : null
  }

  const now = () => Date.now() + server.clockAheadMs

  // biome-ignore lint/suspicious/noExplicitAny: what a probe says
  const answer = async (path: string, body: any): Promise<object> => {
    if (path === 'register') {
      server.hellos.push(body.hello)
      session = `session-${++sessions}`
      return { session, leaseMs: 15_000, now: now(), region: { code: region, name: 'Europe' } }
    }
    if (path === 'pull') return { ...(await pull(body)), now: now() }
    if (path === 'push') {
      for (const result of body.results as CheckResult[]) {
        server.results.push(result)
        counts.set(toResultKey(result), (counts.get(toResultKey(result)) ?? 0) + 1)
      }
      return { now: now() }
    }
    if (path === 'leave') left = true
    else server.orderAnswers.push({ id: path.replace('orders/', ''), ...body })
    return {}
  }

  const pull = async ({ request, wait_ms }: { request: AssignmentsRequest; wait_ms: number }) => {
    server.pulls.push(request)
    if (request.since === revision && orders.length === 0) await patience(wait_ms)
    const isWhole = request.since !== revision
    return {
      revision,
      changed: isWhole ? assignments : [],
      removed: [],
      isWhole,
      ...(orders.length > 0 && { orders: orders.splice(0) }),
    } satisfies AssignmentsResponse
  }

  const patience = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        waiting.delete(end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      waiting.add(end)
    })
  const wake = () => {
    for (const end of waiting) end()
  }

  let left = false
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  const http = certificate
    ? createTls({ cert: certificate.cert, key: certificate.key }, listener)
    : createPlain(listener)
  http.on(certificate ? 'secureConnection' : 'connection', (socket: object) => numbers.set(socket, ++connections))
  // An idle connection stays open even when a busy machine stalls its probe
  http.keepAliveTimeout = 600_000
  http.listen(port, '127.0.0.1')
  await once(http, 'listening')
  const close = async () => {
    wake()
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  }
  t.after(close)
  const taken = (http.address() as AddressInfo).port

  const server: ProbeServer = {
    port: taken,
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${taken}`,
    requests: [],
    hellos: [],
    results: [],
    pulls: [],
    counts,
    orderAnswers: [],
    intercept: null,
    clockAheadMs: 0,
    get hasLeft() {
      return left
    },
    assign(...more) {
      assignments.push(...more)
      revision += 1
      wake()
    },
    order(order) {
      orders.push(order)
      wake()
    },
    forgetSession() {
      session = null
      wake()
    },
    close,
  }
  return server
}

function send(response: ServerResponse, data: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success: true, data }))
}

function sendForced(response: ServerResponse, { status, code, headers = {}, text }: ForcedResponse): void {
  const body = text ?? JSON.stringify({ success: false, error: { code, message: `because ${code}` } })
  response.writeHead(status, headers).end(body)
}
