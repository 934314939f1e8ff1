import { useText } from '../../text/text.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
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
  if (channel === 'slack')
    return (
      <TextField
        {...field('webhook_url')}
        label={form.webhookUrl}
        help={form.webhookUrlHelp}
        inputMode="url"
        placeholder={isNew ? 'https://hooks.slack.com/services/…' : form.keepsValue}
        maxLength={2048}
      />
    )
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
