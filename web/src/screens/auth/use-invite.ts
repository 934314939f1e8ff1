import type { ApiProblem } from '../../api/problem.ts'
import type { Schemas } from '../../api/types.ts'
import { useText } from '../../text/text.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { SentInvitation } from './invitation.ts'
import { useStartSession } from './use-start-session.ts'

/** Texts for refused acceptance of an invitation. */
export function useInviteProblemText(): (problem: ApiProblem) => string | undefined {
  const { invite } = useText().auth
  return ({ code }) => {
    if (code === 'INVALID_CREDENTIALS') return invite.wrongPassword
    if (code === 'INVALID_TOKEN') return invite.bad
    if (code === 'REGISTRATION_CLOSED') return invite.closed
    return code === 'PLAN_LIMIT_REACHED' ? invite.full : undefined
  }
}

export function useStartJoinedSession({
  organization_name: name,
}: SentInvitation): (data: Schemas['SignedIn']) => void {
  const { invite } = useText().auth
  const toast = useToast()
  const enter = useStartSession()
  return (data) => {
    enter(data)
    toast.done(invite.joined(name))
  }
}
