import type { Schemas } from '../../api/types.ts'

export type SentInvitation = Schemas['SentInvitation']

export interface InviteProps {
  token: string
  invitation: SentInvitation
  /** Email address of the signed-in user; null when no user is signed in. */
  signedInAs: string | null
}
