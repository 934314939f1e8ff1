/** Adds escalation policies, the users of a policy, and the escalations of incidents. */
import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'
import { index, key, keyOf, nullable, table, uniqueIndex } from '../schema.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await table(db, 'escalation_policies', {
    id: key,
    organization_id: 'text',
    project_id: 'text',
    name: 'text',
    steps: 'text',
    repeat_count: 'integer',
    repeat_after_minutes: 'integer',
    created_at: 'bigint',
    updated_at: 'bigint',
    external_key: nullable('text'),
    managed_by: nullable('text'),
  }).execute()
  await index(db, 'escalation_policies_project', 'escalation_policies (project_id, created_at)')
  await uniqueIndex(
    db,
    'escalation_policies_external_key',
    'escalation_policies (project_id, external_key)',
    'external_key is not null',
  )
  for (const name of ['monitors', 'groups', 'projects'] as const) {
    await db.schema.alterTable(name).addColumn('escalation_policy_id', 'text').execute()
    await index(db, `${name}_escalation_policy`, `${name} (escalation_policy_id)`, 'escalation_policy_id is not null')
  }
  await table(db, 'incident_escalations', {
    incident_id: keyOf('incidents.id'),
    policy_id: 'text',
    round: 'integer',
    step: 'integer',
    opened_at: 'bigint',
    started_at: 'bigint',
    due_at: nullable('bigint'),
  }).execute()
  await index(db, 'incident_escalations_due', 'incident_escalations (due_at)', 'due_at is not null')
}
