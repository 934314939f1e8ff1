/**
 * The most expensive requests of each operation: reads of a large organization, and bodies that are invalid throughout.
 */

import { MAX_VALUES } from '../../src/api/platform/http/body.ts'
import { BODY_LIMIT, MAX_REPRESENTED_VALUES } from '../../src/api/platform/http/body-limit.ts'
import { DAY_MS } from '../../src/core/platform/time/time.ts'
import type { Operation, Schema } from '../../test/support/api/conformance/document.ts'
import type { RequestParts } from '../../test/support/api/conformance/recipes.ts'
import type { LargeOrganization } from './large-organization.ts'

/** Requests by operation and a label for the variant. */
export function buildWidestReads(
  large: LargeOrganization,
  projectId: string,
  now: number,
): Record<string, RequestParts[]> {
  const { monitorIds, groupId, incidentId, slug, pageId } = large
  const [many, flapping] = monitorIds as [string, string]
  const since = (days: number) => ({
    from: new Date(now - days * DAY_MS).toISOString(),
    to: new Date(now).toISOString(),
  })
  const page = { limit: '100', offset: '0' }
  const far = { limit: '100', offset: '1000000000' }
  const ofMonitor = (id: string, query: Record<string, string> = {}): RequestParts => ({ path: { id }, query })
  const ofIncident = (id: string): RequestParts => ({ path: { id }, query: page })
  const hundred = { monitor_ids: monitorIds.slice(0, 100).join() }
  const month = new Date(now - 20 * DAY_MS).toISOString().slice(0, 7)
  const pagePath = { path: { projectId, pageId } }
  const sections = [{ name: 'All', components: monitorIds.slice(0, 500).map((monitor_id) => ({ monitor_id })) }]
  return {
    'GET /api/monitors': [
      { query: { ...page, search: 'monitor-1', sort: 'name' } },
      { query: { ...page, search: 'x'.repeat(200) } },
      { query: far },
      { query: { ...page, sort: 'runtime_status', runtime_status: 'up' } },
    ],
    'GET /api/monitors/{id}/results': [
      ofMonitor(many, page),
      ofMonitor(many, { ...page, offset: '400000' }),
      ofMonitor(many, { ...page, offset: '400000', status: 'down' }),
      ofMonitor(many, { ...page, region: 'region-3', ...since(200) }),
    ],
    'GET /api/monitors/{id}/status-history': [
      ofMonitor(flapping, page),
      ofMonitor(flapping, { ...page, offset: '19900' }),
    ],
    'GET /api/monitors/{id}/stats': [ofMonitor(many, { period: '90d' }), ofMonitor(flapping, { period: '90d' })],
    'GET /api/monitors/{id}/uptime': [ofMonitor(many, since(365)), ofMonitor(flapping, since(365))],
    'GET /api/monitors/{id}/sparkline': [ofMonitor(many), ofMonitor(flapping)],
    'GET /api/monitors/{id}/response-times': [
      ofMonitor(many, { period: '24h' }),
      ofMonitor(many, { period: '7d' }),
      ofMonitor(many, { period: '30d' }),
      ofMonitor(many, { period: '90d' }),
    ],
    'GET /api/monitors/{id}/coverage': [ofMonitor(many, { period: '90d' }), ofMonitor(many, { period: '24h' })],
    'GET /api/monitors/{id}/notifications': [ofMonitor(many, page), ofMonitor(many, { ...page, offset: '19900' })],
    'GET /api/monitors/{id}/maintenance': [ofMonitor(many, since(365))],
    'POST /api/monitors/{id}/replay': [
      { path: { id: many }, body: { ...since(60), failure_threshold: 1 } },
      { path: { id: flapping }, body: since(365) },
    ],
    'POST /api/monitors/batch': [
      { body: { action: 'pause', monitor_ids: monitorIds.slice(-100) } },
      { body: { action: 'resume', monitor_ids: monitorIds.slice(-100) } },
      { body: { action: 'delete', monitor_ids: monitorIds.slice(-100) } },
    ],
    'GET /api/groups/{groupId}': [{ path: { groupId } }],
    'PUT /api/groups/{groupId}': [
      { path: { groupId }, body: { monitors: Array(MAX_REPRESENTED_VALUES / 2 - 10).fill({ id: 'x' }) } },
    ],
    'POST /api/groups/{groupId}/bulk-pause': [{ path: { groupId } }],
    'POST /api/groups/{groupId}/bulk-resume': [{ path: { groupId } }],
    'GET /api/dashboard/strips': [{ query: hundred }],
    'GET /api/incidents': [
      { query: page },
      { query: { ...page, offset: '19000' } },
      { query: { ...page, overlapping: 'true', ...since(365) } },
    ],
    'GET /api/incidents/{id}': [ofIncident(incidentId)],
    'GET /api/incidents/{id}/updates': [ofIncident(incidentId)],
    'GET /api/incidents/{id}/notifications': [{ path: { id: incidentId }, query: { pageSize: '100', page: '200' } }],
    'GET /api/incidents/{incidentId}/comments': [{ path: { incidentId } }],
    'GET /api/audit-log': [
      { query: page },
      { query: { ...page, offset: '19900' } },
      { query: { ...page, action: 'none' } },
    ],
    'GET /api/reports/uptime': [
      { query: { month } },
      { query: { month, format: 'csv', timezone: 'Europe/Berlin' } },
      { query: { month: new Date(now).toISOString().slice(0, 7), format: 'csv' } },
    ],
    'GET /api/status/{slug}': [{ path: { slug } }],
    'GET /api/projects/{projectId}/status-pages/{pageId}': [pagePath],
    'POST /api/projects/{projectId}/status-pages': [{ path: { projectId }, body: { name: 'Many', sections } }],
    'PUT /api/projects/{projectId}/status-pages/{pageId}': [{ ...pagePath, body: { sections } }],
    'POST /api/projects/{projectId}/status-pages/preview': [{ path: { projectId }, body: { name: 'Many', sections } }],
    'POST /api/projects/{projectId}/status-pages/{pageId}/preview': [{ ...pagePath, body: { sections } }],
    'POST /api/maintenance-windows': [
      {
        body: {
          name: 'All',
          starts_at: new Date(now + DAY_MS).toISOString(),
          ends_at: new Date(now + 2 * DAY_MS).toISOString(),
          monitor_ids: monitorIds.slice(0, 500),
        },
      },
    ],
  }
}

