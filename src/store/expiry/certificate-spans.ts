/**
 * Certificate history of each target: one row per certificate, the last few of a monitor. It is written together with
 * the last certificate.
 */

import { type CertificateSpan, HISTORY_LENGTH } from '../../core/expiry/certificate-history.ts'
import type { ChainCertificate, SeenCertificate } from '../../core/results/certificate.ts'
import { bulk } from '../platform/bulk.ts'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'

/** A certificate as observed by a region. */
export interface ObservedCertificate {
  monitorKey: number
  regionKey: number
  certificate: SeenCertificate
  /** Unix ms. */
  seenAt: number
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
export async function saveSpans(tx: Tx, observed: readonly ObservedCertificate[]): Promise<void> {
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

const select = prepareQuery((db: Reader, monitorKey: number, endpoint: string) =>
  db
    .selectFrom('certificate_spans')
    .select(['certificate', 'first_seen_at', 'last_seen_at'])
    .where('monitor_key', '=', monitorKey)
    .where('endpoint', '=', endpoint),
)

/** Certificates, the most recently observed first. */
export async function listSpans(db: Reader, monitorKey: number, endpoint: string): Promise<CertificateSpan[]> {
  const rows = await select(db, monitorKey, endpoint)
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
