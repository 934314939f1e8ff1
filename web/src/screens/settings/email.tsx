/** Mail server of the installation, for admins of the instance. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock, Send } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { useMe } from '../../app/me.ts'
import { ConfirmSubmit } from '../../parts/forms/dialogs/confirm-request.tsx'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form, FormProblem, useSubmit } from '../../ui/form.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { Card, Facts, useWindowTitle } from '../../ui/page.tsx'
import { useToast } from '../../ui/toast.tsx'

type Email = Schemas['EmailSettings']
type Settings = NonNullable<Email['settings']>
type Encryption = Settings['encryption']

const ENCRYPTIONS: readonly Encryption[] = ['starttls', 'tls', 'auto', 'none']

const emailQuery = queryOptions({
  queryKey: ['admin-email'],
  queryFn: async () => (await getData(api.GET('/api/admin/email'))).email,
})

export default function EmailSettings() {
  const { probes, email: labels } = useText()
  const { user } = useMe()
  const { data, error, isPending, refetch } = useQuery({ ...emailQuery, enabled: user.is_instance_admin })
  useWindowTitle(labels.title)
  if (!user.is_instance_admin) return <Notice icon={Lock} title={probes.onlyAdmin} />
  if (isPending) return <Skeleton lines={6} />
  if (!data) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <p>{labels.intro}</p>
      {data.source === 'environment' ? <Environment settings={data.settings!} /> : <EmailForm email={data} />}
    </div>
  )
}

function Environment({ settings }: { settings: Settings }) {
  const labels = useText().email
  const { host, port, encryption, username, password, from } = settings
  return (
    <Card title={labels.title}>
      <p className="mb-4 text-muted">{labels.environment}</p>
      <Facts
        facts={[
          { term: labels.host, value: <code>{host}</code> },
          { term: labels.port, value: String(port) },
          { term: labels.encryption, value: labels.encryptions[encryption] },
          ...(username === null ? [] : [{ term: labels.username, value: username }]),
          ...(password === null ? [] : [{ term: labels.password, value: labels.hasPassword }]),
          { term: labels.from, value: from },
        ]}
      />
      <div className="mt-4">
        <Test />
      </div>
    </Card>
  )
}

interface EmailDraft extends Record<'host' | 'port' | 'username' | 'password' | 'from', string> {
  encryption: Encryption
}

/** The password starts empty, and stays as it is while the field is empty. */
const toDraft = (settings: Settings | null): EmailDraft => ({
  host: settings?.host ?? '',
  port: String(settings?.port ?? 587),
  encryption: settings?.encryption ?? 'starttls',
  username: settings?.username ?? '',
  password: '',
  from: settings?.from ?? '',
})

const toBody = ({ host, port, encryption, username, password, from }: EmailDraft) => ({
  host: host.trim(),
  port: Number(port),
  encryption,
  username: username.trim() || null,
  from: from.trim(),
  ...(password !== '' && { password }),
})

function EmailForm({ email }: { email: Email }) {
  const { email: labels, common } = useText()
  const client = useQueryClient()
  const toast = useToast()
  const [draft, setDraft] = useState(() => toDraft(email.settings))
  const store = (saved: Email) => {
    client.setQueryData(emailQuery.queryKey, saved)
    void client.invalidateQueries({ queryKey: ['form'] })
    setDraft(toDraft(saved.settings))
  }
  const form = useSubmit(() => getData(api.PUT('/api/admin/email', { body: toBody(draft) })), {
    onDone: ({ email: saved }) => {
      store(saved)
      toast.done(labels.saved)
    },
  })
  const field = (name: Exclude<keyof EmailDraft, 'encryption'>) => ({
    label: labels[name],
    value: draft[name],
    onChange: (event: { target: { value: string } }) => setDraft((now) => ({ ...now, [name]: event.target.value })),
    error: form.findError(name),
    autoComplete: 'off',
    spellCheck: false,
  })
  return (
    <Card title={labels.title}>
      {email.source === 'none' && <p className="mb-4 text-muted">{labels.none}</p>}
      <Form form={form}>
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <TextField {...field('host')} placeholder="mail.example.com" maxLength={255} />
          <TextField {...field('port')} inputMode="numeric" maxLength={5} />
        </div>
        <SelectField
          label={labels.encryption}
          help={labels.encryptionHelp}
          value={draft.encryption}
          onChange={(event) => setDraft((now) => ({ ...now, encryption: event.target.value as Encryption }))}
          options={ENCRYPTIONS.map((value) => ({ value, label: labels.encryptions[value] }))}
          error={form.findError('encryption')}
        />
        <TextField {...field('username')} help={labels.usernameHelp} isOptional maxLength={320} />
        <TextField
          {...field('password')}
          help={labels.passwordHelp}
          type="password"
          autoComplete="new-password"
          placeholder={email.settings?.password ? labels.keepsValue : undefined}
          maxLength={1024}
        />
        <TextField
          {...field('from')}
          help={labels.fromHelp}
          placeholder="Watchkeeper <alerts@example.com>"
          maxLength={320}
        />
        <Test draft={draft} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {common.save}
          </Button>
          {email.source === 'database' && <Remove onDone={store} />}
        </div>
      </Form>
    </Card>
  )
}

type Outcome = Awaited<ReturnType<typeof sendTest>>

const sendTest = async (draft: EmailDraft | undefined) =>
  (await getData(api.POST('/api/admin/email/test', { body: draft ? { settings: toBody(draft) } : {} }))).test

/** Sends a test email with the values of the form, or else with the settings in use, and shows the answer. */
function Test({ draft }: { draft?: EmailDraft }) {
  const labels = useText().email
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const test = useSubmit(
    () => {
      setOutcome(null)
      return sendTest(draft)
    },
    { onDone: setOutcome },
  )
  return (
    <div className="flex flex-col items-start gap-2">
      <Button icon={Send} isPending={test.isPending} onClick={test.submit}>
        {labels.test}
      </Button>
      <div role="status" className="w-full empty:hidden">
        <FormProblem problem={test.problem} />
        {outcome && (
          <div className="flex flex-col gap-1 rounded-md border border-line bg-ground px-3 py-2 text-sm">
            <p className={outcome.delivered ? undefined : 'text-error'}>
              {outcome.delivered ? labels.delivered(outcome.recipient) : labels.failed}
            </p>
            <code className="wrap-anywhere">{outcome.answer}</code>
          </div>
        )}
      </div>
    </div>
  )
}

function Remove({ onDone }: { onDone: (email: Email) => void }) {
  const labels = useText().email
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const removal = useSubmit(() => getData(api.DELETE('/api/admin/email')), {
    onDone: ({ email }) => {
      setOpen(false)
      onDone(email)
      toast.done(labels.removed)
    },
  })
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {labels.remove}
      </Button>
      <ConfirmSubmit
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        form={removal}
        title={labels.removeConfirm}
        action={labels.remove}
      >
        <p>{labels.removeText}</p>
      </ConfirmSubmit>
    </>
  )
}
