/** The result of evaluating one expiry watch. */
import type { PlanLimits } from '../../core/accounts/plan.ts'
import { findNextCrossingAt } from '../../core/expiry/certificate-expiry.ts'
import { type ActiveCertificates, findActiveCertificates } from '../../core/expiry/certificate-observations.ts'
import type { ExpiryProblem, ExpiryRecovery } from '../../core/expiry/expiry-alert.ts'
import { judgeCertificates } from '../../core/expiry/expiry-certificate.ts'
import { findNextThresholdAt, judgeDomain, toDomainSubject } from '../../core/expiry/expiry-domain.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { listPath } from '../../core/results/certificate.ts'
import {
  deleteObservations,
  listObservations,
  type StoredObservation,
} from '../../store/expiry/certificate-observations.ts'
import type { StoredDomain } from '../../store/expiry/domains.ts'
import { type ExpiryMonitor, listDomainsByMonitor } from '../../store/expiry/expiry-monitors.ts'
import type { ExpiryWatch } from '../../store/expiry/expiry-watches.ts'
import type { Tx } from '../../store/platform/store.ts'
import { findTlsEndpoint, isVerified } from './certificates.ts'

/** A due watch and its active monitor. */
export interface DueWatch {
  watch: ExpiryWatch
  monitor: ExpiryMonitor
}

export interface ExpiryEvaluation extends DueWatch {
  outcome: ExpiryProblem | ExpiryRecovery
  /** Time of the next evaluation if no data changes earlier; null when the passing of time changes nothing. */
  dueAt: UnixMs | null
}

/** Evaluates due certificate watches. Also deletes obsolete observations. */
export async function evaluateCertificates(
  tx: Tx,
  watches: readonly DueWatch[],
  limitsOf: (monitor: ExpiryMonitor) => PlanLimits,
  now: number,
): Promise<ExpiryEvaluation[]> {
  const endpointRefs = watches.flatMap(({ monitor }) => {
    const endpoint = findTlsEndpoint(monitor)
    return endpoint === null ? [] : [{ monitorKey: monitor.key, endpoint }]
  })
  const observations = await listObservations(tx, endpointRefs)
  const endpoints = new Map(endpointRefs.map(({ monitorKey, endpoint }) => [monitorKey, endpoint]))
  const activeByMonitor = new Map(
    watches.flatMap(({ monitor }) => {
      const monitorObservations = observations.get(monitor.key)
      return monitorObservations
        ? [[monitor.key, findActiveCertificates(monitorObservations, monitor, now)] as const]
        : []
    }),
  )
  await deleteObservations(tx, [...activeByMonitor.values()].flatMap(({ obsolete }) => obsolete) as StoredObservation[])
  return watches.map((dueWatch) => {
    const { key } = dueWatch.monitor
    const served = { endpoint: endpoints.get(key), certificates: activeByMonitor.get(key) }
    return evaluateCertificateWatch(dueWatch, served, limitsOf(dueWatch.monitor), now)
  })
}

function evaluateCertificateWatch(
  { watch, monitor }: DueWatch,
  { endpoint, certificates }: { endpoint: string | undefined; certificates: ActiveCertificates | undefined },
  { sslMonitoring: isInPlan }: PlanLimits,
  now: number,
): ExpiryEvaluation {
  const { name, sslMonitoring: ssl } = monitor
  const idle = (note: string): ExpiryEvaluation => ({
    watch,
    monitor,
    outcome: { note, isRenewal: false },
    dueAt: null,
  })
  if (!ssl?.enabled || endpoint === undefined) return idle('The certificate is no longer watched')
  if (!isInPlan) return idle('The plan does not include certificate alerts')
  if (!certificates) return idle('The monitor has a new target, whose certificate is not known yet')
  const { active, changesAt } = certificates
  const links = active.flatMap(({ certificate }) => listPath(certificate))
  const times = [changesAt, ...links.map((link) => findNextCrossingAt(link, ssl, now))]
  const ahead = times.filter((at) => at !== null)
  return {
    watch,
    monitor,
    outcome: judgeCertificates({ name, endpoint, ssl, isVerified: isVerified(monitor) }, active, watch.warned, now),
    dueAt: ahead.length > 0 ? Math.min(...ahead) : null,
  }
}

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
    evaluateDomainWatch(dueWatch, domains.get(dueWatch.monitor.key), limitsOf(dueWatch.monitor), now),
  )
}

function evaluateDomainWatch(
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
