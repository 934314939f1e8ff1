import type { Kysely } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import { CLEANED_EARLY, index, key, monitorKey, nullable, smallInteger, table } from '../schema.ts'

export async function createExpiry(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await createCertificates(db, traits)
  await createCertificateHistory(db, traits)
  await createDomains(db, traits)
  await createExpiryWatches(db, traits)
  await createNotifiedSubjects(db)
}

async function createCertificates(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'certificates', {
    monitor_key: monitorKey,
    region: smallInteger(traits),
    endpoint: 'text',
    fingerprint: 'text',
    valid_to: 'bigint',
    certificate: 'text',
    first_seen_at: 'bigint',
    last_seen_at: 'bigint',
  }).execute()
  await index(db, 'certificates_by_end', 'certificates (valid_to)')
}

async function createCertificateHistory(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'certificate_spans', {
    monitor_key: 'integer',
    endpoint: 'text',
    fingerprint: 'text',
    certificate: 'text',
    first_seen_at: 'bigint',
    last_seen_at: 'bigint',
  })
    .addPrimaryKeyConstraint('certificate_spans_key', ['monitor_key', 'endpoint', 'fingerprint'])
    .execute()

  const observations = table(db, 'certificate_observations', {
    monitor_key: 'integer',
    region: smallInteger(traits),
    seen_at: 'bigint',
    endpoint: 'text',
    fingerprint: 'text',
    certificate: 'text',
  })
  await traits
    .clustered(
      observations.addPrimaryKeyConstraint('certificate_observations_key', ['monitor_key', 'region', 'seen_at']),
    )
    .execute()
}

async function createDomains(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'domains', {
    name: key,
    tld: 'text',
    is_registered: nullable(smallInteger(traits)),
    source: nullable('text'),
    server: nullable('text'),
    registrar: nullable('text'),
    registered_at: nullable('bigint'),
    expires_at: nullable('bigint'),
    statuses: 'text',
    name_servers: 'text',
    missing_since: nullable('bigint'),
    checked_at: nullable('bigint'),
    known_at: nullable('bigint'),
    failures: 'integer',
    error: nullable('text'),
    quiet_until: nullable('bigint'),
    next_check_at: 'bigint',
    claimed_until: nullable('bigint'),
    abandoned_at: nullable('bigint'),
  }).execute()
  await index(db, 'domains_due', 'domains (next_check_at)')
  await index(db, 'domains_of_tld', 'domains (tld, next_check_at)')
  await traits.tune(db, 'domains', { fillfactor: 60, ...CLEANED_EARLY })

  await table(db, 'domain_watches', { monitor_key: monitorKey, domain: 'text' }).execute()
  await index(db, 'domain_watches_of', 'domain_watches (domain, monitor_key)')
}

async function createExpiryWatches(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  await table(db, 'expiry_watches', {
    monitor_key: 'integer',
    family: 'text',
    due_at: nullable('bigint'),
    marks: 'integer',
    warned_subject: nullable('text'),
    warned_days: nullable('integer'),
    warned_fault: nullable('text'),
    warned_at: nullable('bigint'),
  })
    .addPrimaryKeyConstraint('expiry_watches_key', ['monitor_key', 'family'])
    .execute()
  await index(db, 'expiry_watches_due', 'expiry_watches (due_at)', 'due_at is not null')
  await traits.tune(db, 'expiry_watches', { fillfactor: 60, ...CLEANED_EARLY })
}

async function createNotifiedSubjects(db: Kysely<Database>): Promise<void> {
  await table(db, 'notified_subjects', {
    target_id: 'text',
    subject: 'text',
    warning: 'text',
    incident_id: 'text',
    notified_at: 'bigint',
    ended_at: nullable('bigint'),
  })
    .addPrimaryKeyConstraint('notified_subjects_key', ['target_id', 'subject', 'warning'])
    .execute()
  await index(db, 'notified_subjects_of_incident', 'notified_subjects (incident_id)')
  await index(db, 'notified_subjects_oldest', 'notified_subjects (notified_at)')
}
