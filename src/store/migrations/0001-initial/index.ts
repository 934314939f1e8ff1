import type { Kysely } from 'kysely'
import type { DialectTraits } from '../../platform/dialects.ts'
import type { Database } from '../../tables/index.ts'
import { createAccounts } from './accounts.ts'
import { createExpiry } from './expiry.ts'
import { createHeartbeats } from './heartbeats.ts'
import { createIncidents } from './incidents.ts'
import { createMaintenance } from './maintenance.ts'
import { createMonitors } from './monitors.ts'
import { createNotifications } from './notifications.ts'
import { createOnCall } from './on-call.ts'
import { createPlatform } from './platform.ts'
import { createProbes } from './probes.ts'
import { createResults } from './results.ts'
import { createRetention } from './retention.ts'
import { createStatusPages } from './status-pages.ts'

/** Creates every table of version 1.0.0. Tables refer only to tables of earlier areas, or of their own area. */
export async function up(db: Kysely<Database>, traits: DialectTraits, now: number): Promise<void> {
  await createPlatform(db, traits)
  await createAccounts(db, traits)
  await createProbes(db, traits)
  await createMonitors(db, traits)
  await createResults(db, traits, now)
  await createIncidents(db, traits)
  await createNotifications(db, traits)
  await createOnCall(db)
  await createExpiry(db, traits)
  await createHeartbeats(db, traits)
  await createMaintenance(db, traits)
  await createStatusPages(db, traits)
  await createRetention(db, traits)
}
