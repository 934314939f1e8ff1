import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { COOKIE_HEADER } from '../../api/session.ts'
import { useText } from '../../text/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { Skeleton, Trouble } from '../../ui/trouble.tsx'
import { AuthForm } from './auth-form.tsx'
import { check, email as emailCheck, filled, newPassword } from './checks.ts'
import { Frame } from './frame.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { registrationQuery } from './registration.ts'
import { useEntry, useOnward } from './use-entry.ts'

export default function Register() {
  const { auth } = useText()
  const { data, error, refetch } = useQuery(registrationQuery)
  if (error)
    return (
      <Frame title={auth.register.title}>
        <Trouble error={error} onRetry={() => void refetch()} />
      </Frame>
    )
  if (!data)
    return (
      <Frame title={auth.register.title}>
        <Skeleton lines={5} />
      </Frame>
    )
  if (data.registration !== 'open' && data.has_accounts)
    return (
      <Frame
        title={auth.register.closedTitle}
        intro={data.registration === 'invite' ? auth.register.inviteOnly : auth.register.closed}
      >
        <ButtonLink to="/login">{auth.backToLogin}</ButtonLink>
      </Frame>
    )
  return <RegisterForm isFirst={!data.has_accounts} />
}

function RegisterForm({ isFirst }: { isFirst: boolean }) {
  const { auth, forms } = useText()
  const onward = useOnward()
  const enter = useEntry('/monitors/new')
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [organization, setOrganization] = useState('')

  const form = useSubmit(
    async () => {
      check(forms.check, { name: [name, filled], email: [email, emailCheck], password: [password, newPassword] })
      return dataOf(
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
  const words = auth.register
  return (
    <Frame
      title={isFirst ? words.firstTitle : words.title}
      intro={isFirst && words.firstIntro}
      aside={
        !isFirst && (
          <p>
            {words.hasAccount}{' '}
            <Link
              to="/login"
              search={{ onward }}
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
        words={({ code }) => {
          if (code === 'CONFLICT') return null
          return code === 'REGISTRATION_CLOSED' ? words.closed : undefined
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
          error={form.errorOf('name')}
        />
        <TextField
          label={auth.email}
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={form.problem?.code === 'CONFLICT' ? words.taken : form.errorOf('email')}
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
          error={form.errorOf('organization_name')}
        />
        <Button type="submit" look="primary" isPending={form.isPending} className="mt-1 min-h-10">
          {words.submit}
        </Button>
      </AuthForm>
    </Frame>
  )
}
