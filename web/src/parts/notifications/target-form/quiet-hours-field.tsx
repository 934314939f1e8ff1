/** Quiet hours of a target: daily hours or parts of the week, their time zone, and the messages that wait. */
import { Plus, X } from 'lucide-react'
import { useText } from '../../../text/text.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { CheckField, FieldError, SelectField, TextField } from '../../../ui/field.tsx'
import { useWeekdayOptions } from '../../forms/weekdays.ts'
import { getLocalZone, ZonePicker } from '../../forms/zone-picker.tsx'
import type { QuietHours } from './target-config.ts'

type Restriction = QuietHours['restrictions'][number]

const NIGHT: Restriction = { from: '22:00', to: '07:00', from_weekday: null, to_weekday: null }

interface QuietHoursFieldProps {
  /** Null without quiet hours. */
  value: QuietHours | null
  onChange: (value: QuietHours | null) => void
  error: string | undefined
}

export function QuietHoursField({ value, onChange, error }: QuietHoursFieldProps) {
  const { form: labels, quiet } = useText().notifications
  const start = (): QuietHours => ({ timezone: getLocalZone(), restrictions: [NIGHT], mode: 'wait' })
  return (
    <div className="flex flex-col gap-3">
      <CheckField
        label={labels.quietHours}
        help={labels.quietHoursHelp}
        checked={value !== null}
        onChange={(event) => onChange(event.target.checked ? start() : null)}
      />
      {error && <FieldError>{error}</FieldError>}
      {value && (
        <div className="flex flex-col gap-3 sm:ml-7.5">
          {value.restrictions.map((restriction, index) => (
            <RestrictionRow
              key={index}
              value={restriction}
              onChange={(next) => onChange({ ...value, restrictions: value.restrictions.with(index, next) })}
              onRemove={
                value.restrictions.length > 1
                  ? () => onChange({ ...value, restrictions: value.restrictions.toSpliced(index, 1) })
                  : null
              }
            />
          ))}
          <Button
            icon={Plus}
            className="self-start"
            onClick={() => onChange({ ...value, restrictions: [...value.restrictions, NIGHT] })}
          >
            {quiet.add}
          </Button>
          <ZonePicker
            label={quiet.timezone}
            value={value.timezone}
            onChange={(timezone) => onChange({ ...value, timezone })}
          />
          <SelectField
            label={quiet.mode}
            value={value.mode}
            onChange={({ target }) => onChange({ ...value, mode: target.value as QuietHours['mode'] })}
            options={[
              { value: 'wait', label: quiet.wait },
              { value: 'critical_only', label: quiet.criticalOnly },
            ]}
          />
        </div>
      )}
    </div>
  )
}

interface RestrictionRowProps {
  value: Restriction
  onChange: (value: Restriction) => void
  /** Null for the only row. */
  onRemove: (() => void) | null
}

function RestrictionRow({ value, onChange, onRemove }: RestrictionRowProps) {
  const { quiet } = useText().notifications
  const days = useWeekdayOptions()
  const isWeekly = value.from_weekday !== null
  const change = (some: Partial<Restriction>) => onChange({ ...value, ...some })
  const setStart = (day: string) => {
    const from_weekday = (day || null) as Restriction['from_weekday']
    change({ from_weekday, to_weekday: from_weekday && (value.to_weekday ?? from_weekday) })
  }
  return (
    <div className="flex items-end gap-2">
      <div className="grid min-w-0 flex-1 grid-cols-2 gap-2">
        <SelectField
          label={quiet.fromDay}
          value={value.from_weekday ?? ''}
          onChange={({ target }) => setStart(target.value)}
          options={[{ value: '', label: quiet.everyDay }, ...days]}
        />
        <TextField
          label={quiet.from}
          type="time"
          required
          value={value.from}
          onChange={({ target }) => change({ from: target.value })}
        />
        {isWeekly && (
          <SelectField
            label={quiet.toDay}
            value={value.to_weekday ?? ''}
            onChange={({ target }) => change({ to_weekday: target.value as Restriction['to_weekday'] })}
            options={days}
          />
        )}
        <TextField
          label={quiet.to}
          type="time"
          required
          className={isWeekly ? '' : 'col-start-2'}
          value={value.to}
          onChange={({ target }) => change({ to: target.value })}
        />
      </div>
      {onRemove && <IconButton icon={X} label={quiet.remove} onClick={onRemove} />}
    </div>
  )
}
