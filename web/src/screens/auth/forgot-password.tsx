import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyBox } from '../../ui/copy.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { AuthForm } from './auth-form.tsx'
import { check, email as emailCheck } from './checks.ts'
import { Frame } from './frame.tsx'
import { registrationQuery } from './registration.ts'

const COMMAND = 'watchkeeper reset-password you@example.com'

const Back = () => (
  <Link to="/login" className="rounded font-medium text-accent underline-offset-2 hover:underline">
    {useText().auth.backToLogin}
  </Link>
)

export default function ForgotPassword() {
  const { auth, forms } = useText()
  const words = auth.forgot
  const { data: registration } = useQuery(registrationQuery)
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useSubmit(
    async () => {
      check(forms.check, { email: [email, emailCheck] })
      return dataOf(api.POST('/api/auth/password/forgot', { body: { email: email.trim() } }))
    },
    { onDone: () => setSentTo(email.trim()) },
  )

  if (registration?.can_send_mail === false)
    return (
      <Frame title={words.noMailTitle} intro={words.noMail} aside={<Back />}>
        <CopyBox value={COMMAND} label={words.noMail} />
      </Frame>
    )
  if (sentTo !== null)
    return (
      <Frame title={words.sentTitle} intro={<p role="status">{words.sent(sentTo)}</p>} aside={<Back />}>
        <Button onClick={() => setSentTo(null)}>{words.again}</Button>
      </Frame>
    )
  return (
    <Frame title={words.title} intro={words.intro} aside={<Back />}>
      <AuthForm form={form} fields={['email']}>
        <TextField
          label={auth.email}
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={form.errorOf('email')}
        />
        <Button type="submit" look="primary" isPending={form.isPending} className="min-h-10">
          {words.submit}
        </Button>
      </AuthForm>
    </Frame>
  )
}