/** A raw request body. */
export interface RawBody {
  variant: string
  text: string
}

/**
 * @param schema of the body, with references resolved
 * @param good a valid body
 */
export function buildWrongBodies(operation: Operation, schema: Schema, good: object): RawBody[] {
  const limit = getBodyLimit(operation)
  const rest = JSON.stringify(good).slice(1, -1)
  const head = rest === '' ? '{' : `{${rest},`
  const names = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const lists = names.filter(([, one]) => one.type === 'array').map(([name]) => name)
  const texts = names.filter(([, one]) => [one.type].flat().includes('string')).map(([name]) => name)
  const few = MAX_VALUES - 100
  return [
    { variant: 'unknown fields', text: fillToLimit(head, (index) => `"x${index}":1`, '}', limit, few) },
    { variant: 'unknown fields, no end', text: fillToLimit(head, (index) => `"x${index}":1`, '}', limit) },
    { variant: 'the same field', text: fillToLimit(head, () => '"x":1', '}', limit, few) },
    { variant: 'escapes', text: `${head}"x":"${'\\u0041'.repeat(Math.floor((limit - head.length - 10) / 6))}"}` },
    { variant: 'a long name', text: `${head}"${'x'.repeat(limit - head.length - 10)}":1}` },
    { variant: 'deep', text: '{"a":'.repeat(limit / 10) },
    ...lists.slice(0, 2).map((name) => ({
      variant: `wrong entries of ${name}`,
      text: fillToLimit(`${head}"${name}":[`, () => '{}', ']}', limit, few / 2),
    })),
    ...texts.slice(0, 2).map((name) => ({
      variant: `a long ${name}`,
      text: `${head}"${name}":"${'a.'.repeat((limit - head.length - name.length - 10) / 2)}"}`,
    })),
  ]
}

function getBodyLimit({ requestBody }: Operation): number {
  const [, count, unit] = /(\d+) (KiB|MiB)/.exec((requestBody as { description?: string }).description ?? '') ?? []
  return count === undefined ? BODY_LIMIT : Number(count) * (unit === 'MiB' ? BODY_LIMIT : 1024)
}

function fillToLimit(head: string, entry: (index: number) => string, end: string, limit: number, most = limit): string {
  const entries: string[] = []
  let length = head.length + end.length
  for (let index = 0; index < most; index++) {
    const one = entry(index)
    length += one.length + 1
    if (length > limit) break
    entries.push(one)
  }
  return head + entries.join() + end
}
