import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { getSession } from '../../api/session.ts'
import { closeSession } from '../../app/sign-out.ts'
import { useText } from '../../text/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { AuthForm } from './auth-form.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { checkNewPassword, validateFields } from './checks.ts'
import { useLinkToken } from './link-token.ts'
import { NewPasswordField } from './new-password-field.tsx'

export default function ResetPassword() {
  const { auth, forms } = useText()
  const labels = auth.reset
  const token = useLinkToken()
  const [password, setPassword] = useState('')
  const [isDone, setDone] = useState(false)
  const form = useSubmit(
    async () => {
      validateFields(forms.check, { password: [password, checkNewPassword] })
      await getData(api.POST('/api/auth/password/reset', { body: { token, password } }))
      // The server has ended every session of the account, including one of this page
      if (getSession().state === 'in') closeSession()
    },
    { onDone: () => setDone(true) },
  )

  if (isDone)
    return (
      <AuthLayout title={labels.doneTitle} intro={<p role="status">{labels.done}</p>}>
        <ButtonLink to="/login" variant="primary">
          {auth.login.submit}
        </ButtonLink>
      </AuthLayout>
    )
  if (token === '' || form.problem?.code === 'INVALID_TOKEN')
    return (
      <AuthLayout title={labels.badTitle} intro={<p role="alert">{labels.bad}</p>}>
        <ButtonLink to="/forgot-password" variant="primary">
          {labels.another}
        </ButtonLink>
      </AuthLayout>
    )
  return (
    <AuthLayout title={labels.title} intro={labels.intro}>
      <AuthForm form={form} fields={['password']}>
        <NewPasswordField label={auth.newPassword} form={form} value={password} onChange={setPassword} autoFocus />
        <Button type="submit" variant="primary" isPending={form.isPending} className="min-h-10">
          {labels.submit}
        </Button>
      </AuthForm>
    </AuthLayout>
  )
}
