/**
 * The last certificate of each target: one row per monitor, written only when there is something to report.
 *
 * Certificate history of each target: one row per certificate, the last few of a monitor. It is written together with
 * the last certificate.
 */
import { type CertificateSpan, HISTORY_LENGTH } from '../../core/expiry/certificate-expiry.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { ChainCertificate, SeenCertificate } from '../../core/results/certificate.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'

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

const selectCertificate = prepareQuery((db: Reader, monitorKey: number) =>
  db
    .selectFrom('certificates')
    .innerJoin('regions', 'regions.key', 'certificates.region')
    .select(['certificate', 'code', 'first_seen_at', 'last_seen_at'])
    .where('monitor_key', '=', monitorKey),
)

export async function findCertificate(db: Reader, monitorKey: number): Promise<StoredCertificate | null> {
  const [row] = await selectCertificate(db, monitorKey)
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

/** A certificate as observed by a region. */
export interface ObservedCertificate {
  monitorKey: number
  regionKey: number
  certificate: SeenCertificate
  seenAt: UnixMs
}

// A late observation extends the span to its time
const extendSpan = bulk(
  {
    monitor_key: 'int4',
    endpoint: 'text',
    fingerprint: 'text',
    certificate: 'text',
    first_seen_at: 'int8',
    last_seen_at: 'int8',
  },
  `insert into certificate_spans (monitor_key, endpoint, fingerprint, certificate, first_seen_at, last_seen_at)
   select * from k where true
   on conflict (monitor_key, endpoint, fingerprint) do update set
     first_seen_at = case when excluded.first_seen_at < certificate_spans.first_seen_at
       then excluded.first_seen_at else certificate_spans.first_seen_at end,
     last_seen_at = case when excluded.last_seen_at > certificate_spans.last_seen_at
       then excluded.last_seen_at else certificate_spans.last_seen_at end`,
)

const prune = bulk(
  { monitor_key: 'int4' },
  `delete from certificate_spans where monitor_key in (select monitor_key from k) and (
     select count(*) from certificate_spans as younger
     where younger.monitor_key = certificate_spans.monitor_key and (
       younger.last_seen_at > certificate_spans.last_seen_at or (
         younger.last_seen_at = certificate_spans.last_seen_at and younger.fingerprint > certificate_spans.fingerprint
       ))) >= ${HISTORY_LENGTH}`,
)

/** @param observed sorted by monitor key; observations of one monitor in any order */
async function saveSpans(tx: Tx, observed: readonly ObservedCertificate[]): Promise<void> {
  const spans = Map.groupBy(observed, ({ monitorKey, certificate: { endpoint, fingerprint256 } }) =>
    [monitorKey, endpoint, fingerprint256].join(' '),
  )
  await extendSpan(tx, [...spans.values()].map(toRow))
  await prune(
    tx,
    [...new Set(observed.map(({ monitorKey }) => monitorKey))].map((key) => [key]),
  )
}

function toRow(observed: readonly ObservedCertificate[]): unknown[] {
  const [{ monitorKey, certificate }] = observed as [ObservedCertificate]
  const times = observed.map(({ seenAt }) => seenAt)
  const { endpoint, subject, issuer, validFrom, validTo, fingerprint256 } = certificate
  const chainCertificate: ChainCertificate = { subject, issuer, validFrom, validTo, fingerprint256 }
  return [
    monitorKey,
    endpoint,
    fingerprint256,
    JSON.stringify(chainCertificate),
    Math.min(...times),
    Math.max(...times),
  ]
}

const selectSpans = prepareQuery((db: Reader, monitorKey: number, endpoint: string) =>
  db
    .selectFrom('certificate_spans')
    .select(['certificate', 'first_seen_at', 'last_seen_at'])
    .where('monitor_key', '=', monitorKey)
    .where('endpoint', '=', endpoint),
)

/** Certificates, the most recently observed first. */
export async function listSpans(db: Reader, monitorKey: number, endpoint: string): Promise<CertificateSpan[]> {
  const rows = await selectSpans(db, monitorKey, endpoint)
  return rows
    .map((row) => ({
      ...parseCertificate(row.certificate),
      firstSeenAt: row.first_seen_at,
      lastSeenAt: row.last_seen_at,
    }))
    .sort((a, b) => b.lastSeenAt - a.lastSeenAt || b.firstSeenAt - a.firstSeenAt)
}

function parseCertificate(json: string): ChainCertificate {
  const { subject, issuer, validFrom, validTo, fingerprint256 } = JSON.parse(json) as ChainCertificate
  return { subject, issuer, validFrom, validTo, fingerprint256 }
}
