/** Name, appearance and access of a page. */
import { ZonePicker } from '../../parts/forms/zone-picker.tsx'
import { useText } from '../../text/text.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import type { Draft } from './page-draft.ts'

interface FieldsProps {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  errorOf: (field: string) => string | undefined
}

export function NameFields({ draft, onChange, errorOf }: FieldsProps) {
  const labels = useText().statusPages
  return (
    <div className="mb-5 flex flex-col gap-4">
      <TextField
        label={labels.name}
        help={labels.nameHelp}
        value={draft.name}
        maxLength={80}
        onChange={(event) => onChange({ name: event.target.value })}
        error={errorOf('name')}
      />
      <TextAreaField
        label={labels.description}
        isOptional
        rows={2}
        value={draft.description}
        maxLength={500}
        onChange={(event) => onChange({ description: event.target.value })}
        error={errorOf('description')}
      />
    </div>
  )
}

export function AppearanceFields({ draft, onChange, errorOf }: FieldsProps) {
  const { appearance } = useText().statusPages
  const { theme } = draft
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={appearance.logo}
        help={appearance.logoHelp}
        isOptional
        type="url"
        value={draft.logo_url}
        placeholder="https://example.com/logo.svg"
        onChange={(event) => onChange({ logo_url: event.target.value })}
        error={errorOf('logo_url')}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label={appearance.accent}
          type="color"
          value={draft.accent_color}
          onChange={(event) => onChange({ accent_color: event.target.value })}
          error={errorOf('accent_color')}
        />
        <SelectField
          label={appearance.theme}
          value={theme}
          onChange={(event) => onChange({ theme: event.target.value as Draft['theme'] })}
          options={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: appearance.themes[value] }))}
        />
        <SelectField
          label={appearance.days}
          value={String(draft.show_uptime_days)}
          onChange={(event) => onChange({ show_uptime_days: Number(event.target.value) as Draft['show_uptime_days'] })}
          options={[30, 60, 90].map((days) => ({ value: String(days), label: String(days) }))}
        />
      </div>
      <TextField
        label={appearance.contact}
        help={appearance.contactHelp}
        isOptional
        value={draft.contact_url}
        placeholder="mailto:help@example.com"
        onChange={(event) => onChange({ contact_url: event.target.value })}
        error={errorOf('contact_url')}
      />
      <ZonePicker
        label={appearance.zone}
        help={appearance.zoneHelp}
        placeholder={appearance.readerZone}
        value={draft.timezone}
        onChange={(timezone) => onChange({ timezone })}
        error={errorOf('timezone')}
      />
    </div>
  )
}

/** @param hasPassword whether a password is set */
export function AccessFields({ draft, onChange, errorOf, hasPassword }: FieldsProps & { hasPassword: boolean }) {
  const { access, slug, slugHelp } = useText().statusPages
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={slug}
        help={slugHelp(`${location.origin}/status/${draft.slug}`)}
        value={draft.slug}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ slug: event.target.value })}
        error={errorOf('slug')}
      />
      <TextField
        label={access.domain}
        help={access.domainHelp}
        isOptional
        value={draft.custom_domain}
        placeholder="status.example.com"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ custom_domain: event.target.value })}
        error={errorOf('custom_domain')}
      />
      <TextField
        label={access.password}
        help={hasPassword ? access.passwordSet : access.passwordUnset}
        isOptional
        type="password"
        autoComplete="new-password"
        value={draft.password}
        onChange={(event) => onChange({ password: event.target.value })}
        error={errorOf('password')}
      />
      {hasPassword && (
        <CheckField
          label={access.removePassword}
          checked={draft.removesPassword}
          onChange={(event) => onChange({ removesPassword: event.target.checked })}
        />
      )}
      <CheckField
        label={access.indexed}
        checked={draft.is_indexed}
        onChange={(event) => onChange({ is_indexed: event.target.checked })}
      />
      <CheckField
        label={access.subscribers}
        checked={draft.allows_subscribers}
        onChange={(event) => onChange({ allows_subscribers: event.target.checked })}
      />
    </div>
  )
}
