/** Monitors with the fields that expiry evaluation needs. */

import type { Selectable } from 'kysely'
import type { PlanName } from '../../core/accounts/plan.ts'
import type { IncidentMonitor } from '../../core/incidents/incident.ts'
import type { DomainMonitoring, MonitorType, SslMonitoring } from '../../core/monitors/monitor.ts'
import { bulk } from '../platform/queries/bulk.ts'
import type { Reader } from '../platform/store.ts'
import type { DomainsTable } from '../tables/expiry.ts'
import type { MonitorsTable } from '../tables/monitors.ts'
import { type StoredDomain, toDomain } from './domains.ts'

export interface ExpiryMonitor extends IncidentMonitor {
  settings: Record<string, unknown>
  sslMonitoring: SslMonitoring | null
  domainMonitoring: DomainMonitoring | null
  intervalSeconds: number
  timeoutMs: number
  /** Plan of the organization. */
  plan: PlanName
}

interface MonitorRow
  extends Omit<IncidentMonitor, 'type'>,
    Pick<
      Selectable<MonitorsTable>,
      'type' | 'settings' | 'ssl_monitoring' | 'domain_monitoring' | 'interval_seconds' | 'timeout_ms'
    > {
  plan: string
}

const loadMonitors = bulk<MonitorRow>(
  { monitor_key: 'int4' },
  `select m.key, m.id, m.organization_id as "organizationId", m.project_id as "projectId", m.name, m.type, m.target,
     m.status, m.runtime_status as "runtimeStatus", m.settings, m.ssl_monitoring, m.domain_monitoring,
     m.interval_seconds, m.timeout_ms, o.plan
   from k join monitors m on m.key = k.monitor_key join organizations o on o.id = m.organization_id
   where m.status = 'active' and m.deleted_at is null`,
)

/**
 * Active monitors by key.
 *
 * @param keys each once
 */
export async function listExpiryMonitors(db: Reader, keys: readonly number[]): Promise<Map<number, ExpiryMonitor>> {
  const { rows } = await loadMonitors(
    db,
    keys.map((key) => [key]),
  )
  return new Map(rows.map((row) => [row.key, toExpiryMonitor(row)]))
}

function toExpiryMonitor({ ssl_monitoring, domain_monitoring, ...row }: MonitorRow): ExpiryMonitor {
  return {
    key: row.key,
    id: row.id,
    organizationId: row.organizationId,
    projectId: row.projectId,
    name: row.name,
    type: row.type as MonitorType,
    target: row.target,
    status: row.status,
    runtimeStatus: row.runtimeStatus,
    settings: JSON.parse(row.settings),
    sslMonitoring: ssl_monitoring === null ? null : JSON.parse(ssl_monitoring),
    domainMonitoring: domain_monitoring === null ? null : JSON.parse(domain_monitoring),
    intervalSeconds: row.interval_seconds,
    timeoutMs: row.timeout_ms,
    plan: row.plan as PlanName,
  }
}

const loadDomains = bulk<DomainsTable & { monitor_key: number }>(
  { watcher: 'int4' },
  `select d.*, w.monitor_key
   from k join domain_watches w on w.monitor_key = k.watcher join domains d on d.name = w.domain`,
)

/** Stored registration data of the domains that these monitors watch, by monitor key. */
export async function listDomainsByMonitor(db: Reader, keys: readonly number[]): Promise<Map<number, StoredDomain>> {
  const { rows } = await loadDomains(
    db,
    keys.map((key) => [key]),
  )
  return new Map(rows.map((row) => [row.monitor_key, toDomain(row)]))
}
