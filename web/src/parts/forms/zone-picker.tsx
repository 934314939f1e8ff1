/** A time zone by IANA name; the browser's own zone comes first. */
import { useMemo } from 'react'
import type { FieldProps } from '../../ui/field.tsx'
import { MultiField } from '../../ui/multi-field.tsx'

/** Time zone of the browser. */
export const getLocalZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

interface ZonePickerProps extends FieldProps {
  /** Empty without a zone. */
  value: string
  onChange: (zone: string) => void
  /** Text in place of a zone; absent when a zone is required. */
  placeholder?: string | undefined
}

export function ZonePicker({ value, onChange, placeholder, ...field }: ZonePickerProps) {
  const choices = useMemo(() => {
    const names = new Set([getLocalZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])
    return [...names].map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
  }, [])
  return (
    <MultiField
      {...field}
      choices={choices}
      placeholder={placeholder}
      value={value === '' ? [] : [value]}
      onChange={(names) => onChange(names.at(-1) ?? (placeholder === undefined ? value : ''))}
    />
  )
}
