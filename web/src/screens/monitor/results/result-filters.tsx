import { useText } from '../../../text/text.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { LENGTH_MS, PERIODS, type Period } from '../chart/series.ts'
import type { Result } from '../live-patch.ts'

export interface ResultChoice {
  status: Result['status'] | ''
  region: string
  time: '' | Period | 'custom'
  /**
   * When the filter was set, Unix ms. It fixes relative periods, which would otherwise change the list every second.
   */
  chosenAt: number
  /** `datetime-local` value in the user's time zone. */
  from: string
  to: string
}

export const NO_FILTER: ResultChoice = { status: '', region: '', time: '', chosenAt: 0, from: '', to: '' }

const toIso = (at: number): string => new Date(at).toISOString()

/** Returns the selected time range as API parameters. */
export function toBounds({ time, chosenAt, from, to }: ResultChoice): { from?: string; to?: string } {
  if (time === '') return {}
  if (time !== 'custom') return { from: toIso(chosenAt - LENGTH_MS[time]) }
  return { ...(from && { from: toIso(Date.parse(from)) }), ...(to && { to: toIso(Date.parse(to)) }) }
}

interface Props {
  choice: ResultChoice
  onChange: (choice: ResultChoice) => void
  regions: readonly { code: string; name: string }[]
}

const STATUSES: readonly Result['status'][] = ['up', 'degraded', 'down', 'inconclusive']

export function ResultFilters({ choice, onChange, regions }: Props) {
  const labels = useText()
  const { results: text, figures } = labels.monitor
  const set = (change: Partial<ResultChoice>) => onChange({ ...choice, ...change })
  return (
    <div className="flex flex-wrap items-end gap-3 border-b border-line px-4 py-3">
      <SelectField
        label={text.filter.status}
        className="min-w-36"
        value={choice.status}
        onChange={(event) => set({ status: event.target.value as ResultChoice['status'] })}
        options={[
          { value: '', label: text.any },
          ...STATUSES.map((value) => ({ value, label: labels.status.result[value] })),
        ]}
      />
      {regions.length > 1 && (
        <SelectField
          label={text.filter.region}
          className="min-w-36"
          value={choice.region}
          onChange={(event) => set({ region: event.target.value })}
          options={[{ value: '', label: text.any }, ...regions.map(({ code, name }) => ({ value: code, label: name }))]}
        />
      )}
      <SelectField
        label={text.filter.time}
        className="min-w-36"
        value={choice.time}
        onChange={(event) => set({ time: event.target.value as ResultChoice['time'], chosenAt: Date.now() })}
        options={[
          { value: '', label: text.anyTime },
          ...PERIODS.map((value) => ({ value, label: figures.period[value] })),
          { value: 'custom', label: text.custom },
        ]}
      />
      {choice.time === 'custom' && (
        <>
          <TextField
            label={text.filter.from}
            type="datetime-local"
            value={choice.from}
            onChange={(event) => set({ from: event.target.value })}
          />
          <TextField
            label={text.filter.to}
            type="datetime-local"
            value={choice.to}
            onChange={(event) => set({ to: event.target.value })}
          />
        </>
      )}
    </div>
  )
}
