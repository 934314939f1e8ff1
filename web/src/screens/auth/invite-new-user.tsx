import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { COOKIE_HEADER } from '../../api/session.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { AuthForm } from './auth-form.tsx'
import { checkFilled, checkNewPassword, validateFields } from './checks.ts'
import type { InviteProps } from './invitation.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { useInviteProblemText, useStartJoinedSession } from './use-invite.ts'

/** Invitation for an address without an account. Accepting creates the account. */
export function InviteNewUser({ token, invitation, signedInAs }: InviteProps) {
  const { auth, forms } = useText()
  const labels = auth.invite
  const describeProblem = useInviteProblemText()
  const joined = useStartJoinedSession(invitation)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const form = useSubmit(
    async () => {
      validateFields(forms.check, { name: [name, checkFilled], password: [password, checkNewPassword] })
      return getData(
        api.POST('/api/auth/invitations/accept', {
          headers: COOKIE_HEADER,
          body: { token, name: name.trim(), password },
        }),
      )
    },
    { onDone: joined },
  )
  return (
    <AuthForm form={form} fields={['name', 'password']} describeProblem={describeProblem}>
      {signedInAs !== null && (
        <p className="rounded-md bg-degraded-soft px-3 py-2 text-degraded">
          {labels.otherAccount(signedInAs, invitation.email)}
        </p>
      )}
      <p className="text-muted">{labels.newIntro}</p>
      <TextField label={auth.email} type="email" autoComplete="username" readOnly value={invitation.email} />
      <TextField
        label={auth.name}
        name="name"
        autoComplete="name"
        autoFocus
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={form.findError('name')}
      />
      <NewPasswordField label={auth.password} form={form} value={password} onChange={setPassword} />
      <Button type="submit" variant="primary" isPending={form.isPending} className="min-h-10">
        {labels.acceptNew}
      </Button>
    </AuthForm>
  )
}
