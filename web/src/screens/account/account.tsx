/** The user's own account: name, theme, password, second factor. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { meQuery, useMe } from '../../app/me.ts'
import { chooseTheme, THEMES, type Theme, useTheme } from '../../app/theme.ts'
import { DeviceNotifications } from '../../parts/notifications/devices/device-notifications.tsx'
import { LANGUAGES, type Language } from '../../text/languages.ts'
import { useLanguage, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form, useSubmit } from '../../ui/form.tsx'
import { Card, Facts, Page } from '../../ui/page.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ContactMethods } from './contact-methods/contact-methods.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two-factor.tsx'

export default function Account() {
  return (
    <Page title={useText().account.title} width="narrow">
      <div className="flex flex-col gap-5">
        <Profile />
        <div id="contact-methods" className="scroll-mt-4">
          <ContactMethods />
        </div>
        <Appearance />
        <DeviceNotifications />
        <Password />
        <TwoFactor />
        <Sessions />
      </div>
    </Page>
  )
}

function Profile() {
  const { account, common, status } = useText()
  const { user, organization } = useMe()
  const client = useQueryClient()
  const toast = useToast()
  const [name, setName] = useState(user.name)
  const rename = async (to: string) => {
    await getData(api.PATCH('/api/auth/me', { body: { name: to } }))
    setName(to)
    void client.invalidateQueries(meQuery)
  }
  const form = useSubmit(() => rename(name), {
    onDone: () => toast.done(common.saved, undefined, () => rename(user.name)),
  })
  return (
    <Card title={account.profile.title}>
      <Facts
        className="mb-4"
        facts={[
          { term: account.profile.email, value: user.email },
          { term: account.profile.role, value: `${status.role[user.role]} · ${organization.name}` },
        ]}
      />
      {user.is_instance_admin && <p className="mb-4 text-muted">{account.profile.admin}</p>}
      <Form form={form}>
        <TextField
          label={account.profile.name}
          value={name}
          maxLength={100}
          autoComplete="name"
          onChange={(event) => setName(event.target.value)}
          error={form.findError('name')}
        />
        <div>
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {common.save}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function Appearance() {
  const { account, shell } = useText()
  const theme = useTheme()
  const { language, choose } = useLanguage()
  return (
    <Card title={account.appearance.title}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={account.appearance.theme}
          value={theme}
          onChange={(event) => chooseTheme(event.target.value as Theme)}
          options={THEMES.map((value) => ({ value, label: shell.theme[value] }))}
        />
        <SelectField
          label={account.appearance.language}
          value={language}
          onChange={(event) => choose(event.target.value as Language)}
          options={Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
        />
      </div>
      <p className="mt-3 text-sm text-muted">{account.appearance.languageHelp}</p>
      <p className="mt-1 text-sm text-muted">
        {account.appearance.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
      </p>
    </Card>
  )
}

function Password() {
  const { account } = useText()
  const labels = account.password
  const { user } = useMe()
  const toast = useToast()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const form = useSubmit(
    () => getData(api.POST('/api/auth/password', { body: { current_password: current, new_password: next } })),
    {
      onDone: () => {
        toast.done(labels.changed)
        setCurrent('')
        setNext('')
      },
    },
  )
  return (
    <Card title={labels.title}>
      <Form form={form}>
        {/* For password managers, which store a password under its account name */}
        <input type="email" value={user.email} autoComplete="username" readOnly hidden />
        <TextField
          label={labels.current}
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          error={form.findError('current_password')}
        />
        <TextField
          label={labels.next}
          help={labels.rule}
          type="password"
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.target.value)}
          error={form.findError('new_password')}
        />
        <div>
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {labels.change}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
