/** Heartbeat monitors as jobs and users use them. */
import type { PlanName } from '../../../src/core/accounts/plan.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import type { TestResponse } from '../api/app.ts'
import { createMonitorApi, type MonitorApi } from '../api/monitor-api.ts'
import type { Cleanup } from '../database/stores.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as they are
export type ShownMonitor = Record<string, any> & { id: string; heartbeat_token: string }

export interface HeartbeatApi extends MonitorApi {
  /** Creates a heartbeat that is expected every hour, with a grace period of five minutes. */
  createHeartbeat(config?: Record<string, unknown>, over?: Record<string, unknown>): Promise<ShownMonitor>
  /** @param path token and suffix */
  ping(path: string, method?: string): Promise<TestResponse>
  read(id: string): Promise<ShownMonitor>
}

export async function createHeartbeatApi(
  t: Cleanup,
  dialect: DialectName,
  options: { plan?: PlanName } = {},
): Promise<HeartbeatApi> {
  const api = await createMonitorApi(t, dialect, options)
  return {
    ...api,
    createHeartbeat: (config = {}, over = {}) =>
      api.create({
        name: 'Backup',
        type: 'HEARTBEAT',
        target: undefined,
        heartbeat_config: config,
        ...over,
      }) as Promise<ShownMonitor>,
    ping: (path, method = 'GET') => api.call(method, `/api/heartbeat/${path}`),
    read: async (id) => (await api.send('GET', `/${id}`)).body.data.monitor,
  }
}
