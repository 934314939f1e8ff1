/** The last certificate of each target: one row per monitor, written only when there is something to report. */
import type { SeenCertificate } from '../../core/results/certificate.ts'
import { bulk } from '../platform/bulk.ts'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import { type ObservedCertificate, saveSpans } from './certificate-spans.ts'

// Safe: the time is in the condition, so a late observation does not replace a newer one
const upsert = bulk(
  {
    monitor_key: 'int4',
    region: 'int2',
    endpoint: 'text',
    fingerprint: 'text',
    valid_to: 'int8',
    certificate: 'text',
    first_seen_at: 'int8',
    last_seen_at: 'int8',
  },
  `insert into certificates
     (monitor_key, region, endpoint, fingerprint, valid_to, certificate, first_seen_at, last_seen_at)
   select * from k where true
   on conflict (monitor_key) do update set
     first_seen_at = case
       when certificates.fingerprint = excluded.fingerprint and certificates.endpoint = excluded.endpoint
       then certificates.first_seen_at else excluded.first_seen_at end,
     region = excluded.region, endpoint = excluded.endpoint, fingerprint = excluded.fingerprint,
     valid_to = excluded.valid_to, certificate = excluded.certificate, last_seen_at = excluded.last_seen_at
   where excluded.last_seen_at >= certificates.last_seen_at`,
)

/**
 * @param observed sorted by monitor key, so that two servers never deadlock. The last observation of each monitor is
 * its certificate; earlier observations only go to the history
 */
export async function saveCertificates(tx: Tx, observed: readonly ObservedCertificate[]): Promise<void> {
  const last = new Map(observed.map((observation) => [observation.monitorKey, observation]))
  await upsert(
    tx,
    [...last.values()].map(({ monitorKey, regionKey, certificate, seenAt }) => [
      monitorKey,
      regionKey,
      certificate.endpoint,
      certificate.fingerprint256,
      certificate.validTo,
      JSON.stringify(certificate),
      seenAt,
      seenAt,
    ]),
  )
  await saveSpans(tx, observed)
}

export interface StoredCertificate {
  certificate: SeenCertificate
  /** Code of the region that last observed it. */
  region: string
  firstSeenAt: number
  lastSeenAt: number
}

const select = prepareQuery((db: Reader, monitorKey: number) =>
  db
    .selectFrom('certificates')
    .innerJoin('regions', 'regions.key', 'certificates.region')
    .select(['certificate', 'code', 'first_seen_at', 'last_seen_at'])
    .where('monitor_key', '=', monitorKey),
)

export async function findCertificate(db: Reader, monitorKey: number): Promise<StoredCertificate | null> {
  const [row] = await select(db, monitorKey)
  return row
    ? {
        certificate: JSON.parse(row.certificate) as SeenCertificate,
        region: row.code,
        firstSeenAt: row.first_seen_at,
        lastSeenAt: row.last_seen_at,
      }
    : null
}

export async function deleteCertificates(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  if (monitorKeys.length === 0) return
  await tx.deleteFrom('certificates').where('monitor_key', 'in', monitorKeys).execute()
  await tx.deleteFrom('certificate_spans').where('monitor_key', 'in', monitorKeys).execute()
  await tx.deleteFrom('certificate_observations').where('monitor_key', 'in', monitorKeys).execute()
}
