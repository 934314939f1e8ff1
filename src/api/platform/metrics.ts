/**
 * GET /metrics: what the service counts of itself, for Prometheus. It names monitors of every organization, so it is for
 * whoever runs the instance: with the token of `WK_METRICS_TOKEN`, or where there is none, from this machine itself.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../core/platform/errors.ts'
import { POLLED } from './access.ts'
import type { Resource } from './resource.ts'

export interface MetricsOptions {
  /** Null: whoever asks on this machine may, and nobody else. */
  token: string | null
  /** What there is to read at the moment. */
  render: () => Promise<{ type: string; text: string }>
}

const ROUTE = { config: { access: POLLED, compressed: true }, schema: { hide: true } } as const

export const createMetricsPage =
  ({ token, render }: MetricsOptions): Resource =>
  (api) => {
    api.get('/metrics', ROUTE, async (request, reply) => {
      if (!(token === null ? isLocalRequest(request) : hasToken(request, token))) {
        reply.header('www-authenticate', 'Bearer')
        throw new Problem('AUTHENTICATION_REQUIRED', describeRefusal(token))
      }
      const { type, text } = await render()
      return reply.header('cache-control', 'no-store').type(type).send(text)
    })
  }

const describeRefusal = (token: string | null): string =>
  token === null
    ? 'Metrics are only available from the local machine. Set WK_METRICS_TOKEN to allow remote clients'
    : 'Metrics require WK_METRICS_TOKEN as Authorization: Bearer'

/** What proxies say of whom they speak for. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * Whether a program on this machine asks, and on its own account. What a proxy on this machine passes on comes from
 * elsewhere, trusted or not; and a page in a browser here that has its name point to this machine names itself as host.
 */
function isLocalRequest({ raw, ip, headers }: FastifyRequest): boolean {
  // As it comes nginx says of nobody whom it speaks for, names this machine as host, and speaks what nobody else speaks
  if (raw.httpVersion === '1.0') return false
  if (FORWARDING.some((name) => headers[name] !== undefined)) return false
  return isLoopback(raw.socket.remoteAddress ?? '') && isLoopback(ip) && isLoopback(parseHost(headers.host ?? ''))
}

/** Without the port. */
const parseHost = (host: string): string => host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true
  const address = host.replace(/^::ffff:/i, '')
  return isIPv4(address) && address.startsWith('127.')
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(hashText(given), hashText(token))
}

/** Of one length, whatever was given. */
const hashText = (text: string): Buffer => createHash('sha256').update(text).digest()
