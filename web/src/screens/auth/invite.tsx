import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../text/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton, Trouble } from '../../ui/trouble.tsx'
import { Frame } from './frame.tsx'
import { InviteKnown } from './invite-known.tsx'
import { InviteNew } from './invite-new.tsx'
import { useLinkToken } from './link-token.ts'

export default function Invite() {
  const { auth, status } = useText()
  const token = useLinkToken()
  const { state } = useSession()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await dataOf(api.POST('/api/auth/invitations/look-up', { body: { token } }))).invitation,
  })
  const me = useQuery({
    queryKey: ['invitation', 'me'],
    enabled: state === 'in',
    queryFn: async () => (await dataOf(api.GET('/api/auth/me'))).user,
  })

  if (token === '' || (invitation.error && asProblem(invitation.error).code === 'INVALID_TOKEN'))
    return (
      <Frame title={auth.invite.badTitle} intro={<p role="alert">{auth.invite.bad}</p>}>
        <ButtonLink to="/login">{auth.backToLogin}</ButtonLink>
      </Frame>
    )
  if (invitation.error)
    return (
      <Frame title={auth.invite.title}>
        <Trouble error={invitation.error} onRetry={() => void invitation.refetch()} />
      </Frame>
    )
  if (!invitation.data || (state === 'in' && me.isPending))
    return (
      <Frame title={auth.invite.title}>
        <Skeleton />
      </Frame>
    )
  const { data } = invitation
  const Screen = data.account_exists ? InviteKnown : InviteNew
  return (
    <Frame
      title={auth.invite.joinTitle(data.organization_name)}
      intro={auth.invite.intro(data.invited_by_name, data.organization_name, status.role[data.role])}
    >
      <Screen token={token} invitation={data} signedInAs={me.data?.email ?? null} />
    </Frame>
  )
}
