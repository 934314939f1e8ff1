/** Links to the picture of a project. */
import type { Selectable } from 'kysely'
import { LOOM_LINK, type LoomLink } from '../../core/accounts/loom-link.ts'
import { createColumnMapper } from '../platform/queries/project-rows.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { LoomLinksTable } from '../tables/accounts.ts'

const { toFields, toColumns } = createColumnMapper(LOOM_LINK, 'loom_links', {})

const toLink = (row: Selectable<LoomLinksTable>): LoomLink => ({
  id: row.id,
  projectId: row.project_id,
  ...toFields(row),
  createdAt: row.created_at,
})

/** Lists the links of a project, newest first. */
export async function listLoomLinks(db: Reader, projectId: string): Promise<LoomLink[]> {
  const query = db.selectFrom('loom_links').selectAll().where('project_id', '=', projectId)
  return (await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()).map(toLink)
}

/** @param tokenHash SHA-256 of the token, hex */
export async function findLoomLink(db: Reader, tokenHash: string): Promise<LoomLink | null> {
  const row = await db.selectFrom('loom_links').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
  return row ? toLink(row) : null
}

export async function insertLoomLink(tx: Tx, link: LoomLink, tokenHash: string): Promise<void> {
  const { id, projectId, createdAt } = link
  const row = { id, project_id: projectId, token_hash: tokenHash, created_at: createdAt, ...toColumns(link) }
  await tx.insertInto('loom_links').values(row).execute()
}

export async function deleteLoomLink(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('loom_links').where('id', '=', id).execute()
}
