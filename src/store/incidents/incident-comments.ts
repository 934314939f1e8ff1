/** Comments of users on incidents. */
import type { Comment } from '../../core/incidents/incident-change.ts'
import { lockRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'

const selectComments = (db: Reader, incidentId: string) =>
  db
    .selectFrom('incident_comments as c')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .selectAll('c')
    .select(['u.id as author_id', 'u.name as author_name', 'u.email as author_email'])
    .where('c.incident_id', '=', incidentId)

type CommentRow = Awaited<ReturnType<ReturnType<typeof selectComments>['execute']>>[number]

const toComment = (row: CommentRow): Comment => ({
  id: row.id,
  incidentId: row.incident_id,
  userId: row.author_id,
  userName: row.author_name,
  userEmail: row.author_email,
  text: row.comment_text,
  isInternal: row.is_internal === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
})

/** Lists comments, oldest first, including deleted ones. */
export async function listComments(db: Reader, incidentId: string): Promise<Comment[]> {
  const rows = await selectComments(db, incidentId).orderBy('c.created_at').orderBy('c.id').execute()
  return rows.map(toComment)
}

/** Returns the text of the newest comment that is not deleted; null without one. */
export async function findLastComment(db: Reader, incidentId: string): Promise<string | null> {
  const row = await db
    .selectFrom('incident_comments')
    .select('comment_text')
    .where('incident_id', '=', incidentId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.comment_text ?? null
}

/** Finds a comment and locks it until the end of the transaction. */
export async function lockComment(tx: Tx, incidentId: string, id: string): Promise<Comment | null> {
  const query = selectComments(tx, incidentId).where('c.id', '=', id)
  const row = await lockRows(tx, query, 'c').executeTakeFirst()
  return row ? toComment(row) : null
}

export async function insertComment(
  tx: Tx,
  comment: Pick<Comment, 'id' | 'incidentId' | 'text' | 'isInternal'> & { userId: string; at: number },
): Promise<void> {
  const { id, incidentId, userId, at, ...changes } = comment
  const changing = toColumns({ ...changes, updatedAt: at, deletedAt: null })
  await tx
    .insertInto('incident_comments')
    .values({ id, incident_id: incidentId, user_id: userId, created_at: at, ...changing })
    .execute()
}

export async function saveComment(tx: Tx, comment: Comment): Promise<void> {
  await tx.updateTable('incident_comments').set(toColumns(comment)).where('id', '=', comment.id).execute()
}

type ChangeableComment = Pick<Comment, 'text' | 'isInternal' | 'updatedAt' | 'deletedAt'>

const toColumns = ({ text, isInternal, updatedAt, deletedAt }: ChangeableComment) =>
  ({
    comment_text: text,
    is_internal: isInternal ? 1 : 0,
    updated_at: updatedAt,
    deleted_at: deletedAt,
  }) as const
