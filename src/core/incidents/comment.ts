/** Comments: a discussion among members about an incident, separate from its updates. */
import { createInvalid, Problem } from '../platform/errors.ts'
import { MINUTE_MS } from '../platform/time/time.ts'

/** All times are Unix ms. */
export interface Comment {
  id: string
  incidentId: string
  /** Null when the account was deleted; the name and the email address are then null, too. */
  userId: string | null
  userName: string | null
  userEmail: string | null
  /** Empty after deletion. */
  text: string
  isInternal: boolean
  createdAt: number
  updatedAt: number
  deletedAt: number | null
}

/** Time for which an author may edit or delete a comment. The last millisecond counts. */
const CHANGE_WITHIN_MS = 15 * MINUTE_MS

/** Returns the reason why this user may not edit or delete the comment now; null when the user may. */
export function refuseChange(comment: Comment, userId: string, now: number): Problem | null {
  if (comment.userId !== userId) return new Problem('FORBIDDEN', 'Only the author can change a comment')
  if (comment.deletedAt !== null) return createInvalid({ field: 'commentId', message: 'this comment has been deleted' })
  if (now - comment.createdAt <= CHANGE_WITHIN_MS) return null
  return createInvalid({ field: 'commentId', message: 'a comment can only be changed within 15 minutes' })
}
