/** Comments on incidents. Authors may edit them for a limited time. */
import { type AuditAction, compareFields } from '../../core/accounts/audit.ts'
import { type Comment, refuseChange } from '../../core/incidents/incident-change.ts'
import { Problem } from '../../core/platform/errors.ts'
import { insertComment, listComments, lockComment, saveComment } from '../../store/incidents/incident-comments.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { transact } from '../platform/work.ts'
import { requireIncident } from './incident-actions.ts'

/**
 * Reads comments, oldest first.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function readComments(db: Reader, projectId: string, incidentId: string): Promise<Comment[]> {
  await requireIncident(db, projectId, incidentId)
  return listComments(db, incidentId)
}

/** @throws Problem RESOURCE_NOT_FOUND */
export const addComment = (
  context: Context,
  scope: MonitorScope,
  incidentId: string,
  { text, isInternal }: Pick<Comment, 'text' | 'isInternal'>,
): Promise<Comment> =>
  transact(context, scope, async ({ tx, actor, projectId, at, newId, logAudit }) => {
    await requireIncident(tx, projectId, incidentId)
    const id = newId()
    await insertComment(tx, { id, incidentId, userId: actor.userId, text, isInternal, at })
    const changes = { incident_id: { to: incidentId }, is_internal: { to: isInternal } }
    await logAudit({ action: 'comment.created', resourceType: 'comment', resourceId: id, changes })
    return requireComment(tx, incidentId, id)
  })

/** @throws Problem RESOURCE_NOT_FOUND */
async function requireComment(tx: Tx, incidentId: string, id: string): Promise<Comment> {
  const comment = await lockComment(tx, incidentId, id)
  if (!comment) throw new Problem('RESOURCE_NOT_FOUND', `Comment ${id} does not exist on this incident`)
  return comment
}

/** Ids that identify a comment. */
interface CommentRef {
  incidentId: string
  commentId: string
}

/** @throws Problem RESOURCE_NOT_FOUND; FORBIDDEN for another user's comment; VALIDATION_ERROR after the time limit */
export const editComment = (
  context: Context,
  scope: MonitorScope,
  ref: CommentRef,
  { text, isInternal }: { text: string; isInternal?: boolean | undefined },
): Promise<Comment> =>
  changeComment(context, scope, ref, {
    action: 'comment.updated',
    apply: (before) => ({ ...before, text, isInternal: isInternal ?? before.isInternal }),
  })

/**
 * Erases the text of a comment permanently; the comment stays.
 *
 * @throws Problem as `editComment`
 */
export const deleteComment = (context: Context, scope: MonitorScope, ref: CommentRef): Promise<Comment> =>
  changeComment(context, scope, ref, {
    action: 'comment.deleted',
    apply: (before, now) => ({ ...before, text: '', deletedAt: now }),
  })

const changeComment = (
  context: Context,
  scope: MonitorScope,
  { incidentId, commentId }: CommentRef,
  { action, apply }: { action: AuditAction; apply: (before: Comment, now: number) => Comment },
): Promise<Comment> =>
  transact(context, scope, async ({ tx, actor, projectId, at, logAudit }) => {
    await requireIncident(tx, projectId, incidentId)
    const before = await requireComment(tx, incidentId, commentId)
    const refusal = refuseChange(before, actor.userId, at)
    if (refusal) throw refusal
    const after = { ...apply(before, at), updatedAt: at }
    await saveComment(tx, after)
    const changes = compareFields(toAuditFields(before), toAuditFields(after), ['comment_text'])
    if (Object.keys(changes).length > 0)
      await logAudit({ action, resourceType: 'comment', resourceId: commentId, changes })
    return after
  })

/** Returns the audited fields. The audit log records only that the text changed, not the text. */
const toAuditFields = ({ text, isInternal }: Comment) => ({ comment_text: text, is_internal: isInternal })
