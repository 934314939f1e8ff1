import { useQuery } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../text/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { InviteExistingUser } from './invite-existing-user.tsx'
import { InviteNewUser } from './invite-new-user.tsx'
import { useLinkToken } from './link-token.ts'

export default function Invite() {
  const { auth, status } = useText()
  const token = useLinkToken()
  const { state } = useSession()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false, // the failure offers to try again
    queryFn: async () => (await getData(api.POST('/api/auth/invitations/look-up', { body: { token } }))).invitation,
  })
  const me = useQuery({
    queryKey: ['invitation', 'me'],
    enabled: state === 'in',
    retry: false,
    queryFn: async () => (await getData(api.GET('/api/auth/me'))).user,
  })

  if (token === '' || (invitation.error && toProblem(invitation.error).code === 'INVALID_TOKEN'))
    return (
      <AuthLayout title={auth.invite.badTitle} intro={<p role="alert">{auth.invite.bad}</p>}>
        <ButtonLink to="/login">{auth.backToLogin}</ButtonLink>
      </AuthLayout>
    )
  if (invitation.error)
    return (
      <AuthLayout title={auth.invite.title}>
        <LoadError error={invitation.error} onRetry={() => void invitation.refetch()} />
      </AuthLayout>
    )
  if (!invitation.data || (state === 'in' && me.isPending))
    return (
      <AuthLayout title={auth.invite.title}>
        <Skeleton />
      </AuthLayout>
    )
  const { data } = invitation
  const Screen = data.account_exists ? InviteExistingUser : InviteNewUser
  return (
    <AuthLayout
      title={auth.invite.joinTitle(data.organization_name)}
      intro={auth.invite.intro(data.invited_by_name, data.organization_name, status.role[data.role])}
    >
      <Screen token={token} invitation={data} signedInAs={me.data?.email ?? null} />
    </AuthLayout>
  )
}
