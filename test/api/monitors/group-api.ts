/** Test client for the group routes. */
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import type { TestResponse } from '../../support/api/app.ts'
import { createMonitorApi, type MonitorApi } from '../../support/api/monitor-api.ts'
import type { Cleanup } from '../../support/database/stores.ts'

type Json = Record<string, unknown>

export interface GroupApi extends MonitorApi {
  /**
   * Sends a request as Alice with a session, unless other credentials are given.
   *
   * @param path below `/api/groups`
   */
  group(method: string, path: string, body?: unknown, who?: Record<string, string>): Promise<TestResponse>
  /** @returns the ID of the group */
  makeGroup(name: string, parentId?: string, over?: Json): Promise<string>
  /**
   * Creates active monitors with numbered names in a group.
   *
   * @returns their IDs
   */
  fill(groupId: string | null, count: number, over?: Json): Promise<string[]>
  /** Returns the API representation of a monitor. */
  monitor(id: string): Promise<Json>
}

export async function makeGroupApi(
  t: Cleanup,
  dialect: DialectName,
  options: Parameters<typeof createMonitorApi>[2] = {},
): Promise<GroupApi> {
  const api = await createMonitorApi(t, dialect, options)
  const group: GroupApi['group'] = (method, path, body, who = api.alice.session) =>
    api.call(method, `/api/groups${path}`, { as: who, ...(body !== undefined && { body }) })
  return {
    ...api,
    group,
    async makeGroup(name, parentId, over = {}) {
      const { status, body } = await group('POST', '', { name, parent_group_id: parentId ?? null, ...over })
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
      return body.data.id
    },
    async fill(groupId, count, over = {}) {
      const ids: string[] = []
      for (let number = 1; number <= count; number++) {
        const { id } = await api.create({ name: `Site ${number}`, group_id: groupId, ...over })
        ids.push(id)
        api.clock.advance(1) // gives the monitors an order
      }
      return ids
    },
    async monitor(id) {
      return (await api.send('GET', `/${id}`)).body.data.monitor
    },
  }
}
