import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { COOKIE_HEADER } from '../../api/session.ts'
import { hasUnsent } from '../../api/unsent.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { AuthForm } from './auth-form.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { checkFilled, checkEmail as emailCheck, validateFields } from './checks.ts'
import { CodeForm } from './code-form.tsx'
import { registrationQuery } from './registration.ts'
import { useReturnPath, useStartSession } from './use-start-session.ts'

const LINK = 'rounded font-medium text-accent underline-offset-2 hover:underline'

export default function Login() {
  const { auth, forms } = useText()
  const returnPath = useReturnPath()
  const { data: registration } = useQuery(registrationQuery)
  const enter = useStartSession()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [isInterrupted] = useState(hasUnsent)

  const send = (totp?: string) =>
    getData(
      api.POST('/api/auth/login', {
        headers: COOKIE_HEADER,
        body: { email: email.trim(), password, ...(totp && { totp }) },
      }),
    )
  const form = useSubmit(
    async () => {
      validateFields(forms.check, { email: [email, emailCheck], password: [password, checkFilled] })
      return send()
    },
    {
      onDone: enter,
      onFailed: ({ details }) => details.totp_required === true && setNeedsCode(true),
    },
  )

  if (registration?.has_accounts === false) return <Navigate to="/register" replace />
  if (needsCode)
    return (
      <CodeForm
        send={send}
        onDone={enter}
        onBack={() => {
          setNeedsCode(false)
          setPassword('')
          form.reset()
        }}
      />
    )
  return (
    <AuthLayout
      title={auth.login.title}
      intro={isInterrupted && auth.login.interrupted}
      aside={
        registration?.registration === 'open' && (
          <p>
            {auth.login.noAccount}{' '}
            <Link to="/register" search={{ onward: returnPath }} className={LINK}>
              {auth.login.register}
            </Link>
          </p>
        )
      }
    >
      <AuthForm
        form={form}
        fields={['email', 'password']}
        describeProblem={({ code }) => (code === 'INVALID_CREDENTIALS' ? auth.login.wrong : undefined)}
      >
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
        <PasswordField
          label={auth.password}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={form.findError('password')}
        />
        <Button type="submit" variant="primary" isPending={form.isPending} className="mt-1 min-h-10">
          {auth.login.submit}
        </Button>
        <Link to="/forgot-password" className={`${LINK} self-center py-1`}>
          {auth.login.forgot}
        </Link>
      </AuthForm>
    </AuthLayout>
  )
}
