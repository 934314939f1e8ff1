import type { Schemas } from '../../api/types.ts'

export type SentInvitation = Schemas['SentInvitation']

export interface InviteProps {
  token: string
  invitation: SentInvitation
  /** Address of the user who is signed in here; null when no user is. */
  signedInAs: string | null
}
