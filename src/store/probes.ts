/** Who checks: probes elsewhere, and the threads of servers. */
import type { Selectable } from 'kysely'
import type { Member, ProbeHello, ProbeVitals } from '../core/protocol.ts'
import { dialectOf } from './bulk.ts'
import { prepared } from './prepared.ts'
import type { Reader, Tx } from './store.ts'
import type { ProbesTable } from './tables/probes.ts'

export interface Probe extends Member {
  key: number
  /** Key of the region. */
  region: number
  /** Null for the thread of a server. */
  tokenId: string | null
  name: string
  version: string
  address: string | null
  /** Unix ms. */
  registeredAt: number
  seenAt: number
  leaseUntil: number
  isLive: boolean
  /** It said that it stops, or its token was withdrawn: it is not missed. */
  isDismissed: boolean
  /** Of its region, by whose members it goes. */
  epoch: number
  /** Null until it said how it does. */
  vitals: ProbeVitals | null
  /** Since when its checks do not get on; null when they do. */
  stuckSince: number | null
}

/** In place of the end of a lease: nobody waited for it. */
const DISMISSED = 0

const probeOf = (row: Selectable<ProbesTable>): Probe => ({
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
  isDismissed: row.is_live === 0 && row.lease_until === DISMISSED,
  epoch: row.epoch,
  vitals: row.vitals === null ? null : JSON.parse(row.vitals),
  stuckSince: row.stuck_since,
  capabilities: { icmp: row.icmp === 1, ipv6: row.ipv6 === 1 },
})

const selectLive = prepared((db: Reader, region: number) =>
  db.selectFrom('probes').selectAll().where('region', '=', region).where('is_live', '=', 1).orderBy('id'),
)

/** By id. */
export const listLiveProbes = async (db: Reader, region: number): Promise<Probe[]> =>
  (await selectLive(db, region)).map(probeOf)

const selectAllProbes = prepared((db: Reader) => db.selectFrom('probes').selectAll().orderBy('region').orderBy('id'))

/** By region. There are as many as machines, and those that were lost lately. */
export const listProbes = async (db: Reader): Promise<Probe[]> => (await selectAllProbes(db)).map(probeOf)

const selectOne = prepared((db: Reader, id: string) => db.selectFrom('probes').selectAll().where('id', '=', id))

export async function findProbe(db: Reader, id: string): Promise<Probe | null> {
  const [row] = await selectOne(db, id)
  return row ? probeOf(row) : null
}

export interface Registration {
  hello: ProbeHello
  /** Key of the region. */
  region: number
  tokenId: string | null
  address: string | null
  session: string
  leaseUntil: number
  /** Epoch by whose members it goes; 0 when it does not go by any that are known. */
  epoch: number
}

/** Makes it, or begins a new session of the one that there is. */
export async function saveRegistration(tx: Tx, registration: Registration, now: number): Promise<void> {
  const { hello, region, tokenId, address, session, leaseUntil, epoch } = registration
  const said = {
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
  } as const
  await tx
    .insertInto('probes')
    .values({ id: hello.probeId, ...said })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(said))
    .execute()
}

export interface Sign {
  leaseUntil: number
  epoch: number
  vitals: ProbeVitals | null
  stuckSince: number | null
}

/** It was heard of. @returns null when its session is void; otherwise what was known of it before */
export async function saveSign(
  tx: Tx,
  session: { id: string; session: string },
  signOf: (before: Probe) => Sign,
  now: number,
): Promise<{ before: Probe; sign: Sign } | null> {
  const query = tx
    .selectFrom('probes')
    .selectAll()
    .where('id', '=', session.id)
    .where('session', '=', session.session)
    .where('is_live', '=', 1)
  const row = await (dialectOf(tx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
  if (!row) return null
  const before = probeOf(row)
  const sign = signOf(before)
  await tx
    .updateTable('probes')
    .set({
      seen_at: now,
      lease_until: sign.leaseUntil,
      epoch: sign.epoch,
      vitals: sign.vitals && JSON.stringify(sign.vitals),
      stuck_since: sign.stuckSince,
    })
    .where('key', '=', before.key)
    .execute()
  return { before, sign }
}

const selectSession = prepared((db: Reader, id: string, session: string) =>
  db
    .selectFrom('probes')
    .select('token_id')
    .where('id', '=', id)
    .where('session', '=', session)
    .where('is_live', '=', 1),
)

/** Null when it is not that of a live probe. */
export async function findSession(db: Reader, id: string, session: string): Promise<{ tokenId: string | null } | null> {
  const [row] = await selectSession(db, id, session)
  return row ? { tokenId: row.token_id } : null
}

/** The probe of this session is alive no more. @returns the region it was a member of; null when it was none */
export async function endSession(tx: Tx, id: string, session: string): Promise<number | null> {
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

/** Those that were not heard of in time are members no more. @returns them */
export async function endLeases(tx: Tx, now: number): Promise<Probe[]> {
  const rows = await tx
    .updateTable('probes')
    .set({ is_live: 0 })
    .where('is_live', '=', 1)
    .where('lease_until', '<=', now)
    .returningAll()
    .execute()
  return rows.map(probeOf)
}

/** Whoever could not be heard for our own sake is given time. */
export async function extendLeases(tx: Tx, until: number): Promise<void> {
  await tx
    .updateTable('probes')
    .set({ lease_until: until })
    .where('is_live', '=', 1)
    .where('lease_until', '<', until)
    .execute()
}

/** Those that came with a token are members no more. @returns keys of their regions */
export async function endProbesOfToken(tx: Tx, tokenId: string): Promise<number[]> {
  const rows = await tx
    .updateTable('probes')
    .set({ is_live: 0, lease_until: DISMISSED })
    .where('token_id', '=', tokenId)
    .where('is_live', '=', 1)
    .returning('region')
    .execute()
  return rows.map(({ region }) => region)
}

/** The threads of servers are members no more. */
export async function endServerProbes(tx: Tx): Promise<void> {
  await tx
    .updateTable('probes')
    .set({ is_live: 0, lease_until: DISMISSED })
    .where('token_id', 'is', null)
    .where('is_live', '=', 1)
    .execute()
}

/** When the next lease ends, Unix ms; null when nobody is alive. */
export async function nextLeaseEnd(db: Reader): Promise<number | null> {
  const row = await db
    .selectFrom('probes')
    .select('lease_until')
    .where('is_live', '=', 1)
    .orderBy('lease_until')
    .limit(1)
    .executeTakeFirst()
  return row?.lease_until ?? null
}

/** Forgets those that were not seen since. */
export async function deleteLostProbes(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('probes').where('is_live', '=', 0).where('seen_at', '<', before).execute()
}
