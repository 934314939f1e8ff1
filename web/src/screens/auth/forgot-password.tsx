import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyBox } from '../../ui/copy.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { AuthForm } from './auth-form.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { checkEmail as emailCheck, validateFields } from './checks.ts'
import { registrationQuery } from './registration.ts'

const COMMAND = 'watchkeeper reset-password you@example.com'

const Back = () => (
  <Link to="/login" className="rounded font-medium text-accent underline-offset-2 hover:underline">
    {useText().auth.backToLogin}
  </Link>
)

export default function ForgotPassword() {
  const { auth, forms } = useText()
  const labels = auth.forgot
  const { data: registration } = useQuery(registrationQuery)
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useSubmit(
    async () => {
      validateFields(forms.check, { email: [email, emailCheck] })
      return getData(api.POST('/api/auth/password/forgot', { body: { email: email.trim() } }))
    },
    { onDone: () => setSentTo(email.trim()) },
  )

  if (registration?.can_send_mail === false)
    return (
      <AuthLayout title={labels.noMailTitle} intro={labels.noMail} aside={<Back />}>
        <CopyBox value={COMMAND} label={labels.noMail} />
      </AuthLayout>
    )
  if (sentTo !== null)
    return (
      <AuthLayout title={labels.sentTitle} intro={<p role="status">{labels.sent(sentTo)}</p>} aside={<Back />}>
        <Button onClick={() => setSentTo(null)}>{labels.again}</Button>
      </AuthLayout>
    )
  return (
    <AuthLayout title={labels.title} intro={labels.intro} aside={<Back />}>
      <AuthForm form={form} fields={['email']}>
        <TextField
          label={auth.email}
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={form.findError('email')}
        />
        <Button type="submit" variant="primary" isPending={form.isPending} className="min-h-10">
          {labels.submit}
        </Button>
      </AuthForm>
    </AuthLayout>
  )
}
