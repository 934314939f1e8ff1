/** Sends an imported document to the API, resource by resource. */
import assert from 'node:assert/strict'
import { MonitorCreate } from '../../../src/api/monitors/monitor-schemas.ts'
import type { ConfigurationDocument, ImportResult } from '../../../src/importers/conversion.ts'
import { createMonitorApi } from '../api/monitor-api.ts'
import type { Cleanup } from '../database/stores.ts'
import { createKeyHeaders } from '../factories/people.ts'

/** Shortest interval of the plan, in seconds. */
const PLAN_MINIMUM = 60

type Fields = Record<string, unknown>

/**
 * Creates every resource of the document through the API, and fails when the API refuses one.
 *
 * @returns the answers of the API by collection and key
 */
export async function createAll(
  t: Cleanup,
  { document, secrets }: ImportResult,
): Promise<Record<string, Map<string, Fields>>> {
  const api = await createMonitorApi(t, 'sqlite')
  const headers = await createKeyHeaders(api.context, api.alice, 'read_write')
  const resolved = resolve(document, secrets) as ConfigurationDocument
  const created: Record<string, Map<string, Fields>> = {}
  const idOf = (collection: string) => (key: unknown) => {
    const id = created[collection]!.get(String(key))?.id
    assert.ok(id, `${collection} has no ${key}`)
    return id
  }
  const send = async (
    collection: keyof ConfigurationDocument,
    path: string,
    wrapped: string,
    toBody: (fields: Fields) => Fields,
  ) => {
    created[collection] = new Map()
    for (const [key, fields] of Object.entries((resolved[collection] ?? {}) as Record<string, Fields>)) {
      const body = toBody(fields)
      const answer = await api.call('POST', path, { as: headers, body })
      assert.equal(
        answer.status,
        201,
        `${collection} ${key}: ${JSON.stringify(body)} -> ${JSON.stringify(answer.body)}`,
      )
      created[collection].set(key, answer.body.data[wrapped] ?? answer.body.data)
    }
  }
  const list = (keys: unknown, collection: string) => (keys as unknown[]).map(idOf(collection))
  await send('notification_targets', '/api/notification-targets', 'target', (fields) => fields)
  await send('groups', '/api/groups', 'group', ({ parent_group, ...rest }) => ({
    ...rest,
    ...(parent_group !== undefined && { parent_group_id: idOf('groups')(parent_group) }),
  }))
  await send(
    'monitors',
    '/api/monitors',
    'monitor',
    ({ group, notification_targets, heartbeat_token, notes, ...rest }) => ({
      ...rest,
      ...(rest.interval_seconds !== undefined && {
        interval_seconds: Math.max(PLAN_MINIMUM, Number(rest.interval_seconds)),
      }),
      // Only documents set the token, and servers without notes refuse them
      ...(notes !== undefined && 'notes' in MonitorCreate.properties && { notes }),
      ...(group !== undefined && { group_id: idOf('groups')(group) }),
      ...(notification_targets !== undefined && {
        notification_target_ids: list(notification_targets, 'notification_targets'),
      }),
    }),
  )
  await send(
    'maintenance_windows',
    '/api/maintenance-windows',
    'maintenance_window',
    ({ monitors, groups, ...rest }) => ({
      ...rest,
      monitor_ids: list(monitors, 'monitors'),
      ...(groups !== undefined && { group_ids: list(groups, 'groups') }),
    }),
  )
  await send(
    'status_pages',
    `/api/projects/${api.alice.projectId}/status-pages`,
    'status_page',
    ({ sections, ...rest }) => ({
      ...rest,
      sections: (sections as { name: string; components: Fields[] }[]).map((section) => ({
        ...section,
        components: section.components.map(({ monitor, ...component }) => ({
          ...component,
          monitor_id: idOf('monitors')(monitor),
        })),
      })),
    }),
  )
  return created
}

/** Replaces placeholders as the client of the API does. */
function resolve(value: unknown, secrets: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\$\{|\$\{([A-Z0-9_]+)\}/g, (text, name?: string) => {
      if (name === undefined) return '${'
      assert.ok(secrets[name] !== undefined, `${text} has no value`)
      return secrets[name]
    })
  if (Array.isArray(value)) return value.map((entry) => resolve(entry, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, resolve(entry, secrets)]))
}
