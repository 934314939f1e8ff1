/** Evaluates the registered domains of monitors' targets. */

import type { PlanLimits } from '../../core/accounts/plan.ts'
import { findNextThresholdAt } from '../../core/expiry/domain-warning.ts'
import { judgeDomain, toDomainSubject } from '../../core/expiry/expiry-domain.ts'
import type { StoredDomain } from '../../store/expiry/domains.ts'
import { type ExpiryMonitor, listDomainsByMonitor } from '../../store/expiry/expiry-monitors.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { DueWatch, ExpiryEvaluation } from './expiry-evaluation.ts'

export async function evaluateDomains(
  tx: Tx,
  watches: readonly DueWatch[],
  limitsOf: (monitor: ExpiryMonitor) => PlanLimits,
  now: number,
): Promise<ExpiryEvaluation[]> {
  const domains = await listDomainsByMonitor(
    tx,
    watches.map(({ monitor }) => monitor.key),
  )
  return watches.map((dueWatch) =>
    evaluateWatch(dueWatch, domains.get(dueWatch.monitor.key), limitsOf(dueWatch.monitor), now),
  )
}

function evaluateWatch(
  { watch, monitor }: DueWatch,
  domain: StoredDomain | undefined,
  { domainMonitoring: isInPlan }: PlanLimits,
  now: number,
): ExpiryEvaluation {
  const { domainMonitoring: settings } = monitor
  const idle = (note: string, dueAt: number | null = null): ExpiryEvaluation => ({
    watch,
    monitor,
    outcome: { note, isRenewal: false },
    dueAt,
  })
  if (!settings?.enabled || !domain) return idle('The domain is no longer watched')
  if (!isInPlan) return idle('The plan does not include domain alerts')
  const dueAt = findNextThresholdAt(settings.expiryWarningDays, domain.registration?.expiresAt ?? null, now)
  const outcome = judgeDomain({ name: domain.name, monitor: monitor.name, domain, settings, warned: watch.warned }, now)
  const isOther = watch.warned !== null && watch.warned.subject !== toDomainSubject(domain.name)
  if ('note' in outcome && isOther) return idle(`The monitor now watches the domain ${domain.name}`, dueAt)
  return { watch, monitor, outcome, dueAt }
}
