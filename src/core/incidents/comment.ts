/** What people say to each other about an incident, beside its own record. */
import { createInvalid, Problem } from '../platform/errors.ts'
import { MINUTE_MS } from '../platform/time/time.ts'

/** All times are Unix ms. */
export interface Comment {
  id: string
  incidentId: string
  /** Null when the account is gone, and name and address with it. */
  userId: string | null
  userName: string | null
  userEmail: string | null
  /** Empty once it is deleted. */
  text: string
  isInternal: boolean
  createdAt: number
  updatedAt: number
  deletedAt: number | null
}

/** How long an author may change their mind; the last millisecond counts. */
const CHANGE_WITHIN_MS = 15 * MINUTE_MS

/** Why this person may not edit or delete the comment at this moment; null when they may. */
export function refuseChange(comment: Comment, userId: string, now: number): Problem | null {
  if (comment.userId !== userId) return new Problem('FORBIDDEN', 'Only the author can change a comment')
  if (comment.deletedAt !== null) return createInvalid({ field: 'commentId', message: 'this comment has been deleted' })
  if (now - comment.createdAt <= CHANGE_WITHIN_MS) return null
  return createInvalid({ field: 'commentId', message: 'a comment can only be changed within 15 minutes' })
}
