import type { AccountTables } from './accounts.ts'
import type { ExpiryTables } from './expiry.ts'
import type { HeartbeatTables } from './heartbeats.ts'
import type { IncidentTables } from './incidents.ts'
import type { MaintenanceTables } from './maintenance.ts'
import type { MonitorTables } from './monitors.ts'
import type { NotificationTables } from './notifications.ts'
import type { OnCallTables } from './on-call.ts'
import type { PlatformTables } from './platform.ts'
import type { ProbeTables } from './probes.ts'
import type { ResultTables } from './results.ts'
import type { RetentionTables } from './retention.ts'
import type { StatusPageTables } from './status-pages.ts'

/**
 * All tables, by area. Columns have portable types only: ids and JSON are text, times are integer Unix ms, booleans are
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
    OnCallTables,
    ExpiryTables,
    HeartbeatTables,
    MaintenanceTables,
    StatusPageTables,
    RetentionTables {}
