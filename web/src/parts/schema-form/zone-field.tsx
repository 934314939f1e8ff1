import { useMemo } from 'react'
import { MultiField } from '../../ui/multi-field.tsx'
import type { TextModel } from './model.ts'
import { type FieldProps, useField } from './scope.tsx'

/** The zone that the browser is in. */
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A time zone by its IANA name; the reader's own comes first. */
export function ZoneField({ field, at }: FieldProps<TextModel>) {
  const { label, help, error, value, set } = useField(field, at)
  const choices = useMemo(() => {
    const names = new Set([ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])
    return [...names].map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
  }, [])
  return (
    <MultiField
      label={label}
      help={help}
      error={error}
      choices={choices}
      placeholder="UTC"
      value={value === '' ? [] : [value as string]}
      onChange={(names) => set(names.at(-1) ?? '')}
    />
  )
}
