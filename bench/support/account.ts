/** Creates an account with an API key directly in the store. */
import { createHash, randomBytes } from 'node:crypto'
import { insertOrganization } from '../../src/store/accounts/organizations.ts'
import type { Store } from '../../src/store/platform/store.ts'
import { createUuid } from '../../test/support/factories/ids.ts'

export interface BenchAccount {
  /** Id of the user, the organization and the project. */
  workspace: string
  /** An API key with write access. */
  key: string
}

export async function createAccount(store: Store, now: number): Promise<BenchAccount> {
  const workspace = createUuid(now)
  const key = `wk_${randomBytes(32).toString('hex')}`
  const times = { created_at: now, updated_at: now }
  await store.transact(async (tx) => {
    await tx
      .insertInto('users')
      .values({
        id: workspace,
        email: 'bench@example.test',
        name: 'Bench',
        password_hash: 'none',
        is_instance_admin: 1,
        ...times,
      })
      .execute()
    await insertOrganization(tx, { id: workspace, name: 'Bench', slug: 'bench', plan: 'unlimited', ...times })
    await tx
      .insertInto('members')
      .values({
        id: workspace,
        organization_id: workspace,
        user_id: workspace,
        role: 'owner',
        joined_at: now,
        last_active_at: null,
      })
      .execute()
    await tx
      .insertInto('projects')
      .values({ id: workspace, organization_id: workspace, name: 'Default', slug: 'default', is_default: 1, ...times })
      .execute()
    await tx
      .insertInto('api_keys')
      .values({
        id: workspace,
        organization_id: workspace,
        created_by: workspace,
        name: 'bench',
        key_hash: createHash('sha256').update(key).digest('hex'),
        key_preview: 'wk_',
        scope: 'read_write',
        is_active: 1,
        expires_at: null,
        last_used_at: null,
        ...times,
      })
      .execute()
  })
  return { workspace, key }
}
