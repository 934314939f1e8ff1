/** Probes: remote probes, and the probe threads of servers. */
import { type Selectable, sql } from 'kysely'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { Absence, ProbeHealth } from '../../core/probes/probe-health.ts'
import type { Member, ProbeRegistration, ProbeVitals } from '../../core/probes/protocol.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { ProbesTable } from '../tables/probes.ts'

export interface Probe extends Member, ProbeHealth {
  key: number
  /** Key of the region. */
  region: number
  /** Null for the probe thread of a server. */
  tokenId: string | null
  name: string
  version: string
  address: string | null
  seenAt: UnixMs
  leaseUntil: number
  isLive: boolean
  /** Whether it has signed off or its token was revoked: its absence is expected. */
  isStopped: boolean
  /** Epoch of its region whose members it uses. */
  epoch: number
  /** Null until the first report. */
  vitals: ProbeVitals | null
  /** The last absence. */
  absence: Absence | null
}

/** Replaces the end of a lease when the absence is expected. */
const DISMISSED = 0

const toProbe = (row: Selectable<ProbesTable>): Probe => ({
  key: row.key,
  id: row.id,
  region: row.region,
  tokenId: row.token_id,
  name: row.name,
  version: row.version,
  address: row.address,
  registeredAt: row.registered_at,
  seenAt: row.seen_at,
  leaseUntil: row.lease_until,
  isLive: row.is_live === 1,
  isStopped: row.is_live === 0 && row.lease_until === DISMISSED,
  epoch: row.epoch,
  vitals: row.vitals === null ? null : JSON.parse(row.vitals),
  stuckSince: row.stuck_since,
  trialUntil: row.trial_until,
  absence: toAbsence(row),
  capabilities: { icmp: row.icmp === 1, ipv6: row.ipv6 === 1 },
})

const toAbsence = (row: Pick<Selectable<ProbesTable>, 'absent_since' | 'absent_until'>): Absence | null =>
  row.absent_since === null || row.absent_until === null ? null : { since: row.absent_since, until: row.absent_until }

const selectLive = prepareQuery((db: Reader, region: number) =>
  db.selectFrom('probes').selectAll().where('region', '=', region).where('is_live', '=', 1).orderBy('id'),
)

/** Live probes of a region, by id. */
export const listLiveProbes = async (db: Reader, region: number): Promise<Probe[]> =>
  (await selectLive(db, region)).map(toProbe)

const selectAllProbes = prepareQuery((db: Reader) =>
  db.selectFrom('probes').selectAll().orderBy('region').orderBy('id'),
)

/** Probes, by region. There is one per machine, plus recently lost probes. */
export const listProbes = async (db: Reader): Promise<Probe[]> => (await selectAllProbes(db)).map(toProbe)

const selectAllLive = prepareQuery((db: Reader) =>
  db.selectFrom('probes').selectAll().where('is_live', '=', sql.lit(1)).orderBy('region').orderBy('id'),
)

/** Live probes, by region. */
export const listAllLiveProbes = async (db: Reader): Promise<Probe[]> => (await selectAllLive(db)).map(toProbe)

const selectOne = prepareQuery((db: Reader, id: string) => db.selectFrom('probes').selectAll().where('id', '=', id))

export async function findProbe(db: Reader, id: string): Promise<Probe | null> {
  const [row] = await selectOne(db, id)
  return row ? toProbe(row) : null
}

interface Registration {
  hello: ProbeRegistration
  /** Key of the region. */
  region: number
  tokenId: string | null
  address: string | null
  session: string
  leaseUntil: number
  /** Epoch of the member list that the probe uses; 0 when the server does not know that list. */
  epoch: number
  trialUntil: number | null
  absence: Absence | null
}

