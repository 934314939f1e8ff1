import { useFormat, useText } from '../../../text/text.tsx'
import { Field, TextField } from '../../../ui/field.tsx'

export interface Thresholds {
  failure: number
  recovery: number
  /** Null: none. */
  slowMs: number | null
}

interface Props {
  wish: Thresholds
  present: Thresholds
  onChange: (wish: Thresholds) => void
  /** Whether answers of this type can be slow. */
  hasSlow: boolean
}

const LEAST = 1
const MOST = 10
const MOST_MS = 60_000

export function ThresholdFields({ wish, present, onChange, hasSlow }: Props) {
  const { replay: text } = useText().monitor
  const { number } = useFormat()
  return (
    <div className="grid max-w-4xl gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Slider
        label={text.failure}
        value={wish.failure}
        help={text.now(number(present.failure))}
        onChange={(failure) => onChange({ ...wish, failure })}
      />
      <Slider
        label={text.recovery}
        value={wish.recovery}
        help={text.now(number(present.recovery))}
        onChange={(recovery) => onChange({ ...wish, recovery })}
      />
      {hasSlow && (
        <TextField
          label={text.slow}
          help={text.slowHelp}
          type="number"
          inputMode="numeric"
          min={LEAST}
          max={MOST_MS}
          value={wish.slowMs ?? ''}
          onChange={({ target: { value } }) =>
            onChange({
              ...wish,
              slowMs: value === '' ? null : Math.min(MOST_MS, Math.max(LEAST, Math.round(Number(value)))),
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
            min={LEAST}
            max={MOST}
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
