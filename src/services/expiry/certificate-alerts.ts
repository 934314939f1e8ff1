/** What there is to say of the certificates that monitors see. */

import type { PlanLimits } from '../../core/accounts/plan.ts'
import { nextCrossing } from '../../core/expiry/certificate-expiry.ts'
import { judgeCertificates } from '../../core/expiry/expiry-certificate.ts'
import { type Presence, presenceOf } from '../../core/expiry/expiry-sights.ts'
import { deleteSights, type KeptSight, listSights } from '../../store/expiry/certificate-sights.ts'
import type { ExpiryMonitor } from '../../store/expiry/expiry-monitors.ts'
import type { Tx } from '../../store/platform/store.ts'
import { isVerified, tlsEndpointOf } from './certificates.ts'
import type { Outlook, Watching } from './expiry-outlook.ts'

/** Also puts away sights that say nothing any more. */
export async function lookAtCertificates(
  tx: Tx,
  watchings: readonly Watching[],
  limitsOf: (monitor: ExpiryMonitor) => PlanLimits,
  now: number,
): Promise<Outlook[]> {
  const places = watchings.flatMap(({ monitor }) => {
    const endpoint = tlsEndpointOf(monitor)
    return endpoint === null ? [] : [{ monitorKey: monitor.key, endpoint }]
  })
  const sights = await listSights(tx, places)
  const endpoints = new Map(places.map(({ monitorKey, endpoint }) => [monitorKey, endpoint]))
  const presences = new Map(
    watchings.flatMap(({ monitor }) => {
      const of = sights.get(monitor.key)
      return of ? [[monitor.key, presenceOf(of, monitor, now)] as const] : []
    }),
  )
  await deleteSights(tx, [...presences.values()].flatMap(({ obsolete }) => obsolete) as KeptSight[])
  return watchings.map((watching) => {
    const { key } = watching.monitor
    return outlookOf(watching, endpoints.get(key), presences.get(key), limitsOf(watching.monitor), now)
  })
}

function outlookOf(
  { watch, monitor }: Watching,
  endpoint: string | undefined,
  presence: Presence | undefined,
  { sslMonitoring: isInPlan }: PlanLimits,
  now: number,
): Outlook {
  const { name, sslMonitoring: ssl } = monitor
  const idle = (note: string): Outlook => ({ watch, monitor, outcome: { note, isRenewal: false }, dueAt: null })
  if (!ssl?.enabled || endpoint === undefined) return idle('The certificate is no longer watched')
  if (!isInPlan) return idle('Alerts on certificates are not part of the plan')
  if (!presence) return idle('The monitor has another target, whose certificate is not known yet')
  const { present, changesAt } = presence
  const times = [changesAt, ...present.map(({ certificate }) => nextCrossing(certificate, ssl, now))]
  const ahead = times.filter((at) => at !== null)
  return {
    watch,
    monitor,
    outcome: judgeCertificates({ name, endpoint, ssl, isVerified: isVerified(monitor) }, present, watch.warned, now),
    dueAt: ahead.length > 0 ? Math.min(...ahead) : null,
  }
}
