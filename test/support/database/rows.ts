/** Rows inserted directly into the store, for tests below the services. */
import type { Insertable } from 'kysely'
import type { Store } from '../../../src/store/platform/store.ts'
import type { Database } from '../../../src/store/tables/index.ts'

type MonitorRow = Partial<Omit<Insertable<Database['monitors']>, 'id'>>

interface MonitorsOptions extends MonitorRow {
  /** Start of the active status, Unix ms. */
  at?: number
  workspace?: string
  prefix?: string
  /** Creates the ids; by default they are the workspace and a number. */
  id?: () => string
}

/** Inserts an organization with one user, one project and the region `local`. All of its ids are `name`. */
export async function insertWorkspace(store: Store, name = 'alice'): Promise<void> {
  const times = { created_at: 0, updated_at: 0 }
  await store.transact(async (tx) => {
    await tx
      .insertInto('users')
      .values({ id: name, email: `${name}@example.test`, name, password_hash: 'x', is_instance_admin: 0, ...times })
      .execute()
    await tx
      .insertInto('organizations')
      .values({ id: name, name, slug: name, plan: 'scale', ...times })
      .execute()
    await tx
      .insertInto('projects')
      .values({ id: name, organization_id: name, name, slug: name, is_default: 1, ...times })
      .execute()
    await tx
      .insertInto('regions')
      .values({ code: 'local', name: 'Local', is_default: 1, created_at: 0 })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .execute()
  })
}

/**
 * Inserts monitors of the workspace that are active since `at` and not yet checked.
 *
 * @returns the keys, in order
 */
export async function insertMonitors(
  store: Store,
  count: number,
  { at = 0, workspace = 'alice', prefix = 'monitor', id, ...over }: MonitorsOptions = {},
): Promise<number[]> {
  return store.transact(async (tx) => {
    const keys: number[] = []
    for (let index = 0; index < count; index++) {
      const row = { ...toMonitorRow(`${prefix}-${index}`, workspace, at), ...(id && { id: id() }), ...over }
      const { key } = await tx.insertInto('monitors').values(row).returning('key').executeTakeFirstOrThrow()
      keys.push(key)
      for (const [kind, status] of [
        ['config', 'active'],
        ['runtime', 'unknown'],
      ] as const)
        await tx
          .insertInto('status_changes')
          .values({
            id: `${workspace}-${prefix}-${index}-${kind}`,
            monitor_key: key,
            kind,
            from_status: null,
            to_status: status,
            reason: 'created',
            actor_id: workspace,
            started_at: at,
            ended_at: null,
          })
          .execute()
    }
    return keys
  })
}

const toMonitorRow = (name: string, workspace: string, at: number) => ({
  id: `${workspace}-${name}`,
  organization_id: workspace,
  project_id: workspace,
  created_by: workspace,
  name,
  type: 'HTTP',
  target: 'http://127.0.0.1/',
  interval_seconds: 60,
  timeout_ms: 10_000,
  status: 'active',
  runtime_status: 'unknown',
  status_since: at,
  settings: '{}',
  failure_threshold: 2,
  recovery_threshold: 2,
  reminder_interval_minutes: 0,
  regions: '[]',
  group_id: null,
  ssl_monitoring: null,
  domain_monitoring: null,
  grid_since: at,
  revision: 1,
  created_at: at,
  updated_at: at,
  deleted_at: null,
})
