import { useText } from '../../text/text.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Channel } from './target-config.ts'

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
      <TextField
        {...field('address')}
        label={form.address}
        help={form.addressHelp}
        type="email"
        placeholder="oncall@example.com"
        maxLength={254}
      />
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
