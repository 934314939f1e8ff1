/** The API as users with incidents call it. */
import assert from 'node:assert/strict'
import type { ApiDeps } from '../../../src/api/platform/deps.ts'
import type { RuntimeStatus } from '../../../src/core/monitors/monitor.ts'
import { applyToIncidents } from '../../../src/services/incidents/incidents.ts'
import { transactSystem } from '../../../src/services/platform/work.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { readMonitorKey } from '../database/monitor-rows.ts'
import type { Cleanup } from '../database/stores.ts'
import { type Condition, createEvaluation } from '../factories/incidents.ts'
import { createKeyHeaders, createPeople, type Person } from '../factories/people.ts'
import { createTestApp, type TestApp, type TestResponse } from './app.ts'

type Json = TestResponse['body']

export interface IncidentApi extends TestApp {
  alice: Person
  bob: Person
  charlie: Person
  /** An API key of Alice with write access. */
  key: Record<string, string>
  /** Sends a request under `/api/incidents`, with Alice's key by default. */
  send(method: string, path: string, body?: unknown, credentials?: Record<string, string>): Promise<TestResponse>
  /** @returns its id */
  createMonitor(name: string, over?: object, by?: Person): Promise<string>
  /** @returns the id of a webhook target */
  createTarget(name: string, over?: object): Promise<string>
  /** Records checks that put the monitor in this condition. */
  setCondition(monitorId: string, condition: Condition, from?: RuntimeStatus): Promise<void>
  /**
   * Reports an incident with default values.
   *
   * @returns the incident
   */
  report(over?: object): Promise<Json>
  list(query?: string, by?: Person): Promise<Json>
}

export const PLAIN_INCIDENT = { severity: 'major', type: 'timeout', error_message: 'It is slow to answer' }

export async function createIncidentApi(
  t: Cleanup,
  dialect: DialectName,
  deps: Partial<ApiDeps> = {},
): Promise<IncidentApi> {
  const app = await createTestApp(t, dialect, {}, deps)
  const people = await createPeople(app.context, app.tokens)
  const key = await createKeyHeaders(app.context, people.alice, 'read_write')
  const { context, call } = app

  const made = async (answer: Promise<TestResponse>, status = 201): Promise<Json> => {
    const { status: got, body } = await answer
    assert.equal(got, status, JSON.stringify(body))
    return body.data
  }
  const send: IncidentApi['send'] = (method, path, body, credentials = key) =>
    call(method, `/api/incidents${path}`, { as: credentials, ...(body !== undefined && { body }) })

  return {
    ...app,
    ...people,
    key,
    send,
    async createMonitor(name, over = {}, by = people.alice) {
      const body = { name, type: 'HTTP', target: 'https://shop.example.test/', ...over }
      return (await made(call('POST', '/api/monitors', { as: by.session, body }))).monitor.id
    },
    async createTarget(name, over = {}) {
      const body = { name, channel: 'webhook', config: { url: `https://${name}.example.test/` }, ...over }
      return (await made(call('POST', '/api/notification-targets', { as: people.alice.session, body }))).target.id
    },
    async setCondition(monitorId, condition, from) {
      const monitorKey = await readMonitorKey(context.store.db, monitorId)
      const turn = { ...createEvaluation(condition, context.now(), from ? { from } : {}), monitorKey }
      await transactSystem(context, (work) => applyToIncidents(work, [turn]))
    },
    report: async (over = {}) => (await made(send('POST', '', { ...PLAIN_INCIDENT, title: 'Shop', ...over }))).incident,
    list: (query = '', by = people.alice) => made(call('GET', `/api/incidents${query}`, { as: by.session }), 200),
  }
}

/** Returns the target and the event of each delivery, in order of creation; the target is the name in its URL. */
export async function listNotifications({ context }: Pick<TestApp, 'context'>): Promise<string[]> {
  const rows = await context.store.db
    .selectFrom('deliveries')
    .select(['recipient', 'event_type'])
    .orderBy('created_at')
    .orderBy('recipient')
    .execute()
  return rows.map((row) => `${new URL(row.recipient).hostname.split('.')[0]} ${row.event_type}`)
}
