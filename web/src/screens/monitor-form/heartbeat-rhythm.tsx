/** Choice between a fixed interval and a cron schedule. The API uses the schedule if there is one. */

import { useId, useRef, useState } from 'react'
import { getValueAt } from '../../parts/forms/schema-form/draft.ts'
import { Fields } from '../../parts/forms/schema-form/fields.tsx'
import { useScope } from '../../parts/forms/schema-form/scope.tsx'
import type { PlacedField } from '../../parts/forms/schema-form/split-fields.ts'
import { getLocalZone } from '../../parts/forms/zone-picker.tsx'
import { useText } from '../../text/text.tsx'

const INTERVAL = 'heartbeat_config.expected_interval_seconds'
const SCHEDULE = ['heartbeat_config', 'schedule']
const ZONE = ['heartbeat_config', 'timezone']
const SCHEDULE_FIELDS = [SCHEDULE.join('.'), ZONE.join('.')]

/** The first schedule that is offered: daily at 3:00. */
const FIRST_SCHEDULE = '0 3 * * *'

export const isRhythmField = ({ at }: PlacedField): boolean => [INTERVAL, ...SCHEDULE_FIELDS].includes(at.join('.'))

type Kind = 'interval' | 'schedule'

/** @param fields the fields that `isRhythmField` finds */
export function HeartbeatRhythm({ fields }: { fields: readonly PlacedField[] }) {
  const { heartbeat } = useText().formNotes
  const { draft, set } = useScope()
  const schedule = String(getValueAt(draft, SCHEDULE) ?? '')
  const [kind, setKind] = useState<Kind>(schedule === '' ? 'interval' : 'schedule')
  const last = useRef(schedule || FIRST_SCHEDULE)
  const choose = (next: Kind) => {
    setKind(next)
    if (next === 'schedule') {
      set(SCHEDULE, last.current)
      if (!getValueAt(draft, ZONE)) set(ZONE, getLocalZone())
    } else {
      last.current = schedule || last.current
      set(SCHEDULE, '')
    }
  }
  const isOf = (one: Kind) => (field: PlacedField) =>
    SCHEDULE_FIELDS.includes(field.at.join('.')) === (one === 'schedule')
  return (
    // Without a schedule the API expects pings at the interval, so the choice returns to it
    <fieldset onBlur={() => kind === 'schedule' && schedule.trim() === '' && setKind('interval')}>
      <legend className="mb-1 font-medium">{heartbeat.rhythm}</legend>
      <div className="mb-3 grid gap-2 sm:grid-cols-2">
        {(['interval', 'schedule'] as const).map((one) => (
          <Option
            key={one}
            label={heartbeat[one]}
            help={heartbeat[`${one}Help`]}
            isChosen={one === kind}
            onChoose={() => choose(one)}
          />
        ))}
      </div>
      <div className="flex flex-col gap-4">
        <Fields fields={fields.filter(isOf(kind))} />
      </div>
    </fieldset>
  )
}

interface OptionProps {
  label: string
  help: string
  isChosen: boolean
  onChoose: () => void
}

function Option({ label, help, isChosen, onChoose }: OptionProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="flex cursor-pointer items-start gap-2.5 rounded-md border border-edge p-2.5 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
    >
      <input
        id={id}
        type="radio"
        name="heartbeat-rhythm"
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-4.5 shrink-0 accent-accent"
      />
      <span>
        <span className="block font-medium">{label}</span>
        <span className="block text-sm text-muted">{help}</span>
      </span>
    </label>
  )
}
