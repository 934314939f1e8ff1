/** The start, the end and the recurrence of a window. */
import type { ObjectModel, TextModel } from '../../parts/forms/schema-form/model.ts'
import { type FieldProps, useField, useFieldAt, useScope } from '../../parts/forms/schema-form/scope.tsx'
import { ZonePicker } from '../../parts/forms/zone-picker.tsx'
import { useText } from '../../text/text.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Preview } from './preview.tsx'
import { KINDS } from './recurrence.ts'
import { findChanges, type TimesDraft, withFrom } from './times-draft.ts'
import { useDayNames } from './use-time-texts.ts'

/** Weekdays in display order, Monday first as in most regions; Sunday is 0. */
const WEEK = [1, 2, 3, 4, 5, 6, 0]
const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, index) => String(index + 1))

/** Returns the times as the form shows them. A change also changes the fields of the body. */
function useTimes() {
  const { draft, set } = useScope()
  const { times } = draft as { times: TimesDraft }
  const change = (next: TimesDraft) => {
    set(['times'], next)
    const { recurrence, ...range } = findChanges(times, next)
    for (const [name, value] of Object.entries(range)) set([name], value)
    if (recurrence !== undefined) set(['recurrence'], recurrence && { ...recurrence, until: recurrence.until ?? '' })
  }
  return { times, change, set: (some: Partial<TimesDraft>) => change({ ...times, ...some }) }
}

/** The field `starts_at`, with the end and the time zone. */
export function RangeFields({ field, at }: FieldProps<TextModel>) {
  const { form } = useText().maintenance
  const { times, change, set } = useTimes()
  const start = useField(field, at)
  const end = useFieldAt(['ends_at'])
  const zone = useFieldAt(['recurrence', 'timezone'])
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={start.label}
          type="datetime-local"
          value={times.from}
          onChange={(event) => change(withFrom(times, event.target.value))}
          error={start.error}
        />
        <TextField
          label={times.kind === 'once' ? end.label : form.firstTo}
          type="datetime-local"
          value={times.to}
          min={times.from}
          onChange={(event) => set({ to: event.target.value })}
          error={end.error}
        />
      </div>
      <ZonePicker
        label={zone.label}
        help={form.zoneHelp}
        value={times.zone}
        onChange={(next) => set({ zone: next })}
        error={zone.error}
      />
    </>
  )
}

export function RecurrenceFields({ at }: FieldProps<ObjectModel>) {
  const { form } = useText().maintenance
  const { times, set } = useTimes()
  const { kind } = times
  const cron = useFieldAt([...at, 'cron'])
  const duration = useFieldAt([...at, 'duration_minutes'])
  const until = useFieldAt([...at, 'until'])
  const length = times.minutes ?? String(Math.round((Date.parse(times.to) - Date.parse(times.from)) / 60_000) || '')
  return (
    <>
      <SelectField
        label={form.repeats}
        value={kind}
        onChange={(event) => set({ kind: event.target.value as TimesDraft['kind'] })}
        options={KINDS.map((value) => ({ value, label: form.rules[value] }))}
      />
      {kind === 'weekly' && <DaysField days={times.days} onChange={(days) => set({ days })} />}
      {kind === 'monthly' && (
        <SelectField
          label={form.dayOfMonth}
          value={String(times.day)}
          onChange={(event) => set({ day: event.target.value === 'last' ? 'last' : Number(event.target.value) })}
          options={[...DAYS_OF_MONTH.map((value) => ({ value, label: value })), { value: 'last', label: form.lastDay }]}
        />
      )}
      {kind === 'cron' && (
        <TextField
          label={cron.label}
          help={cron.help}
          value={times.cron}
          onChange={(event) => set({ cron: event.target.value })}
          error={cron.error}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {kind !== 'once' && (
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <TextField
            label={duration.label}
            type="number"
            value={length}
            onChange={(event) => set({ minutes: event.target.value })}
            error={duration.error}
          />
          <TextField
            label={until.label}
            help={until.help}
            isOptional
            type="date"
            min={times.from.slice(0, 10)}
            value={times.until}
            onChange={(event) => set({ until: event.target.value })}
            error={until.error}
          />
        </div>
      )}
      <Preview draft={times} />
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
