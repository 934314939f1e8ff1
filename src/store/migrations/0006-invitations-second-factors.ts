import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'
import { index, key, nullable, references, table } from './schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await table(db, 'invitations', {
    id: key,
    organization_id: references('organizations.id'),
    email: 'text',
    role: 'text',
    token_hash: ['text', (c) => c.notNull().unique()],
    invited_by: references('users.id'),
    created_at: 'bigint',
    expires_at: 'bigint',
  })
    .addUniqueConstraint('invitations_once', ['organization_id', 'email'])
    .execute()
  await index(db, 'invitations_newest', 'invitations (organization_id, created_at, id)')

  await table(db, 'password_resets', {
    token_hash: key,
    user_id: references('users.id'),
    created_at: 'bigint',
    expires_at: 'bigint',
  }).execute()
  await index(db, 'password_resets_by_user', 'password_resets (user_id)')

  await table(db, 'second_factors', {
    user_id: ['text', (c) => c.primaryKey().references('users.id').onDelete('cascade')],
    secret: 'text',
    enabled_at: nullable('bigint'),
    last_step: 'bigint',
    created_at: 'bigint',
  }).execute()

  await table(db, 'recovery_codes', { user_id: references('users.id'), code_hash: 'text' })
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute()

  await sql`alter table organizations add column deleted_at bigint`.execute(db)
  await index(db, 'organizations_newest', 'organizations (created_at, id)', 'deleted_at is null')
}
