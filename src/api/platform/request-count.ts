/** Counts every answered request, and logs it at debug level. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Meter, ResponseClass } from '../../core/meter.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { Api } from './api.ts'
import type { ApiDeps } from './deps.ts'
import { toLoggedUrl } from './error-handler.ts'

/** Labels of all requests without a route, so that strangers cannot create metric series. */
const NO_ROUTE = { method: 'any', route: 'none' }

export function countRequests(api: Api, meter: Meter, log: ApiDeps['log']): void {
  meter.declare('requestSeconds', NO_ROUTE)
  api.addHook('onRoute', ({ method, url, config }) => {
    if (config?.isLongPoll) return
    for (const one of [method].flat()) meter.declare('requestSeconds', toTimedLabels({ method: one, route: url }))
  })
  api.addHook('onResponse', (request, reply, done) => {
    count(meter, request, reply)
    if (log) log.debug(toLogLine(request, reply), 'answered')
    done()
  })
}

function count(meter: Meter, request: FastifyRequest, reply: FastifyReply): void {
  const { url, config } = request.routeOptions
  const labels = request.is404 || url === undefined ? NO_ROUTE : { method: request.method, route: url }
  const { statusCode } = reply
  meter.add('requests', { ...labels, status: String(statusCode) })
  meter.add('responses', { class: `${Math.floor(statusCode / 100)}xx` as ResponseClass })
  if (statusCode === 429) meter.add('rateLimited', {})
  if (!config.isLongPoll) meter.observe('requestSeconds', toTimedLabels(labels), reply.elapsedTime / SECOND_MS)
}

interface RouteLabels {
  method: string
  route: string
}

/** HEAD does the work of GET. A histogram of its own would add a thousand series that are nearly always 0. */
const toTimedLabels = ({ method, route }: RouteLabels): RouteLabels => ({
  method: method === 'HEAD' ? 'GET' : method,
  route,
})

/** The caller, the request and its ID for the log. */
const toLogLine = (request: FastifyRequest, reply: FastifyReply) => ({
  requestId: request.id,
  method: request.method,
  url: toLoggedUrl(request),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime * 10) / 10,
  ip: request.ip,
  ...(request.actor && { user: request.actor.userId }),
})
