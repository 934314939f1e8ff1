import { type ComponentProps, useState } from 'react'
import { useText } from '../../../text/text.tsx'
import { CheckField, TextField } from '../../../ui/field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { type Channel, OWN_SERVER } from './target-config.ts'

interface ConfigFieldsProps {
  channel: Channel
  /** Stored secrets of an existing target are kept unless new ones are entered. */
  isNew: boolean
  values: Readonly<Record<string, string>>
  onChange: (some: Record<string, string>) => void
  errorOf: (field: string) => string | undefined
}

/** Fields for the address, by channel. */
export function ConfigFields({ channel, isNew, values, onChange, errorOf }: ConfigFieldsProps) {
  const { form } = useText().notifications
  const field = (name: string) => ({
    value: values[name] ?? '',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
    error: errorOf(name),
    autoComplete: 'off',
    spellCheck: false,
  })
  if (channel === 'email')
    return (
      <>
        <TextField
          {...field('address')}
          label={form.address}
          help={form.addressHelp}
          type="email"
          placeholder="oncall@example.com"
          maxLength={254}
        />
        <CheckField
          label={form.ownServer}
          help={form.ownServerHelp}
          checked={values[OWN_SERVER] === 'yes'}
          onChange={(event) => onChange({ [OWN_SERVER]: event.target.checked ? 'yes' : 'no' })}
        />
        {values[OWN_SERVER] === 'yes' && (
          <>
            <TextField
              {...field('smtp_url')}
              label={form.smtpUrl}
              help={form.smtpUrlHelp}
              inputMode="url"
              placeholder={isNew ? 'smtps://user:password@mail.example.com' : form.keepsValue}
              maxLength={2048}
            />
            <TextField
              {...field('from')}
              label={form.from}
              help={form.fromHelp}
              placeholder="Watchkeeper <alerts@example.com>"
              maxLength={320}
            />
          </>
        )}
      </>
    )
  if (channel === 'slack') return <SlackFields {...{ isNew, values, onChange, field }} />
  return (
    <>
      <TextField
        {...field('url')}
        label={form.url}
        help={form.urlHelp}
        inputMode="url"
        placeholder="https://example.com/hook"
        maxLength={2048}
      />
      {isNew && (
        <TextField
          {...field('secret')}
          label={form.secret}
          help={form.secretHelp}
          isOptional
          placeholder="whsec_…"
          maxLength={100}
        />
      )}
    </>
  )
}

interface SlackFieldsProps extends Pick<ConfigFieldsProps, 'isNew' | 'values' | 'onChange'> {
  field: (name: string) => Omit<ComponentProps<typeof TextField>, 'label'>
}

/** A webhook URL, or the token and the channel of a bot. An existing target keeps its kind. */
function SlackFields({ isNew, values, onChange, field }: SlackFieldsProps) {
  const { form } = useText().notifications
  const [kind, setKind] = useState<'webhook' | 'bot'>(values.channel ? 'bot' : 'webhook')
  const choose = (chosen: typeof kind) => {
    setKind(chosen)
    onChange({ webhook_url: '', bot_token: '', channel: '', signing_secret: '' })
  }
  return (
    <>
      {isNew && (
        <Segments
          label={form.slackKind}
          options={[
            { value: 'webhook', label: form.slackWebhook },
            { value: 'bot', label: form.slackBot },
          ]}
          value={kind}
          onChange={choose}
        />
      )}
      {kind === 'webhook' ? (
        <TextField
          {...field('webhook_url')}
          label={form.webhookUrl}
          help={form.webhookUrlHelp}
          inputMode="url"
          placeholder={isNew ? 'https://hooks.slack.com/services/…' : form.keepsValue}
          maxLength={2048}
        />
      ) : (
        <>
          <TextField
            {...field('bot_token')}
            label={form.botToken}
            help={form.botTokenHelp}
            placeholder={isNew ? 'xoxb-…' : form.keepsValue}
            maxLength={500}
          />
          <TextField
            {...field('channel')}
            label={form.slackChannel}
            help={form.slackChannelHelp}
            placeholder="C0123456789"
            maxLength={200}
          />
          <TextField
            {...field('signing_secret')}
            label={form.slackSigningSecret}
            help={form.slackSigningSecretHelp(`${location.origin}/slack/actions`)}
            isOptional
            placeholder={isNew ? '' : form.keepsValue}
            maxLength={200}
          />
        </>
      )}
    </>
  )
}
