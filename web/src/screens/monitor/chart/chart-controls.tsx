/** Controls of the chart: period, region and lines. */
import { useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { Options } from '../../../ui/field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import type { Monitor } from '../queries.ts'
import { MEASURE_STYLE, PREVIOUS_STYLE } from './lines.ts'
import { MEASURES, type Measure, PERIODS, type Period } from './series.ts'
import { Swatch } from './swatch.tsx'
import { type ChartChoice, type ChartData, canHavePhases, hasPhases } from './use-chart.ts'

interface Props {
  monitor: Monitor
  period: Period
  onPeriod: (period: Period) => void
  choice: ChartChoice
  onChoice: (choice: ChartChoice) => void
  data: ChartData
}

const TOGGLE =
  'inline-flex min-h-8 items-center gap-1.5 rounded-md border px-2 text-sm aria-pressed:border-edge aria-pressed:bg-surface not-aria-pressed:border-transparent not-aria-pressed:text-muted not-aria-pressed:[&>:first-child]:opacity-35 hover:bg-hover max-sm:min-h-10'

export function ChartControls({ monitor, period, onPeriod, choice, onChoice, data }: Props) {
  const { chart: text } = useText().monitor
  const isComparing = choice.region === '*each'
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Segments
        label={text.period}
        options={PERIODS.map((value) => ({ value, label: text.periods[value] }))}
        value={period}
        onChange={onPeriod}
      />
      {data.regions.length > 1 && (
        <Select
          label={text.region}
          value={choice.region}
          onChange={(region) => onChoice({ ...choice, region })}
          options={[
            { value: '*all', label: text.allRegions },
            { value: '*each', label: text.eachRegion },
            ...data.regions.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      )}
      {isComparing ? (
        <>
          <Select
            label={text.measure}
            value={choice.measure}
            onChange={(measure) => onChoice({ ...choice, measure: measure as Measure })}
            options={MEASURES.map((value) => ({ value, label: text.line[value] }))}
          />
          <Legend lines={data.lines} />
        </>
      ) : (
        <>
          {hasPhases(monitor, period) && (
            <Segments
              label={text.view}
              options={(['times', 'phases'] as const).map((value) => ({ value, label: text.views[value] }))}
              value={data.isStacked ? 'phases' : 'times'}
              onChange={(view) => onChoice({ ...choice, isPhases: view === 'phases' })}
            />
          )}
          {canHavePhases(monitor) && !hasPhases(monitor, period) && choice.isPhases && (
            <p className="text-sm text-muted">
              {text.noPhases}{' '}
              <button type="button" className="text-accent underline" onClick={() => onPeriod('7d')}>
                {text.showPhases}
              </button>
            </p>
          )}
          {data.isStacked ? (
            <Legend lines={data.lines} />
          ) : (
            data.columns.at.length > 0 && <MeasureToggles {...{ choice, onChoice, data }} />
          )}
        </>
      )}
    </div>
  )
}

function Legend({ lines }: Pick<ChartData, 'lines'>) {
  const { chart: text } = useText().monitor
  return (
    <ul aria-label={text.lines} className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
      {lines.map((line) => (
        <li key={line.key} className="flex items-center gap-1.5">
          <Swatch {...line} />
          {line.label}
        </li>
      ))}
    </ul>
  )
}

function MeasureToggles({ choice, onChoice, data }: Pick<Props, 'choice' | 'onChoice' | 'data'>) {
  const { chart: text } = useText().monitor
  const toggle = (measure: Measure) => {
    const measures = choice.measures.includes(measure)
      ? choice.measures.filter((other) => other !== measure)
      : [...choice.measures, measure]
    if (measures.length > 0) onChoice({ ...choice, measures })
  }
  return (
    <div role="group" aria-label={text.lines} className="flex flex-wrap gap-1">
      {(data.isSingle ? [] : MEASURES).map((measure) => (
        <Tooltip key={measure} text={text.lineHelp[measure]}>
          <button
            type="button"
            className={TOGGLE}
            aria-pressed={choice.measures.includes(measure)}
            onClick={() => toggle(measure)}
          >
            <Swatch {...MEASURE_STYLE[measure]} />
            {text.line[measure]}
          </button>
        </Tooltip>
      ))}
      {!data.isSingle && (
        <button
          type="button"
          className={TOGGLE}
          aria-pressed={choice.hasBand}
          onClick={() => onChoice({ ...choice, hasBand: !choice.hasBand })}
        >
          <span className="h-3 w-5 rounded-sm bg-chart-1 opacity-25" aria-hidden />
          {text.range}
        </button>
      )}
      <button
        type="button"
        className={TOGGLE}
        aria-pressed={choice.hasPrevious}
        onClick={() => onChoice({ ...choice, hasPrevious: !choice.hasPrevious })}
      >
        <Swatch {...PREVIOUS_STYLE} />
        {text.previous}
      </button>
    </div>
  )
}

function Select({
  label,
  value,
  onChange,
  options,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={cx('control max-w-56 !w-auto')}
    >
      <Options options={options} />
    </select>
  )
}
