import type { AccountTables } from './tables/accounts.ts'
import type { ExpiryTables } from './tables/expiry.ts'
import type { HeartbeatTables } from './tables/heartbeats.ts'
import type { IncidentTables } from './tables/incidents.ts'
import type { MaintenanceTables } from './tables/maintenance.ts'
import type { MonitorTables } from './tables/monitors.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { PlatformTables } from './tables/platform.ts'
import type { ProbeTables } from './tables/probes.ts'
import type { ResultTables } from './tables/results.ts'
import type { RetentionTables } from './tables/retention.ts'
import type { StatusPageTables } from './tables/status-pages.ts'

/**
 * Every table, by area. Columns have portable types only: ids and JSON are text, times are integer Unix ms, booleans are
 * 0 or 1. One set of queries therefore serves SQLite and PostgreSQL.
 */
export interface Database
  extends PlatformTables,
    AccountTables,
    ProbeTables,
    MonitorTables,
    ResultTables,
    IncidentTables,
    NotificationTables,
    ExpiryTables,
    HeartbeatTables,
    MaintenanceTables,
    StatusPageTables,
    RetentionTables {}
