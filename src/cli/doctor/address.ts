/** Inspects how users reach the server: its port, its base URL, the certificate there, and the proxies in between. */

import type { SecureContext } from 'node:tls'
import { isLoopback } from '../../config/config.ts'
import { DAY_MS, formatDaysText } from '../../core/platform/time/time.ts'
import { openListenSocket, toReachableHost } from '../../runtime/listen-socket.ts'
import { type Visit, visit } from '../visit.ts'
import { createFailure, createPass, createWarning, type Finding } from './finding.ts'

export interface AddressFacts {
  host: string
  port: number
  /** The configured value. */
  baseUrl: string | null
  trustedProxies: readonly string[]
  /** The certificate authorities that TLS trusts. */
  trust: SecureContext
  now: () => number
}

/** Renewals usually run 30 days before expiry, which means that a later renewal has failed. */
const SOON_DAYS = 14

export async function inspectAddress(facts: AddressFacts): Promise<Finding[]> {
  const localVisit = await visitHere(facts)
  return [
    ...(await inspectPort(facts, localVisit)),
    ...(await inspectBaseUrl(facts, localVisit)),
    ...judgeProxies(facts),
  ]
}

/** Returns null when nothing answers. */
async function visitHere({ host, port }: AddressFacts): Promise<Visit | null> {
  return visit(`http://${toReachableHost(host)}:${port}/api/health`).catch(() => null)
}

async function inspectPort({ host, port }: AddressFacts, localVisit: Visit | null): Promise<Finding[]> {
  const endpoint = `port ${port} on ${host}`
  if (localVisit?.isWatchkeeper) return [createPass('Port', `Watchkeeper is running on ${endpoint}`)]
  try {
    const listenSocket = await openListenSocket(host, port)
    listenSocket.close()
    return [createPass('Port', `${endpoint} is free: the server is not running`)]
  } catch (error) {
    return [createFailure('Port', (error as Error).message, 'The port is used by a program other than Watchkeeper.')]
  }
}

async function inspectBaseUrl(facts: AddressFacts, localVisit: Visit | null): Promise<Finding[]> {
  const { host, baseUrl, trust, now } = facts
  const topic = 'Address'
  if (baseUrl === null)
    return isLoopback(host)
      ? [createPass(topic, 'WK_BASE_URL is not set: links work on this machine only')]
      : [
          createWarning(
            topic,
            'WK_BASE_URL is not set',
            'Links in notifications point to localhost. Set it to the address that users open.',
          ),
        ]
  let there: Visit
  try {
    there = await visit(`${baseUrl}/api/health`, trust)
  } catch (error) {
    const text = `cannot reach ${baseUrl} from this machine: ${describeConnectError(error)}`
    const advice = 'Users may still be able to reach it. Otherwise check the proxy, its certificate and DNS.'
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
        `${baseUrl} redirects to ${there.location}`,
        'Set WK_BASE_URL to the final address: probes do not follow redirects.',
      ),
    ]
  if (!there.isWatchkeeper)
    return [
      createFailure(
        topic,
        `the server at ${baseUrl} is not Watchkeeper (status ${there.status})`,
        'Check DNS and the proxy: /api/ must reach this server.',
      ),
    ]
  if (there.status !== 200)
    return [createFailure(topic, `${baseUrl}/api/health returns status ${there.status}`, 'Check the server log.')]
  if (localVisit?.process && there.process && localVisit.process !== there.process)
    return [
      createPass(
        topic,
        `${baseUrl} reaches another server of this installation, which is normal behind a load balancer`,
      ),
    ]
  return [createPass(topic, `${baseUrl} reaches this server`)]
}

function judgeCertificate(baseUrl: string, { certificateEnds }: Visit, now: number): Finding[] {
  const topic = 'Certificate'
  if (certificateEnds === null) {
    if (isLoopback(new URL(baseUrl).hostname)) return []
    return [
      createWarning(
        topic,
        `${baseUrl} does not use TLS`,
        'Passwords and tokens are sent unencrypted. Put a TLS proxy in front of the server (docs/operating.md).',
      ),
    ]
  }
  const days = Math.floor((certificateEnds - now) / DAY_MS)
  const text = days < 0 ? 'has expired' : `valid for ${formatDaysText(days)}`
  return [
    days < SOON_DAYS
      ? createWarning(
          topic,
          text,
          'It should have been renewed by now. Check that renewal works, for example: certbot renew --dry-run',
        )
      : createPass(topic, text),
  ]
}

/** Metrics name the monitors of all users and must not be public. */
async function judgeMetrics({ baseUrl, trust }: AddressFacts): Promise<Finding[]> {
  if (isLoopback(new URL(baseUrl!).hostname)) return []
  const found = await visit(`${baseUrl}/metrics`, trust).catch(() => null)
  if (found?.status !== 200 || !/^# HELP /m.test(found.body)) return []
  return [
    createFailure(
      'Metrics',
      `${baseUrl}/metrics is public`,
      'The proxy hides client addresses. Make it send X-Forwarded-For and return 404 for /metrics (docs/operating.md).',
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
        `WK_TRUSTED_PROXIES=${trustedProxies.join(',')} trusts every client`,
        'Any client can fake its address with X-Forwarded-For and avoid the rate limits. List only your proxies.',
      ),
    ]
  if (trustedProxies.length > 0) return [createPass(topic, `trusted: ${trustedProxies.join(', ')}`)]
  if (baseUrl?.startsWith('https:'))
    return [
      createWarning(
        topic,
        'WK_BASE_URL is https, which implies a proxy, but WK_TRUSTED_PROXIES is not set',
        `All clients appear to come from the proxy and share one rate limit. Set it to the address of the proxy${isLoopback(host) ? ', such as 127.0.0.1' : ''}.`,
      ),
    ]
  return [createPass(topic, 'no proxies are trusted')]
}
