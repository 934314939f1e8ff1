import { type ColumnDataType, type Kysely, sql } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import { index, nullable, table } from './schema.ts'

export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await expiryWatches(db, traits)
  await certificateSights(db, traits)
  await toldSubjects(db)
}

async function expiryWatches(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await traits
    .updatedOften(
      table(db, 'expiry_watches', {
        monitor_key: 'integer',
        family: 'text',
        due_at: nullable('bigint'),
        marks: 'integer',
        warned_about: nullable('text'),
        warned_days: nullable('integer'),
        warned_fault: nullable('text'),
        warned_at: nullable('bigint'),
      }).addPrimaryKeyConstraint('expiry_watches_key', ['monitor_key', 'family']),
    )
    .execute()
  await index(db, 'expiry_watches_due', 'expiry_watches (due_at)', 'due_at is not null')
  // Whoever was watched before there was anybody to look is looked at now
  await sql`
    insert into expiry_watches (monitor_key, family, due_at, marks)
    select key, 'certificate', 0, 0 from monitors
    where ssl_monitoring is not null and status = 'active' and deleted_at is null`.execute(db)
  await sql`
    insert into expiry_watches (monitor_key, family, due_at, marks)
    select monitor_key, 'domain', 0, 0 from domain_watches`.execute(db)
}

async function certificateSights(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  const small = (traits.name === 'postgres' ? sql`smallint` : 'integer') as ColumnDataType
  await traits
    .clustered(
      table(db, 'certificate_sights', {
        monitor_key: 'integer',
        region: small,
        seen_at: 'bigint',
        endpoint: 'text',
        fingerprint: 'text',
        certificate: 'text',
      }).addPrimaryKeyConstraint('certificate_sights_key', ['monitor_key', 'region', 'seen_at']),
    )
    .execute()
}

async function toldSubjects(db: Kysely<Database>): Promise<void> {
  await table(db, 'told_subjects', {
    target_id: 'text',
    about: 'text',
    word: 'text',
    incident_id: 'text',
    told_at: 'bigint',
    ended_at: nullable('bigint'),
  })
    .addPrimaryKeyConstraint('told_subjects_key', ['target_id', 'about', 'word'])
    .execute()
  await index(db, 'told_subjects_of_incident', 'told_subjects (incident_id)')
  await index(db, 'told_subjects_oldest', 'told_subjects (told_at)')
}
