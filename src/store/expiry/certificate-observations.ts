/**
 * Certificates that each region observed, with times. Rows exist only for monitors whose certificate is watched, and
 * only for a short time.
 */

import type { CertificateObservation, JudgedCertificate } from '../../core/expiry/certificate-observations.ts'
import { bulk } from '../platform/queries/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { ObservedCertificate } from './certificates.ts'

const insert = bulk(
  {
    monitor_key: 'int4',
    region: 'int2',
    seen_at: 'int8',
    endpoint: 'text',
    fingerprint: 'text',
    certificate: 'text',
  },
  `insert into certificate_observations (monitor_key, region, seen_at, endpoint, fingerprint, certificate)
   select k.* from k join monitors m on m.key = k.monitor_key
   where m.ssl_monitoring is not null and m.deleted_at is null
   on conflict do nothing`,
)

/** @param observations sorted by monitor key */
export async function saveObservations(tx: Tx, observations: readonly ObservedCertificate[]): Promise<void> {
  await insert(
    tx,
    observations.map(({ monitorKey, regionKey, certificate, seenAt }) => [
      monitorKey,
      regionKey,
      seenAt,
      certificate.endpoint,
      certificate.fingerprint256,
      JSON.stringify(toJudgedCertificate(certificate)),
    ]),
  )
}

function toJudgedCertificate(certificate: JudgedCertificate): JudgedCertificate {
  const { subject, issuer, validFrom, validTo, fingerprint256, errors, authorities } = certificate
  return { subject, issuer, validFrom, validTo, fingerprint256, errors, authorities }
}

/** An observation and its region. */
export interface StoredObservation extends CertificateObservation {
  monitorKey: number
  /** Null when it is only stored as the last certificate of its monitor. */
  regionKey: number | null
}

interface ObservationRow {
  monitor_key: number
  region: number | null
  code: string
  seen_at: number
  first_seen_at: number
  certificate: string
}

const selectRecent = bulk<ObservationRow>(
  { monitor_key: 'int4', endpoint: 'text' },
  `select s.monitor_key, s.region, r.code, s.seen_at, coalesce(p.first_seen_at, s.seen_at) as first_seen_at,
     s.certificate
   from k
     join certificate_observations s on s.monitor_key = k.monitor_key and s.endpoint = k.endpoint
     join regions r on r.key = s.region
     left join certificate_spans p on p.monitor_key = s.monitor_key and p.endpoint = s.endpoint
       and p.fingerprint = s.fingerprint`,
)

// Monitors whose certificate was not watched before
const selectLast = bulk<ObservationRow>(
  { monitor_key: 'int4', endpoint: 'text' },
  `select c.monitor_key, null as region, r.code, c.last_seen_at as seen_at, c.first_seen_at, c.certificate
   from k
     join certificates c on c.monitor_key = k.monitor_key and c.endpoint = k.endpoint
     join regions r on r.key = c.region`,
)

/** Observations by monitor. Observations from before a change of the target are left out. */
export async function listObservations(
  db: Reader,
  endpoints: readonly { monitorKey: number; endpoint: string }[],
): Promise<Map<number, StoredObservation[]>> {
  const rowsOf = (some: typeof endpoints) => some.map(({ monitorKey, endpoint }) => [monitorKey, endpoint])
  const observations = Map.groupBy(
    (await selectRecent(db, rowsOf(endpoints))).rows.map(toObservation),
    ({ monitorKey }) => monitorKey,
  )
  const unseen = endpoints.filter(({ monitorKey }) => !observations.has(monitorKey))
  for (const row of (await selectLast(db, rowsOf(unseen))).rows) observations.set(row.monitor_key, [toObservation(row)])
  return observations
}

const toObservation = (row: ObservationRow): StoredObservation => ({
  monitorKey: row.monitor_key,
  regionKey: row.region,
  region: row.code,
  seenAt: row.seen_at,
  firstSeenAt: row.first_seen_at,
  certificate: toJudgedCertificate(JSON.parse(row.certificate)),
})

const deleteRows = bulk(
  { monitor_key: 'int4', region: 'int2', seen_at: 'int8' },
  `delete from certificate_observations
   where (monitor_key, region, seen_at) in (select monitor_key, region, seen_at from k)`,
)

export async function deleteObservations(tx: Tx, observations: readonly StoredObservation[]): Promise<void> {
  await deleteRows(
    tx,
    observations.flatMap(({ monitorKey, regionKey, seenAt }) =>
      regionKey === null ? [] : [[monitorKey, regionKey, seenAt]],
    ),
  )
}
