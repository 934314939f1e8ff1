/** Fields for the recurrence of a window. */
import { useText } from '../../text/text.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import type { Draft } from './draft.ts'
import { KINDS } from './recurrence.ts'
import { useDayNames } from './use-time-texts.ts'

/** Weekdays in display order, Monday first as in most regions; Sunday is 0. */
const WEEK = [1, 2, 3, 4, 5, 6, 0]
const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, index) => String(index + 1))

interface RecurrenceFieldsProps {
  draft: Draft
  set: (some: Partial<Draft>) => void
  errorOf: (field: string) => string | undefined
}

export function RecurrenceFields({ draft, set, errorOf }: RecurrenceFieldsProps) {
  const { form } = useText().maintenance
  const { kind } = draft
  const length = draft.minutes ?? String(Math.round((Date.parse(draft.to) - Date.parse(draft.from)) / 60_000) || '')
  return (
    <>
      <SelectField
        label={form.repeats}
        value={kind}
        onChange={(event) => set({ kind: event.target.value as Draft['kind'] })}
        options={KINDS.map((value) => ({ value, label: form.rules[value] }))}
      />
      {kind === 'weekly' && <DaysField days={draft.days} onChange={(days) => set({ days })} />}
      {kind === 'monthly' && (
        <SelectField
          label={form.dayOfMonth}
          value={String(draft.day)}
          onChange={(event) => set({ day: event.target.value === 'last' ? 'last' : Number(event.target.value) })}
          options={[...DAYS_OF_MONTH.map((value) => ({ value, label: value })), { value: 'last', label: form.lastDay }]}
        />
      )}
      {kind === 'cron' && (
        <TextField
          label={form.cron}
          help={form.cronHelp}
          value={draft.cron}
          onChange={(event) => set({ cron: event.target.value })}
          error={errorOf('recurrence.cron')}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {kind !== 'once' && (
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <TextField
            label={form.length}
            type="number"
            min={1}
            max={10_080}
            value={length}
            onChange={(event) => set({ minutes: event.target.value })}
            error={errorOf('recurrence.duration_minutes')}
          />
          <TextField
            label={form.until}
            help={form.untilHelp}
            isOptional
            type="date"
            min={draft.from.slice(0, 10)}
            value={draft.until}
            onChange={(event) => set({ until: event.target.value })}
            error={errorOf('recurrence.until')}
          />
        </div>
      )}
    </>
  )
}

function DaysField({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }) {
  const { form } = useText().maintenance
  const short = useDayNames('short')
  const long = useDayNames('long')
  const toggle = (day: number) => {
    const next = days.includes(day) ? days.filter((other) => other !== day) : [...days, day]
    if (next.length > 0) onChange(next)
  }
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{form.days}</legend>
      <div className="flex flex-wrap gap-1.5">
        {WEEK.map((day) => (
          <label
            key={day}
            className="relative flex min-h-10 min-w-11 cursor-pointer items-center justify-center rounded-md border border-edge px-2 text-sm hover:bg-hover has-checked:border-accent has-checked:bg-accent has-checked:font-semibold has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:min-h-9"
          >
            <input
              type="checkbox"
              checked={days.includes(day)}
              onChange={() => toggle(day)}
              aria-label={long[day]}
              className="sr-only"
            />
            <span aria-hidden>{short[day]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
