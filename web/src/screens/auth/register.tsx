import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { COOKIE_HEADER } from '../../api/session.ts'
import { useText } from '../../text/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { AuthForm } from './auth-form.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { checkFilled, checkNewPassword, checkEmail as emailCheck, validateFields } from './checks.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { registrationQuery } from './registration.ts'
import { useReturnPath, useStartSession } from './use-start-session.ts'

/** The form appears after this time without the setting. The server checks the setting itself. */
const SETTING_LIMIT_MS = 3_000

export default function Register() {
  const { auth } = useText()
  const { data } = useQuery(registrationQuery)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SETTING_LIMIT_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!data && !isLate)
    return (
      <AuthLayout title={auth.register.title}>
        <Skeleton lines={5} />
      </AuthLayout>
    )
  if (data?.has_accounts && data.registration !== 'open')
    return (
      <AuthLayout
        title={auth.register.closedTitle}
        intro={data.registration === 'invite' ? auth.register.inviteOnly : auth.register.closed}
      >
        <ButtonLink to="/login">{auth.backToLogin}</ButtonLink>
      </AuthLayout>
    )
  return <RegisterForm isFirst={data?.has_accounts === false} />
}

function RegisterForm({ isFirst }: { isFirst: boolean }) {
  const { auth, forms } = useText()
  const returnPath = useReturnPath()
  const enter = useStartSession('/monitors/new')
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [organization, setOrganization] = useState('')

  const form = useSubmit(
    async () => {
      validateFields(forms.check, {
        name: [name, checkFilled],
        email: [email, emailCheck],
        password: [password, checkNewPassword],
      })
      return getData(
        api.POST('/api/auth/register', {
          headers: COOKIE_HEADER,
          body: {
            email: email.trim(),
            password,
            name: name.trim(),
            ...(organization.trim() && { organization_name: organization.trim() }),
          },
        }),
      )
    },
    { onDone: enter },
  )
  const labels = auth.register
  return (
    <AuthLayout
      title={isFirst ? labels.firstTitle : labels.title}
      intro={isFirst && labels.firstIntro}
      aside={
        !isFirst && (
          <p>
            {labels.hasAccount}{' '}
            <Link
              to="/login"
              search={{ onward: returnPath }}
              className="rounded font-medium text-accent underline-offset-2 hover:underline"
            >
              {auth.login.submit}
            </Link>
          </p>
        )
      }
    >
      <AuthForm
        form={form}
        fields={['name', 'email', 'password', 'organization_name']}
        describeProblem={({ code }) => {
          if (code === 'CONFLICT') return null
          return code === 'REGISTRATION_CLOSED' ? labels.closed : undefined
        }}
      >
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
        <TextField
          label={auth.email}
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={form.problem?.code === 'CONFLICT' ? labels.taken : form.findError('email')}
        />
        <NewPasswordField label={auth.password} form={form} value={password} onChange={setPassword} />
        <TextField
          label={auth.organizationName}
          help={auth.organizationHelp}
          isOptional
          name="organization"
          autoComplete="organization"
          maxLength={100}
          value={organization}
          onChange={(event) => setOrganization(event.target.value)}
          error={form.findError('organization_name')}
        />
        <Button type="submit" variant="primary" isPending={form.isPending} className="mt-1 min-h-10">
          {labels.submit}
        </Button>
      </AuthForm>
    </AuthLayout>
  )
}
