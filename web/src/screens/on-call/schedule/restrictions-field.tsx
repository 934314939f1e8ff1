/** Times that a layer covers, and the fields for a time and a weekday. */
import { EntryList } from '../../../parts/forms/entry-list.tsx'
import type { Path } from '../../../parts/forms/schema-form/draft.ts'
import { FieldAt } from '../../../parts/forms/schema-form/fields.tsx'
import type { ChoiceModel, ListModel, TextModel } from '../../../parts/forms/schema-form/model.ts'
import { type FieldProps, useField, useFieldAt } from '../../../parts/forms/schema-form/scope.tsx'
import { useWeekdayOptions } from '../../../parts/forms/weekdays.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { getKind, NEW_RESTRICTION, type RestrictionDraft, type Rotation, withKind } from './layers.ts'

/** A time of day, or the first day of a layer. */
export function ClockField({ field, at, ownLabel }: FieldProps<TextModel> & { ownLabel?: string | undefined }) {
  const { label, help, error, value, set } = useField(field, at)
  return (
    <TextField
      label={ownLabel ?? label}
      help={help}
      type={field.name === 'starts_on' ? 'date' : 'time'}
      value={value as string}
      onChange={(event) => set(event.target.value)}
      error={error}
    />
  )
}

/** A time of every day, or the time beside a weekday. */
export function RestrictionTimeField({ field, at }: FieldProps<TextModel>) {
  const day = useFieldAt([...at.slice(0, -1), `${field.name}_weekday`])
  return <ClockField field={field} at={at} ownLabel={day.value === '' ? day.label : undefined} />
}

export function DayField({ field, at }: FieldProps<ChoiceModel>) {
  const { label, error, value, set } = useField(field, at)
  return (
    <SelectField
      label={label}
      value={value as string}
      options={useWeekdayOptions()}
      onChange={(event) => set(event.target.value)}
      error={error}
    />
  )
}

export function RestrictionsField({ field, at }: FieldProps<ListModel>) {
  const { form: labels } = useText().schedules
  const { number } = useFormat()
  const { label, help, value, set } = useField(field, at)
  const restrictions = value as readonly RestrictionDraft[]
  const most = field.maxItems ?? Number.POSITIVE_INFINITY
  return (
    <Disclosure
      title={label}
      summary={labels.restrictionCount(number(restrictions.length))}
      isOpenAtFirst={restrictions.length > 0}
    >
      <p className="text-sm text-muted">{help}</p>
      <EntryList
        entries={restrictions}
        nameOf={(_, index) => labels.restriction(number(index + 1))}
        addLabel={labels.addRestriction}
        onAdd={restrictions.length < most ? () => set([...restrictions, NEW_RESTRICTION]) : undefined}
        fullText={labels.mostRestrictions(number(most))}
        onRemove={(index) => set(restrictions.toSpliced(index, 1))}
      >
        {(restriction, index) => (
          <RestrictionFields
            at={[...at, index]}
            restriction={restriction}
            onChange={(next) => set(restrictions.with(index, next))}
          />
        )}
      </EntryList>
    </Disclosure>
  )
}

interface RestrictionProps {
  at: Path
  restriction: RestrictionDraft
  onChange: (next: RestrictionDraft) => void
}

function RestrictionFields({ at, restriction, onChange }: RestrictionProps) {
  const { form: labels } = useText().schedules
  const kind = getKind(restriction)
  const isWeekly = kind === 'weekly'
  return (
    <>
      <SelectField
        label={labels.repeats}
        value={kind}
        options={(['daily', 'weekly'] as const).map((value) => ({ value, label: labels.kinds[value] }))}
        onChange={(event) => onChange(withKind(restriction, event.target.value as Rotation))}
      />
      <div className="grid items-end gap-3 sm:grid-cols-2">
        {isWeekly && <FieldAt at={[...at, 'from_weekday']} />}
        <FieldAt at={[...at, 'from']} />
        {isWeekly && <FieldAt at={[...at, 'to_weekday']} />}
        <FieldAt at={[...at, 'to']} />
      </div>
      <p className="text-sm text-muted">{labels.overnight}</p>
    </>
  )
}
