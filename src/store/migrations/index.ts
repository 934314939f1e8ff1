import type { Kysely } from 'kysely'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables.ts'
import * as initial from './0001-initial.ts'
import * as auditLog from './0002-audit-log.ts'
import * as incidents from './0003-incidents.ts'
import * as heartbeats from './0004-heartbeats.ts'
import * as maintenanceStatusPages from './0005-maintenance-status-pages.ts'
import * as invitationsSecondFactors from './0006-invitations-second-factors.ts'
import * as groups from './0007-groups.ts'
import * as idempotencyAudit from './0008-idempotency-audit.ts'
import * as certificates from './0009-certificates.ts'
import * as domains from './0010-domains.ts'
import * as keptResponses from './0011-kept-responses.ts'
import * as certificateSpans from './0012-certificate-spans.ts'
import * as maintenanceSpans from './0013-maintenance-spans.ts'
import * as dependenciesReminders from './0014-dependencies-reminders.ts'
import * as disabledReason from './0015-disabled-reason.ts'
import * as deletedMonitors from './0016-deleted-monitors.ts'
import * as toldTogether from './0017-told-together.ts'
import * as expiryWatches from './0018-expiry-watches.ts'
import * as maintenanceFlapping from './0019-maintenance-flapping.ts'
import * as retention from './0020-retention.ts'
import * as lines from './0021-lines.ts'
import * as subscribers from './0022-subscribers.ts'
import * as namingIncidents from './0023-naming-incidents.ts'
import * as incidentsByTime from './0024-incidents-by-time.ts'
import * as dashboard from './0025-dashboard.ts'
import * as probes from './0026-probes.ts'
import * as rateWindows from './0027-rate-windows.ts'
import * as sealState from './0028-seal-state.ts'
import * as serviceHosts from './0029-service-hosts.ts'
import * as busyTables from './0030-busy-tables.ts'
import * as probeTrials from './0031-probe-trials.ts'
import * as serviceClock from './0032-service-clock.ts'
import * as receiverOutages from './0033-receiver-outages.ts'
import * as alertGroups from './0034-alert-groups.ts'
import * as evidence from './0035-evidence.ts'
import * as claims from './0036-claims.ts'

export interface Migration {
  version: number
  name: string
  /**
   * The migration up to which a program must know the schema to go on beside this one: servers of the version before then
   * work, and start, while a rolling upgrade is under way. Without it only a program that knows this one does.
   */
  needs?: number
  /** @param now Unix ms */
  up(db: Kysely<Database>, traits: DialectTraits, now: number): Promise<void>
}

/** In order. A released migration stays as it is; a change is a new one. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'initial', up: initial.up },
  { version: 2, name: 'audit-log', up: auditLog.up },
  { version: 3, name: 'incidents', up: incidents.up },
  { version: 4, name: 'heartbeats', up: heartbeats.up },
  { version: 5, name: 'maintenance-status-pages', up: maintenanceStatusPages.up },
  { version: 6, name: 'invitations-second-factors', up: invitationsSecondFactors.up },
  { version: 7, name: 'groups', up: groups.up },
  { version: 8, name: 'idempotency-audit', up: idempotencyAudit.up },
  { version: 9, name: 'certificates', up: certificates.up },
  { version: 10, name: 'domains', up: domains.up },
  { version: 11, name: 'kept-responses', up: keptResponses.up },
  { version: 12, name: 'certificate-spans', up: certificateSpans.up },
  { version: 13, name: 'maintenance-spans', up: maintenanceSpans.up },
  { version: 14, name: 'dependencies-reminders', up: dependenciesReminders.up },
  { version: 15, name: 'disabled-reason', up: disabledReason.up },
  { version: 16, name: 'deleted-monitors', up: deletedMonitors.up },
  { version: 17, name: 'told-together', up: toldTogether.up },
  { version: 18, name: 'expiry-watches', up: expiryWatches.up },
  { version: 19, name: 'maintenance-flapping', up: maintenanceFlapping.up },
  { version: 20, name: 'retention', up: retention.up },
  { version: 21, name: 'lines', up: lines.up },
  { version: 22, name: 'subscribers', up: subscribers.up },
  { version: 23, name: 'naming-incidents', up: namingIncidents.up },
  { version: 24, name: 'incidents-by-time', up: incidentsByTime.up },
  { version: 25, name: 'dashboard', up: dashboard.up },
  { version: 26, name: 'probes', needs: 25, up: probes.up },
  { version: 27, name: 'rate-windows', needs: 25, up: rateWindows.up },
  { version: 28, name: 'seal-state', needs: 25, up: sealState.up },
  { version: 29, name: 'service-hosts', needs: 25, up: serviceHosts.up },
  { version: 30, name: 'busy-tables', needs: 25, up: busyTables.up },
  { version: 31, name: 'probe-trials', needs: 25, up: probeTrials.up },
  { version: 32, name: 'service-clock', needs: 25, up: serviceClock.up },
  { version: 33, name: 'receiver-outages', needs: 25, up: receiverOutages.up },
  { version: 34, name: 'alert-groups', up: alertGroups.up },
  { version: 35, name: 'evidence', needs: 34, up: evidence.up },
  { version: 36, name: 'claims', needs: 34, up: claims.up },
]
