/** Fields with a single value: texts, numbers, switches, choices. */
import { useText } from '../../../text/text.tsx'
import { CheckField, Field, SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { toCrlf, toLf, toUrl } from './draft.ts'
import type { BooleanModel, ChoiceModel, JsonModel, NumberModel, TextModel } from './model.ts'
import type { Refusal } from './schema.ts'
import { type FieldProps, useField, useFieldTexts, useScope } from './scope.tsx'
import { renderHelp } from './unavailable.tsx'

export function TextLikeField({ field, at }: FieldProps<TextModel>) {
  const { label, help, example, error, value, set } = useField(field, at)
  const { isNew, marksOptional } = useScope()
  const common = {
    label,
    isOptional: marksOptional === true && !field.isRequired,
    help: renderHelp(help, field.unavailable),
    error,
    value: value as string,
    disabled: field.unavailable !== null || (field.isFixed && !isNew),
    placeholder: example,
    'aria-required': field.isRequired || undefined,
    spellCheck: false,
  }
  if (field.format === 'secret')
    return <PasswordField {...common} autoComplete="new-password" onChange={(event) => set(event.target.value)} />
  if (field.format === 'crlf')
    return (
      <TextAreaField
        {...common}
        value={toLf(common.value)}
        rows={3}
        onChange={(event) => set(toCrlf(event.target.value))}
      />
    )
  if (field.format === 'lines' || field.format === 'secretLines')
    return <TextAreaField {...common} rows={3} onChange={(event) => set(event.target.value)} />
  if (field.format === 'colour') return <ColourField field={field} at={at} />
  return (
    <TextField
      {...common}
      type={field.format === 'email' ? 'email' : 'text'}
      inputMode={field.format === 'line' ? 'text' : field.format === 'url' ? 'url' : 'email'}
      onBlur={() => field.format === 'url' && toUrl(value as string) !== value && set(toUrl(value as string))}
      autoComplete="off"
      autoCapitalize="none"
      onChange={(event) => set(event.target.value)}
    />
  )
}

/** A colour, picked or typed. */
function ColourField({ field, at }: FieldProps<TextModel>) {
  const { label, help, example, error, value, set } = useField(field, at)
  const text = value as string
  return (
    <Field label={label} help={help} error={error}>
      {(tied) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={label}
            value={/^#[0-9a-f]{6}$/i.test(text) ? text : '#808080'}
            onChange={(event) => set(event.target.value)}
            className="control w-12 shrink-0 p-1"
          />
          <input
            {...tied}
            className="control"
            spellCheck={false}
            placeholder={example}
            value={text}
            onChange={(event) => set(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}

export function NumberField({ field, at }: FieldProps<NumberModel>) {
  const { label, help, example, error, value, set } = useField(field, at)
  const units = useText().forms.units as Readonly<Record<string, string | undefined>>
  const unit = field.unit === null ? undefined : (units[field.unit] ?? field.unit)
  return (
    <Field label={label} help={renderHelp(help, field.unavailable)} error={error}>
      {(tied) => (
        <div className="flex items-center gap-2">
          <input
            {...tied}
            inputMode={field.isWhole ? 'numeric' : 'decimal'}
            className="control max-w-32 tabular"
            disabled={field.unavailable !== null}
            placeholder={example}
            aria-required={field.isRequired || undefined}
            value={String(value)}
            onChange={(event) => set(event.target.value)}
          />
          {unit && <span className="text-muted">{unit}</span>}
        </div>
      )}
    </Field>
  )
}

interface BooleanFieldProps extends FieldProps<BooleanModel> {
  /** Why the object that this field switches on is unavailable. */
  unavailable?: Refusal | null
  groupError?: string | undefined
}

export function BooleanField({ field, at, unavailable = null, groupError }: BooleanFieldProps) {
  const { label, help, error, value, set } = useField(field, at)
  const refusal = field.unavailable ?? unavailable
  return (
    <CheckField
      label={label}
      help={renderHelp(help, refusal)}
      error={error ?? groupError}
      checked={value === true}
      // A switch that is on can always be turned off
      disabled={refusal !== null && value !== true}
      onChange={(event) => set(event.target.checked)}
    />
  )
}

export function ChoiceField({ field, at }: FieldProps<ChoiceModel>) {
  const { label, help, error, value, set } = useField(field, at)
  const { forms } = useText()
  const { options: labels } = useFieldTexts(field)
  const canBeNone = field.isNullable || !field.isRequired
  const hasNone = value === '' || (canBeNone && field.fallback === undefined)
  return (
    <SelectField
      label={label}
      help={renderHelp(help, field.unavailable)}
      error={error}
      disabled={field.unavailable !== null}
      value={value as string}
      onChange={(event) => set(event.target.value)}
      options={[
        ...(hasNone ? [{ value: '', label: forms.choose, isDisabled: !canBeNone }] : []),
        ...field.options.map((option) => ({
          value: String(option.value),
          label: labels?.[String(option.value)] ?? option.title,
        })),
      ]}
    />
  )
}

/** A date and time in the user's time zone; the API stores UTC. */
export function DateTimeField({ field, at }: FieldProps<TextModel>) {
  const { label, help, error, value, set } = useField(field, at)
  return (
    <TextField
      label={label}
      help={help}
      error={error}
      type="datetime-local"
      value={toLocalInput(value as string)}
      onChange={(event) => set(event.target.value === '' ? '' : new Date(event.target.value).toISOString())}
    />
  )
}

/** Returns `2026-03-01T14:30`, the format of the `datetime-local` input. */
function toLocalInput(iso: string): string {
  if (iso === '') return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Editor for shapes without a field of their own. */
export function JsonField({ field, at }: FieldProps<JsonModel>) {
  const { label, help, error, value, set } = useField(field, at)
  const { forms } = useText()
  return (
    <TextAreaField
      label={label}
      help={help ? `${help} (${forms.asJson})` : forms.asJson}
      error={error}
      spellCheck={false}
      className="font-mono"
      value={value as string}
      onChange={(event) => set(event.target.value)}
    />
  )
}
