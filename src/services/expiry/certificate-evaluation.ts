/** Evaluates the certificates that monitors observe. */

import type { PlanLimits } from '../../core/accounts/plan.ts'
import { findNextCrossingAt } from '../../core/expiry/certificate-expiry.ts'
import { type ActiveCertificates, findActiveCertificates } from '../../core/expiry/certificate-observations.ts'
import { judgeCertificates } from '../../core/expiry/expiry-certificate.ts'
import { listPath } from '../../core/results/certificate.ts'
import {
  deleteObservations,
  listObservations,
  type StoredObservation,
} from '../../store/expiry/certificate-observations.ts'
import type { ExpiryMonitor } from '../../store/expiry/expiry-monitors.ts'
import type { Tx } from '../../store/platform/store.ts'
import { findTlsEndpoint, isVerified } from './certificates.ts'
import type { DueWatch, ExpiryEvaluation } from './expiry-evaluation.ts'

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
    return evaluateWatch(dueWatch, served, limitsOf(dueWatch.monitor), now)
  })
}

function evaluateWatch(
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
