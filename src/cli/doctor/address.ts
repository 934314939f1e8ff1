/** How people reach the server: its port, the address in its links, the certificate there, and the proxies between. */
import type { SecureContext } from 'node:tls'
import { isLoopback } from '../../config/config.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import { openListenSocket, toReachableHost } from '../../runtime/listen-socket.ts'
import { createFailure, createPass, createWarning, type Finding } from './finding.ts'
import { type Visit, visit } from './visit.ts'

export interface AddressFacts {
  host: string
  port: number
  /** As it is set. */
  baseUrl: string | null
  trustedProxies: readonly string[]
  /** Whom TLS trusts. */
  trust: SecureContext
  now: () => number
}

/** Renewals come thirty days before the end, so that something is wrong with them by then. */
const SOON_DAYS = 14

export async function inspectAddress(facts: AddressFacts): Promise<Finding[]> {
  const localVisit = await visitHere(facts)
  return [
    ...(await inspectPort(facts, localVisit)),
    ...(await inspectBaseUrl(facts, localVisit)),
    ...judgeProxies(facts),
  ]
}

/** Null where nobody answers. */
async function visitHere({ host, port }: AddressFacts): Promise<Visit | null> {
  return visit(`http://${toReachableHost(host)}:${port}/api/health`).catch(() => null)
}

async function inspectPort({ host, port }: AddressFacts, localVisit: Visit | null): Promise<Finding[]> {
  const endpoint = `port ${port} on ${host}`
  if (localVisit?.isWatchkeeper) return [createPass('Port', `a Watchkeeper answers at ${endpoint}`)]
  try {
    const door = await openListenSocket(host, port)
    door.close()
    return [createPass('Port', `${endpoint} is free: the server is not running`)]
  } catch (error) {
    return [createFailure('Port', (error as Error).message, 'Something that is no Watchkeeper has it.')]
  }
}

async function inspectBaseUrl(facts: AddressFacts, localVisit: Visit | null): Promise<Finding[]> {
  const { host, baseUrl, trust, now } = facts
  const topic = 'Address'
  if (baseUrl === null)
    return isLoopback(host)
      ? [createPass(topic, 'WK_BASE_URL is not set: links lead to this machine alone')]
      : [
          createWarning(
            topic,
            'WK_BASE_URL is not set',
            'Links in messages lead to localhost. Set it to the address that people use.',
          ),
        ]
  let there: Visit
  try {
    there = await visit(`${baseUrl}/api/health`, trust)
  } catch (error) {
    const text = `${baseUrl} cannot be reached from here: ${describeConnectError(error)}`
    const advice =
      'People may reach it all the same, if this machine may not. Else look at the proxy, its certificate and the name.'
    return [localVisit === null ? createWarning(topic, text, advice) : createFailure(topic, text, advice)]
  }
  return [
    ...judgeAnswer(baseUrl, there, localVisit),
    ...judgeCertificate(baseUrl, there, now()),
    ...(await judgeMetrics(facts)),
  ]
}

const describeConnectError = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException
  return message || code || String(error)
}

function judgeAnswer(baseUrl: string, there: Visit, localVisit: Visit | null): Finding[] {
  const topic = 'Address'
  if (there.location !== null)
    return [
      createFailure(
        topic,
        `${baseUrl} leads to ${there.location}`,
        'WK_BASE_URL must be the address itself: probes and links follow nothing.',
      ),
    ]
  if (!there.isWatchkeeper)
    return [
      createFailure(
        topic,
        `what answers at ${baseUrl} (${there.status}) is no Watchkeeper`,
        'Look at the name and at the proxy: /api/ must reach this server.',
      ),
    ]
  if (there.status !== 200)
    return [createFailure(topic, `${baseUrl}/api/health answers ${there.status}`, 'Look at the log of the server.')]
  if (localVisit?.process && there.process && localVisit.process !== there.process)
    return [
      createPass(topic, `${baseUrl} leads to another server than the one here: right where several stand behind it`),
    ]
  return [createPass(topic, `${baseUrl} leads here`)]
}

function judgeCertificate(baseUrl: string, { certificateEnds }: Visit, now: number): Finding[] {
  const topic = 'Certificate'
  if (certificateEnds === null) {
    if (isLoopback(new URL(baseUrl).hostname)) return []
    return [
      createWarning(
        topic,
        `${baseUrl} is without TLS`,
        'Passwords and tokens can be read on the way. Put a proxy with TLS in front: docs/operating.md.',
      ),
    ]
  }
  const days = Math.floor((certificateEnds - now) / DAY_MS)
  const text = `good for ${days} days`
  return [
    days < SOON_DAYS
      ? createWarning(
          topic,
          text,
          'Renewals come long before. Look whether they work, such as: certbot renew --dry-run',
        )
      : createPass(topic, text),
  ]
}

/** They name monitors of everybody; nobody outside is to read them. */
async function judgeMetrics({ baseUrl, trust }: AddressFacts): Promise<Finding[]> {
  if (isLoopback(new URL(baseUrl!).hostname)) return []
  const found = await visit(`${baseUrl}/metrics`, trust).catch(() => null)
  if (found?.status !== 200 || !/^# HELP /m.test(found.body)) return []
  return [
    createFailure(
      'Metrics',
      `anybody can read ${baseUrl}/metrics`,
      'The proxy hides whom it speaks for: have it send X-Forwarded-For, and answer 404 for /metrics (docs/operating.md).',
    ),
  ]
}

const ANY_ADDRESS = /\/0$/

function judgeProxies({ host, baseUrl, trustedProxies }: AddressFacts): Finding[] {
  const topic = 'Proxies'
  if (trustedProxies.some((block) => ANY_ADDRESS.test(block)))
    return [
      createFailure(
        topic,
        `WK_TRUSTED_PROXIES=${trustedProxies.join(',')} believes everybody`,
        'Whoever writes X-Forwarded-For escapes the rate limits and is logged as somebody else. Name your proxies alone.',
      ),
    ]
  if (trustedProxies.length > 0) return [createPass(topic, `believed: ${trustedProxies.join(', ')}`)]
  if (baseUrl?.startsWith('https:'))
    return [
      createWarning(
        topic,
        'WK_BASE_URL is https, so a proxy stands in front; but WK_TRUSTED_PROXIES is not set',
        `To this server everybody comes from the proxy, and all share one rate limit. Set it to the address of the proxy${isLoopback(host) ? ', such as 127.0.0.1' : ''}.`,
      ),
    ]
  return [createPass(topic, 'none are believed')]
}