/** Inserts a probe, or starts a new session of an existing one. */
export async function saveRegistration(tx: Tx, registration: Registration, now: number): Promise<void> {
  const { hello, region, tokenId, address, session, leaseUntil, epoch, trialUntil, absence } = registration
  const columns = {
    region,
    token_id: tokenId,
    name: hello.name,
    version: hello.version,
    icmp: hello.capabilities.icmp ? 1 : 0,
    ipv6: hello.capabilities.ipv6 ? 1 : 0,
    address,
    session,
    registered_at: now,
    seen_at: now,
    lease_until: leaseUntil,
    is_live: 1,
    epoch,
    vitals: null,
    stuck_since: null,
    trial_until: trialUntil,
    absent_since: absence?.since ?? null,
    absent_until: absence?.until ?? null,
  } as const
  await tx
    .insertInto('probes')
    .values({ id: hello.probeId, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}

export interface ProbeHeartbeat {
  leaseUntil: number
  epoch: number
  vitals: ProbeVitals | null
  stuckSince: number | null
  trialUntil: number | null
}

/** Records a heartbeat, and returns whether its session is still valid. */
export async function saveProbeHeartbeat(
  tx: Tx,
  { id, session }: { id: string; session: string },
  heartbeat: ProbeHeartbeat,
  now: number,
) {
  const { numUpdatedRows } = await tx
    .updateTable('probes')
    .set((eb) => ({
      seen_at: now,
      lease_until: heartbeat.leaseUntil,
      // When two requests cross, the later epoch counts
      epoch: eb.case().when('epoch', '<', heartbeat.epoch).then(heartbeat.epoch).else(eb.ref('epoch')).end(),
      vitals: heartbeat.vitals && JSON.stringify(heartbeat.vitals),
      stuck_since: heartbeat.stuckSince,
      trial_until: heartbeat.trialUntil,
    }))
    .where('id', '=', id)
    .where('session', '=', session)
    .where('is_live', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const selectSession = prepareQuery((db: Reader, id: string, session: string) =>
  db.selectFrom('probes').selectAll().where('id', '=', id).where('session', '=', session).where('is_live', '=', 1),
)

/** Null when the session is not of a live probe. */
export async function findSession(db: Reader, id: string, session: string): Promise<Probe | null> {
  const [row] = await selectSession(db, id, session)
  return row ? toProbe(row) : null
}

/**
 * Closes the session of a probe, which is then no longer live.
 *
 * @returns the region whose member it was; null when it was none
 */
export async function closeSession(tx: Tx, id: string, session: string): Promise<number | null> {
  const row = await tx
    .updateTable('probes')
    .set({ is_live: 0, lease_until: DISMISSED })
    .where('id', '=', id)
    .where('session', '=', session)
    .where('is_live', '=', 1)
    .returning('region')
    .executeTakeFirst()
  return row?.region ?? null
}

/** Ends the membership of probes in these regions whose lease has expired, and returns these probes. */
export async function expireLeases(tx: Tx, regions: readonly number[], now: number): Promise<Probe[]> {
  const rows = await tx
    .updateTable('probes')
    .set({ is_live: 0 })
    .where('region', 'in', [...regions])
    .where('is_live', '=', 1)
    .where('lease_until', '<=', now)
    .returningAll()
    .execute()
  return rows.map(toProbe)
}

const selectLapsed = prepareQuery((db: Reader, now: number) =>
  db
    .selectFrom('probes')
    .select('region')
    .distinct()
    .where('is_live', '=', sql.lit(1))
    .where('lease_until', '<=', now)
    .orderBy('region'),
)

/** Keys of regions with members whose lease has expired. */
export const listLapsedRegions = async (db: Reader, now: number): Promise<number[]> =>
  (await selectLapsed(db, now)).map(({ region }) => region)

/** Extends leases that probes could not renew because the service was unavailable. */
export async function extendLeases(tx: Tx, until: number): Promise<void> {
  await tx
    .updateTable('probes')
    .set({ lease_until: until })
    .where('is_live', '=', sql.lit(1))
    .where('lease_until', '<', until)
    .execute()
}

/** Shortens leases to `until`, after the clock that set them was set back. */
export async function shortenLeases(tx: Tx, until: number): Promise<void> {
  await tx
    .updateTable('probes')
    .set({ lease_until: until })
    .where('is_live', '=', sql.lit(1))
    .where('lease_until', '>', until)
    .execute()
}

/**
 * Records that a server scans for lost probes.
 *
 * @returns time of the previous scan, Unix ms; 0 when there was none
 */
export async function saveScanTime(tx: Tx, now: number): Promise<number> {
  const before = await tx.selectFrom('probe_watch').select('checked_at').executeTakeFirst()
  await tx.updateTable('probe_watch').set({ checked_at: now }).execute()
  return before?.checked_at ?? 0
}

/** Ends the membership of probes that registered with a token. */
export async function closeTokenSessions(tx: Tx, tokenId: string): Promise<void> {
  await tx
    .updateTable('probes')
    .set({ is_live: 0, lease_until: DISMISSED })
    .where('token_id', '=', tokenId)
    .where('is_live', '=', 1)
    .execute()
}

/** Ends the membership of the probe threads of servers. */
export async function closeServerSessions(tx: Tx): Promise<void> {
  await tx
    .updateTable('probes')
    .set({ is_live: 0, lease_until: DISMISSED })
    .where('token_id', 'is', null)
    .where('is_live', '=', 1)
    .execute()
}

/** Time at which the next lease ends, Unix ms; null when no probe is live. */
export async function findNextLeaseEnd(db: Reader): Promise<number | null> {
  const row = await db
    .selectFrom('probes')
    .select('lease_until')
    .where('is_live', '=', 1)
    .orderBy('lease_until')
    .limit(1)
    .executeTakeFirst()
  return row?.lease_until ?? null
}

/** Deletes probes not seen since a time; probes that were live only briefly are deleted sooner. */
export async function deleteLostProbes(tx: Tx, before: number, shortLived: { ms: number; before: number }) {
  await tx
    .deleteFrom('probes')
    .where('is_live', '=', 0)
    .where((eb) =>
      eb.or([
        eb('seen_at', '<', before),
        eb.and([
          eb('seen_at', '<', shortLived.before),
          eb(eb('seen_at', '-', eb.ref('registered_at')), '<', shortLived.ms),
        ]),
      ]),
    )
    .execute()
}
