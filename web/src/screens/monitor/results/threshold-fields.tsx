import { useFormat, useText } from '../../../text/text.tsx'
import { Field, TextField } from '../../../ui/field.tsx'

export interface Thresholds {
  failure: number
  recovery: number
  /** Null for no limit. */
  slowMs: number | null
}

interface Props {
  chosen: Thresholds
  current: Thresholds
  onChange: (chosen: Thresholds) => void
  /** Whether the monitor type has a limit for slow responses. */
  hasSlow: boolean
}

const MIN = 1
const MAX = 10
const MAX_MS = 60_000

export function ThresholdFields({ chosen, current, onChange, hasSlow }: Props) {
  const { replay: text } = useText().monitor
  const { number } = useFormat()
  return (
    <div className="grid max-w-4xl gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Slider
        label={text.failure}
        value={chosen.failure}
        help={text.currentStatus(number(current.failure))}
        onChange={(failure) => onChange({ ...chosen, failure })}
      />
      <Slider
        label={text.recovery}
        value={chosen.recovery}
        help={text.currentStatus(number(current.recovery))}
        onChange={(recovery) => onChange({ ...chosen, recovery })}
      />
      {hasSlow && (
        <TextField
          label={text.slow}
          help={text.slowHelp}
          type="number"
          inputMode="numeric"
          min={MIN}
          max={MAX_MS}
          value={chosen.slowMs ?? ''}
          onChange={({ target: { value } }) =>
            onChange({
              ...chosen,
              slowMs: value === '' ? null : Math.min(MAX_MS, Math.max(MIN, Math.round(Number(value)))),
            })
          }
        />
      )}
    </div>
  )
}

interface SliderProps {
  label: string
  help: string
  value: number
  onChange: (value: number) => void
}

function Slider({ label, help, value, onChange }: SliderProps) {
  return (
    <Field label={label} help={help}>
      {(tied) => (
        <div className="flex items-center gap-3">
          <input
            {...tied}
            type="range"
            min={MIN}
            max={MAX}
            value={value}
            onChange={(event) => onChange(event.target.valueAsNumber)}
            className="h-9 min-w-0 flex-1 accent-accent"
          />
          <output className="w-6 text-right text-lg font-semibold tabular">{value}</output>
        </div>
      )}
    </Field>
  )
}
