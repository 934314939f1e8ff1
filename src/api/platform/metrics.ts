/**
 * GET /metrics: metrics of the service for Prometheus. They name monitors of every organization, so only the operator
 * may read them. Access requires the token of `WK_METRICS_TOKEN`. If no token is set, only requests from this machine
 * are allowed.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../core/platform/errors.ts'
import { POLLED } from './access.ts'
import type { Resource } from './resource.ts'

export interface MetricsOptions {
  /** Null allows programs on this machine only. */
  token: string | null
  /** Renders the current metrics. */
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

/** Headers that proxies add for the client. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * Checks whether a program on this machine sent the request itself. A request forwarded by a local proxy comes from
 * elsewhere. A page in a local browser can point its domain to this machine, but then sends that domain as `Host`.
 */
function isLocalRequest({ raw, ip, headers }: FastifyRequest): boolean {
  // By default, nginx sends no forwarding header and this machine as host, but only nginx uses HTTP/1.0
  if (raw.httpVersion === '1.0') return false
  if (FORWARDING.some((name) => headers[name] !== undefined)) return false
  return isLoopback(raw.socket.remoteAddress ?? '') && isLoopback(ip) && isLoopback(parseHost(headers.host ?? ''))
}

/** Removes the port. */
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

/** Returns a hash of fixed length, as `timingSafeEqual` requires. */
const hashText = (text: string): Buffer => createHash('sha256').update(text).digest()
