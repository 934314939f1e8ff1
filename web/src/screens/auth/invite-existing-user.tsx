import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { COOKIE_HEADER } from '../../api/session.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { AuthForm } from './auth-form.tsx'
import { checkFilled, validateFields } from './checks.ts'
import type { InviteProps } from './invitation.ts'
import { useInviteProblemText, useStartJoinedSession } from './use-invite.ts'

/** Invitation for an address with an account. The user proves ownership with a session or the password. */
export function InviteExistingUser({ token, invitation, signedInAs }: InviteProps) {
  const { auth, forms } = useText()
  const labels = auth.invite
  const describeProblem = useInviteProblemText()
  const joined = useStartJoinedSession(invitation)
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const isItself = signedInAs === invitation.email
  const form = useSubmit(
    async () => {
      if (!isItself)
        validateFields(forms.check, {
          password: [password, checkFilled],
          ...(needsCode && { totp: [totp, checkFilled] }),
        })
      const proof = isItself ? {} : { password, ...(needsCode && { totp: totp.trim() }) }
      return getData(api.POST('/api/auth/invitations/accept', { headers: COOKIE_HEADER, body: { token, ...proof } }))
    },
    { onDone: joined, onFailed: ({ details }) => details.totp_required === true && setNeedsCode(true) },
  )
  const isAboutCode = form.problem?.details.totp_required === true
  const isFirstAsking = isAboutCode && totp === ''

  return (
    <AuthForm
      form={isFirstAsking ? { ...form, problem: null } : form}
      fields={['password', 'totp']}
      describeProblem={(problem) => (isAboutCode ? auth.code.wrong : describeProblem(problem))}
    >
      {isItself ? (
        <p>{labels.signedInAs(signedInAs)}</p>
      ) : (
        <>
          {signedInAs !== null && (
            <p className="rounded-md bg-degraded-soft px-3 py-2 text-degraded">
              {labels.otherAccount(signedInAs, invitation.email)}
            </p>
          )}
          <p className="text-muted">{labels.knownIntro}</p>
          <TextField label={auth.email} type="email" autoComplete="username" readOnly value={invitation.email} />
          <PasswordField
            label={auth.password}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={form.findError('password')}
          />
          {needsCode && (
            <TextField
              label={auth.code.label}
              help={auth.code.intro}
              name="totp"
              autoFocus
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              value={totp}
              onChange={(event) => setTotp(event.target.value)}
              error={form.findError('totp')}
            />
          )}
        </>
      )}
      <Button type="submit" variant="primary" isPending={form.isPending} className="min-h-10">
        {labels.accept}
      </Button>
    </AuthForm>
  )
}
