/** The migration record that versions before the first release left in a database. */
import { MIGRATIONS } from '../../../src/store/migrations/index.ts'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import type { Store } from '../../../src/store/platform/store.ts'

const NAMES =
  `initial audit-log incidents heartbeats maintenance-status-pages invitations-second-factors groups idempotency-audit
certificates domains kept-responses certificate-spans maintenance-spans dependencies-reminders disabled-reason deleted-monitors
told-together expiry-watches maintenance-flapping retention lines subscribers naming-incidents incidents-by-time dashboard
probes rate-windows seal-state service-hosts busy-tables probe-trials service-clock receiver-outages alert-groups evidence
claims`.split(/\s+/)

/** Programs with migrations up to 25, or up to 34, could run beside later ones. */
const findNeeds = (version: number): number | null => (version > 34 ? 34 : version > 25 && version < 34 ? 25 : null)

/**
 * Creates the tables of the versions before the first release in an empty database. They equal the tables of the
 * initial schema.
 */
export const createUnreleasedTables = (store: Store) => migrate(store, 0, MIGRATIONS.slice(0, 1))

/** @param last number of the last migration; all 36 when absent */
export async function writeUnreleasedRecord(store: Store, last = NAMES.length): Promise<void> {
  const versions = Array.from({ length: last }, (_, index) => index + 1)
  const needs = versions.map((version) => ({ version, needs: findNeeds(version) })).filter(hasNeeds)
  await store.transact(async (tx) => {
    await tx.deleteFrom('schema_migrations').execute()
    await tx.deleteFrom('schema_needs').execute()
    const record = versions.map((version) => ({ version, name: NAMES[version - 1]!, applied_at: 1_700_000_000_000 }))
    await tx.insertInto('schema_migrations').values(record).execute()
    if (needs.length > 0) await tx.insertInto('schema_needs').values(needs).execute()
  })
}

const hasNeeds = (row: { version: number; needs: number | null }): row is { version: number; needs: number } =>
  row.needs !== null

export async function readRecord({ db }: Store) {
  const migrations = await db.selectFrom('schema_migrations').selectAll().orderBy('version').execute()
  const needs = await db.selectFrom('schema_needs').selectAll().orderBy('version').execute()
  return { migrations: migrations.map((row) => ({ ...row })), needs: needs.map((row) => ({ ...row })) }
}
