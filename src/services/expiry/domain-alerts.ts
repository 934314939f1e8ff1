/** What there is to say of the domains that monitors lie under. */

import type { PlanLimits } from '../../core/accounts/plan.ts'
import { nextThreshold } from '../../core/expiry/domain-warning.ts'
import { aboutDomain, judgeDomain } from '../../core/expiry/expiry-domain.ts'
import type { StoredDomain } from '../../store/expiry/domains.ts'
import { type ExpiryMonitor, listDomainsOf } from '../../store/expiry/expiry-monitors.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Outlook, Watching } from './expiry-outlook.ts'

export async function lookAtDomains(
  tx: Tx,
  watchings: readonly Watching[],
  limitsOf: (monitor: ExpiryMonitor) => PlanLimits,
  now: number,
): Promise<Outlook[]> {
  const domains = await listDomainsOf(
    tx,
    watchings.map(({ monitor }) => monitor.key),
  )
  return watchings.map((watching) =>
    outlookOf(watching, domains.get(watching.monitor.key), limitsOf(watching.monitor), now),
  )
}

function outlookOf(
  { watch, monitor }: Watching,
  domain: StoredDomain | undefined,
  { domainMonitoring: isInPlan }: PlanLimits,
  now: number,
): Outlook {
  const { domainMonitoring: terms } = monitor
  const idle = (note: string, dueAt: number | null = null): Outlook => ({
    watch,
    monitor,
    outcome: { note, isRenewal: false },
    dueAt,
  })
  if (!terms?.enabled || !domain) return idle('The domain is no longer watched')
  if (!isInPlan) return idle('Alerts on domains are not part of the plan')
  const dueAt = nextThreshold(terms.expiryWarningDays, domain.registration?.expiresAt ?? null, now)
  const outcome = judgeDomain(domain.name, monitor.name, domain, terms, watch.warned, now)
  const isOther = watch.warned !== null && watch.warned.about !== aboutDomain(domain.name)
  if ('note' in outcome && isOther) return idle(`The monitor watches another domain, ${domain.name}`, dueAt)
  return { watch, monitor, outcome, dueAt }
}
