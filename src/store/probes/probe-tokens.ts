/** Probe tokens: hashes and their regions. */
import type { Selectable } from 'kysely'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { ProbeTokensTable } from '../tables/probes.ts'

export interface ProbeToken {
  id: string
  /** Key of the region. */
  region: number
  name: string
  createdAt: UnixMs
  lastUsedAt: number | null
  revokedAt: number | null
}

const toProbeToken = (row: Selectable<ProbeTokensTable>): ProbeToken => ({
  id: row.id,
  region: row.region,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
})

const selectByHash = prepareQuery((db: Reader, hash: string) =>
  db.selectFrom('probe_tokens').selectAll().where('token_hash', '=', hash).where('revoked_at', 'is', null),
)

/** Null when there is none, or it was revoked. */
export async function findProbeToken(db: Reader, hash: string): Promise<ProbeToken | null> {
  const [row] = await selectByHash(db, hash)
  return row ? toProbeToken(row) : null
}

const selectTokens = prepareQuery((db: Reader) =>
  db.selectFrom('probe_tokens').selectAll().orderBy('region').orderBy('created_at'),
)

/** Tokens, by region. */
export const listProbeTokens = async (db: Reader): Promise<ProbeToken[]> => (await selectTokens(db)).map(toProbeToken)

export async function insertProbeToken(tx: Tx, token: ProbeToken, hash: string): Promise<void> {
  await tx
    .insertInto('probe_tokens')
    .values({
      id: token.id,
      region: token.region,
      name: token.name,
      token_hash: hash,
      created_at: token.createdAt,
      last_used_at: token.lastUsedAt,
      revoked_at: token.revokedAt,
    })
    .execute()
}

export async function saveTokenUse(tx: Tx, id: string, at: number): Promise<void> {
  await tx.updateTable('probe_tokens').set({ last_used_at: at }).where('id', '=', id).execute()
}

/** @returns the key of its region; null when no such token was active */
export async function withdrawProbeToken(tx: Tx, id: string, at: number): Promise<number | null> {
  const row = await tx
    .updateTable('probe_tokens')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('region')
    .executeTakeFirst()
  return row?.region ?? null
}
