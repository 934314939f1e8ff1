import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { currentSession } from '../../api/session.ts'
import { signOut } from '../../app/sign-out.ts'
import { useText } from '../../text/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { AuthForm } from './auth-form.tsx'
import { check, newPassword } from './checks.ts'
import { Frame } from './frame.tsx'
import { useLinkToken } from './link-token.ts'
import { NewPasswordField } from './new-password-field.tsx'

export default function ResetPassword() {
  const { auth, forms } = useText()
  const words = auth.reset
  const token = useLinkToken()
  const [password, setPassword] = useState('')
  const [isDone, setDone] = useState(false)
  const form = useSubmit(
    async () => {
      check(forms.check, { password: [password, newPassword] })
      await dataOf(api.POST('/api/auth/password/reset', { body: { token, password } }))
      // The server has ended every session of the account: if this page had one of them, it is over
      if (currentSession().state === 'in') await signOut()
    },
    { onDone: () => setDone(true) },
  )

  if (isDone)
    return (
      <Frame title={words.doneTitle} intro={<p role="status">{words.done}</p>}>
        <ButtonLink to="/login" look="primary">
          {auth.login.submit}
        </ButtonLink>
      </Frame>
    )
  if (token === '' || form.problem?.code === 'INVALID_TOKEN')
    return (
      <Frame title={words.badTitle} intro={<p role="alert">{words.bad}</p>}>
        <ButtonLink to="/forgot-password" look="primary">
          {words.another}
        </ButtonLink>
      </Frame>
    )
  return (
    <Frame title={words.title} intro={words.intro}>
      <AuthForm form={form} fields={['password']}>
        <NewPasswordField label={auth.newPassword} form={form} value={password} onChange={setPassword} autoFocus />
        <Button type="submit" look="primary" isPending={form.isPending} className="min-h-10">
          {words.submit}
        </Button>
      </AuthForm>
    </Frame>
  )
}
