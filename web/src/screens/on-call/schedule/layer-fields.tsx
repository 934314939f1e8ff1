/** Fields of one layer of a schedule. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMe } from '../../../app/me.ts'
import { EntryList } from '../../../parts/entry-list.tsx'
import { useFormat, useLanguage, useText } from '../../../text/text.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { FieldError, Options, SelectField, TextField } from '../../../ui/field.tsx'
import { WarningNote } from '../../../ui/notice.tsx'
import { membersQuery } from '../queries.ts'
import {
  addEntry,
  changeEntry,
  findNextMember,
  type LayerDraft,
  MAX_MEMBERS,
  MAX_RESTRICTIONS,
  type MemberDraft,
  moveEntry,
  NEW_RESTRICTION,
  type RestrictionDraft,
  ROTATIONS,
  type Rotation,
  removeEntry,
  WEEKDAYS,
  type Weekday,
} from './schedule-draft.ts'

interface LayerProps {
  layer: LayerDraft
  /** States that the layer never applies. */
  warning: string | null
  onChange: (change: Partial<LayerDraft>) => void
  /** Returns the error of a field of the layer. */
  findError: (field: string) => string | undefined
}

export function LayerFields({ layer, warning, onChange, findError }: LayerProps) {
  const { form: labels } = useText().schedules
  const { rotation } = layer
  const days = useWeekdayOptions()
  return (
    <>
      {warning && <WarningNote>{warning}</WarningNote>}
      <TextField
        label={labels.layerName}
        value={layer.name}
        maxLength={80}
        autoComplete="off"
        onChange={(event) => onChange({ name: event.target.value })}
        error={findError('name')}
      />
      <Members members={layer.members} onChange={(members) => onChange({ members })} error={findError('user_ids')} />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <SelectField
          label={labels.rotation}
          value={rotation}
          options={ROTATIONS.map((value) => ({ value, label: labels.rotations[value] }))}
          onChange={(event) => onChange({ rotation: event.target.value as Rotation })}
          error={findError('rotation')}
        />
        <TextField
          label={labels.shiftLength[rotation]}
          inputMode="numeric"
          value={layer.shiftLength}
          onChange={(event) => onChange({ shiftLength: event.target.value })}
          error={findError('shift_length')}
        />
        {rotation === 'weekly' && (
          <SelectField
            label={labels.handoverDay}
            value={layer.handoverDay}
            options={days}
            onChange={(event) => onChange({ handoverDay: event.target.value as Weekday })}
            error={findError('handover_weekday')}
          />
        )}
        <TextField
          label={labels.handoverTime}
          type="time"
          value={layer.handoverTime}
          onChange={(event) => onChange({ handoverTime: event.target.value })}
          error={findError('handover_time')}
        />
      </div>
      <TextField
        label={labels.startsOn}
        help={labels.startsOnHelp}
        type="date"
        value={layer.startsOn}
        onChange={(event) => onChange({ startsOn: event.target.value })}
        error={findError('starts_on')}
      />
      <Restrictions
        restrictions={layer.restrictions}
        onChange={(restrictions) => onChange({ restrictions })}
        findError={findError}
      />
    </>
  )
}

interface MembersProps {
  members: readonly MemberDraft[]
  onChange: (members: MemberDraft[]) => void
  error: string | undefined
}

