import { useState } from 'react'
import { useMe } from '../../../app/me.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { Field, Options } from '../../../ui/field.tsx'
import { parseNumber } from './draft.ts'
import { chooseUnit, listUnits, UNIT_MS, type Unit } from './durations.ts'
import type { NumberModel } from './model.ts'
import { type FieldProps, useField } from './scope.tsx'
import { renderHelp } from './unavailable.tsx'

/** A duration as a number and a unit: 5 minutes instead of 300 seconds. */
export function DurationField({ field, at }: FieldProps<NumberModel>) {
  const { label, help, error, value, set } = useField(field, at)
  const { forms } = useText()
  const { interval } = useText().formNotes
  const { duration } = useFormat()
  const { plan } = useMe().organization
  // The plan determines the minimum of this field
  const isPlanned = field.path === 'interval_seconds'
  const units = listUnits(field.unit)
  const [unit, setUnit] = useState<Unit>(
    () => chooseUnit(Number(value || field.fallback || field.minimum || 0), field.unit)!,
  )
  const size = units.find(([name]) => name === unit)![1]
  // Incomplete input such as `1.` or `ten` is kept until it is a number
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (typeof value === 'number' ? String(value / size) : String(value))

  const describeLeast = plan === 'unlimited' ? interval.least : interval.leastOnPlan
  const least = (field.minimum ?? 0) * (UNIT_MS[field.unit ?? ''] ?? 0)
  const isShort = typed === null && typeof value === 'number' && value < (field.minimum ?? value)
  const write = (text: string, in_: number) => {
    const number = parseNumber(text)
    setTyped(text)
    set(typeof number === 'number' ? Math.round(number * in_ * 1e6) / 1e6 : text)
  }
  return (
    <Field
      label={label}
      help={renderHelp(help ?? (isPlanned && describeLeast(duration(least))), field.unavailable)}
      error={error ?? (isShort ? forms.check.tooSmall(duration(least)) : undefined)}
    >
      {(tied) => (
        <div className="flex gap-2">
          <input
            {...tied}
            inputMode="decimal"
            className="control max-w-28 tabular"
            disabled={field.unavailable !== null}
            aria-required={field.isRequired || undefined}
            value={shown}
            onChange={(event) => write(event.target.value, size)}
            onBlur={() => typeof value === 'number' && setTyped(null)}
          />
          <select
            aria-label={`${label}: ${forms.unit}`}
            className="control w-auto"
            disabled={field.unavailable !== null}
            value={unit}
            onChange={(event) => {
              const next = event.target.value as Unit
              const nextSize = units.find(([name]) => name === next)![1]
              setUnit(next)
              if (shown.trim() !== '') write(shown, nextSize)
            }}
          >
            <Options options={units.map(([name]) => ({ value: name, label: forms.units[name] }))} />
          </select>
        </div>
      )}
    </Field>
  )
}

export const isDuration = ({ unit }: NumberModel): boolean => listUnits(unit).length > 0
