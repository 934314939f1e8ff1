/** The API as users with monitors call it. */
import type { ApiDeps } from '../../../src/api/platform/deps.ts'
import type { PlanName } from '../../../src/core/accounts/plan.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { saveRegion } from '../../../src/store/probes/regions.ts'
import type { Cleanup } from '../database/stores.ts'
import { createKeyHeaders, createPeople, type Person } from '../factories/people.ts'
import { createTestApp, LOCAL_REGION, type TestApp, type TestResponse } from './app.ts'

export interface MonitorApi extends TestApp {
  alice: Person
  bob: Person
  charlie: Person
  /** Sends a request with Alice's API key, which never expires, or with other credentials. */
  send(method: string, path: string, body?: unknown, credentials?: Record<string, string>): Promise<TestResponse>
  /**
   * Creates a monitor with default values.
   *
   * @returns the monitor as the API shows it
   */
  create(over?: Record<string, unknown>): Promise<Record<string, unknown> & { id: string }>
  /** Puts the organization of Alice and Bob on another plan. */
  setPlan(plan: PlanName): Promise<void>
}

/** Creates the API with the regions `local` (active, default) and `idle` (no probe). */
export async function createMonitorApi(
  t: Cleanup,
  dialect: DialectName,
  { plan = 'scale', deps = {} }: { plan?: PlanName; deps?: Partial<ApiDeps> } = {},
): Promise<MonitorApi> {
  const app = await createTestApp(t, dialect, {}, { activeRegions: () => [LOCAL_REGION], ...deps })
  const people = await createPeople(app.context, app.tokens, plan)
  const { store } = app.context
  await store.transact(async (tx) => {
    await saveRegion(tx, { code: 'local', name: 'Here', isDefault: true }, 0)
    await saveRegion(tx, { code: 'idle', name: 'No probe', isDefault: false }, 0)
  })
  const key = await createKeyHeaders(app.context, people.alice, 'read_write')
  const send: MonitorApi['send'] = (method, path, body, credentials = key) =>
    app.call(method, `/api/monitors${path}`, { as: credentials, body })

  return {
    ...app,
    ...people,
    send,
    async create(over = {}) {
      const body = { name: 'Site', type: 'HTTP', target: 'https://www.example.com/', ...over }
      const { status, body: answer } = await send('POST', '', body)
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(answer)}`)
      return answer.data.monitor
    },
    async setPlan(to) {
      await store.db
        .updateTable('organizations')
        .set({ plan: to })
        .where('id', '=', people.alice.organizationId)
        .execute()
    },
  }
}

/** Describes a response as `400 VALIDATION_ERROR name`, or as only the status when it succeeded. */
export function describeResponse({ status, body }: TestResponse): string {
  if (status < 400) return String(status)
  const field = body.error.details?.field
  return [status, body.error.code, ...(field === undefined ? [] : [field])].join(' ')
}