function Members({ members, onChange, error }: MembersProps) {
  const { form: labels } = useText().schedules
  const { number } = useFormat()
  const { user } = useMe()
  const { data = [] } = useQuery(membersQuery(user.organization_id))
  const choices = data.map(({ user_id, name }) => ({ value: user_id, label: name }))
  const next = findNextMember(
    members,
    choices.map(({ value }) => value),
  )
  const isFull = members.length >= MAX_MEMBERS
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{labels.members}</legend>
      <EntryList
        isCompact
        entries={members}
        nameOf={(_, index) => labels.member(number(index + 1))}
        addLabel={labels.addMember}
        onAdd={isFull ? undefined : () => onChange(addEntry(members, { userId: next ?? user.id }))}
        fullText={labels.mostMembers(number(MAX_MEMBERS))}
        onRemove={(index) => onChange(removeEntry(members, index))}
        onMove={(index, by) => onChange(moveEntry(members, index, by))}
      >
        {({ userId }, index) => (
          <select
            aria-label={labels.member(number(index + 1))}
            aria-invalid={error ? true : undefined}
            className="control"
            value={userId}
            onChange={(event) => onChange(changeEntry(members, index, { userId: event.target.value }))}
          >
            {!choices.some(({ value }) => value === userId) && (
              <option value={userId}>{userId === user.id ? user.name : labels.unknownMember}</option>
            )}
            <Options options={choices} />
          </select>
        )}
      </EntryList>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

interface RestrictionsProps extends Pick<LayerProps, 'findError'> {
  restrictions: readonly RestrictionDraft[]
  onChange: (restrictions: RestrictionDraft[]) => void
}

function Restrictions({ restrictions, onChange, findError }: RestrictionsProps) {
  const { form: labels } = useText().schedules
  const { number } = useFormat()
  const isFull = restrictions.length >= MAX_RESTRICTIONS
  return (
    <Disclosure
      title={labels.restrictions}
      summary={labels.restrictionCount(number(restrictions.length))}
      isOpenAtFirst={restrictions.length > 0}
    >
      <p className="text-sm text-muted">{labels.restrictionsHelp}</p>
      <EntryList
        entries={restrictions}
        nameOf={(_, index) => labels.restriction(number(index + 1))}
        addLabel={labels.addRestriction}
        onAdd={isFull ? undefined : () => onChange(addEntry(restrictions, NEW_RESTRICTION))}
        fullText={labels.mostRestrictions(number(MAX_RESTRICTIONS))}
        onRemove={(index) => onChange(removeEntry(restrictions, index))}
      >
        {(restriction, index) => (
          <RestrictionFields
            restriction={restriction}
            onChange={(change) => onChange(changeEntry(restrictions, index, change))}
            findError={(field) => findError(`restrictions.${index}.${field}`)}
          />
        )}
      </EntryList>
    </Disclosure>
  )
}

interface RestrictionProps extends Pick<LayerProps, 'findError'> {
  restriction: RestrictionDraft
  onChange: (change: Partial<RestrictionDraft>) => void
}

function RestrictionFields({ restriction, onChange, findError }: RestrictionProps) {
  const { form: labels } = useText().schedules
  const days = useWeekdayOptions()
  const { kind, from, to, fromDay, toDay } = restriction
  const isWeekly = kind === 'weekly'
  return (
    <>
      <SelectField
        label={labels.repeats}
        value={kind}
        options={ROTATIONS.map((value) => ({ value, label: labels.kinds[value] }))}
        onChange={(event) => onChange({ kind: event.target.value as Rotation })}
      />
      <div className="grid items-end gap-3 sm:grid-cols-2">
        {isWeekly && (
          <SelectField
            label={labels.fromDay}
            value={fromDay}
            options={days}
            onChange={(event) => onChange({ fromDay: event.target.value as Weekday })}
            error={findError('from_weekday')}
          />
        )}
        <TextField
          label={isWeekly ? labels.fromTime : labels.fromDay}
          type="time"
          value={from}
          onChange={(event) => onChange({ from: event.target.value })}
          error={findError('from')}
        />
        {isWeekly && (
          <SelectField
            label={labels.toDay}
            value={toDay}
            options={days}
            onChange={(event) => onChange({ toDay: event.target.value as Weekday })}
            error={findError('to_weekday')}
          />
        )}
        <TextField
          label={isWeekly ? labels.toTime : labels.toDay}
          type="time"
          value={to}
          onChange={(event) => onChange({ to: event.target.value })}
          error={findError('to')}
        />
      </div>
      <p className="text-sm text-muted">{labels.overnight}</p>
    </>
  )
}

/** A Monday; the names of the weekdays are formatted from it. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

function useWeekdayOptions(): readonly { value: string; label: string }[] {
  const { locale } = useLanguage()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
    return WEEKDAYS.map((value, index) => ({ value, label: format.format(MONDAY + index * DAY_MS) }))
  }, [locale])
}
