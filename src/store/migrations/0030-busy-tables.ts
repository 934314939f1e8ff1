import type { Kysely } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'

/**
 * Rows that change where they stand, without a word of any index: a new version finds room on its page, and no index
 * hears of it.
 */
const IN_PLACE: Record<string, number> = {
  check_states: 60,
  counters: 20,
  heartbeat_watch: 20,
  retention_walk: 20,
  target_health: 70,
  target_storms: 70,
  rate_windows: 60,
  probes: 60,
  incidents: 85,
  sessions: 85,
  api_keys: 85,
}

/** Rows that move within an index of what is due or open: what they leave behind in it is in the way of the next look. */
const MOVING = [
  'deliveries',
  'heartbeats',
  'monitors',
  'status_changes',
  'domains',
  'expiry_watches',
  'flaps',
  'withheld_openings',
  'incident_holds',
  'incident_reminders',
  'maintenance_agenda',
  'idempotency_keys',
  'probe_orders',
  'status_subscribers',
  'subscriber_mails',
  'status_news',
]

/** By default a fifth of a table must be dead before it is cleaned: of ten million deliveries that is two. */
const CLEANED_EARLY = { autovacuum_vacuum_scale_factor: 0.01, autovacuum_vacuum_threshold: 1_000 }

/** What is counted up says nothing new about how values are spread, and would be looked at every minute. */
const LOOKED_AT_SELDOM = { autovacuum_analyze_scale_factor: 1 }

export async function up(db: Kysely<Database>, traits: DialectTraits): Promise<void> {
  for (const [table, fillfactor] of Object.entries(IN_PLACE))
    await traits.tune(db, table, { fillfactor, autovacuum_vacuum_scale_factor: 0.05, ...LOOKED_AT_SELDOM })
  for (const table of MOVING) await traits.tune(db, table, CLEANED_EARLY)
}
