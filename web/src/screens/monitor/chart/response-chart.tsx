/** Card of response times: controls, the chart or its table, and the values at the cursor. */
import { ChartLine, Minus, MoveLeft, MoveRight, Plus, RotateCcw, Table2 } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { loadChunk } from '../../../api/chunk.ts'
import { useFormat, useLanguage, useText } from '../../../text/text.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { LoadError, Notice, Skeleton } from '../../../ui/notice.tsx'
import { Card } from '../../../ui/page.tsx'
import type { Monitor } from '../queries.ts'
import { ChartControls } from './chart-controls.tsx'
import { ChartReadout } from './chart-readout.tsx'
import { ChartTable } from './chart-table.tsx'
import type { PlotTexts } from './plot-options.ts'
import { BUCKET_MS, findNearest, type Period, type Point } from './series.ts'
import { type ChartChoice, type ChartData, useChart } from './use-chart.ts'
import { clamp, pan, type View, zoomIn, zoomOut } from './zoom.ts'

const Plot = lazy(() => loadChunk(() => import('./plot.tsx')))

interface Props {
  monitor: Monitor
  period: Period
  onPeriod: (period: Period) => void
  /** Opens a result. */
  onResult: (id: string) => void
}

const FIRST_CHOICE: ChartChoice = {
  region: '*all',
  measures: ['avg', 'p95'],
  hasBand: true,
  measure: 'avg',
  hasPrevious: true,
  isPhases: false,
}

export function ResponseChart({ monitor, period, onPeriod, onResult }: Props) {
  const { chart: text } = useText().monitor
  const [choice, setChoice] = useState(FIRST_CHOICE)
  const [isTable, setTable] = useState(false)
  const data = useChart(monitor, period, choice)
  const isRun = monitor.type === 'HEARTBEAT'
  const isEmpty = !data.isLoading && data.columns.at.length === 0
  return (
    <Card
      title={isRun ? text.runTitle : text.title}
      actions={
        !isEmpty &&
        data.points && (
          <Button
            size="small"
            variant="ghost"
            icon={isTable ? ChartLine : Table2}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? text.asChart : text.asTable}
          </Button>
        )
      }
    >
      <ChartControls {...{ monitor, period, onPeriod, choice, data }} onChoice={setChoice} />
      {data.error ? (
        <LoadError error={data.error} onRetry={data.retry} />
      ) : data.isLoading ? (
        <Skeleton lines={6} className="min-h-72 py-8" />
      ) : isEmpty ? (
        <Notice icon={ChartLine} title={text.empty}>
          {isRun ? text.emptyRuns : text.emptyText}
        </Notice>
      ) : (
        <>
          {data.summary && <ChartFigures summary={data.summary} />}
          {isTable && data.points ? (
            <ChartTable points={data.points} marks={[...data.marks, ...data.failures]} bucketMs={BUCKET_MS[period]} />
          ) : (
            <ZoomedChart key={period} {...{ data, period, onResult }} />
          )}
        </>
      )}
    </Card>
  )
}

function ZoomedChart({ data, period, onResult }: { data: ChartData } & Pick<Props, 'period' | 'onResult'>) {
  const { chart: text, figures } = useText().monitor
  const format = useFormat()
  const texts = usePlotTexts()
  const [zoomed, setZoomed] = useState<View | null>(null)
  const [cursor, setCursor] = useState<{ index: number; byKey: boolean } | null>(null)
  const { bounds, columns, lines, marks, failures, hasBand, isStacked, summary } = data
  const bucketSeconds = BUCKET_MS[period] / 1000
  const view = zoomed ?? bounds
  const at = cursor && columns.at[cursor.index]
  const viewActions = {
    in: () => setZoomed(zoomIn(view, bounds, bucketSeconds, at ?? undefined)),
    out: () => setZoomed(zoomOut(view, bounds, bucketSeconds)),
    earlier: () => setZoomed(pan(view, -1, bounds, bucketSeconds)),
    later: () => setZoomed(pan(view, 1, bounds, bucketSeconds)),
    reset: () => setZoomed(null),
  }
  const step = (by: number) => {
    const from = cursor?.index ?? findNearest(columns.at, view[by > 0 ? 0 : 1])
    if (from === null) return
    const index = Math.min(columns.at.length - 1, Math.max(0, cursor ? from + by : from))
    setCursor({ index, byKey: true })
  }
  const openFailure = (second: number, reach: number) => {
    const found = failures.find(({ from, to }) => from - reach <= second && second < to + reach)
    if (found?.id) onResult(found.id)
  }
  const keys: Record<string, () => void> = {
    Enter: () => at && openFailure(at, 0),
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    '+': viewActions.in,
    '=': viewActions.in,
    '-': viewActions.out,
    '0': viewActions.reset,
    PageUp: viewActions.earlier,
    PageDown: viewActions.later,
    Home: () => setCursor({ index: 0, byKey: true }),
    End: () => setCursor({ index: columns.at.length - 1, byKey: true }),
  }
  const summaryText = summary
    ? text.summary(format.ms(summary.avg_ms), format.ms(summary.p95_ms), format.ms(summary.max_ms))
    : ''
  return (
    <div>
      <div className="mb-1 flex min-h-10 flex-wrap items-center justify-between gap-2">
        <ChartReadout {...{ columns, lines, hasBand, isStacked, cursor }} marks={[...marks, ...failures]} />
        <div role="group" aria-label={text.zoom} className="ml-auto flex">
          {zoomed && (
            <>
              <IconButton
                icon={MoveLeft}
                label={text.earlier}
                onClick={viewActions.earlier}
                disabled={view[0] <= bounds[0]}
              />
              <IconButton
                icon={MoveRight}
                label={text.later}
                onClick={viewActions.later}
                disabled={view[1] >= bounds[1]}
              />
              <IconButton icon={RotateCcw} label={text.reset} onClick={viewActions.reset} />
            </>
          )}
          <IconButton icon={Minus} label={text.zoomOut} onClick={viewActions.out} disabled={!zoomed} />
          <IconButton icon={Plus} label={text.zoomIn} onClick={viewActions.in} />
        </div>
      </div>
      <div
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the cursor
        tabIndex={0}
        aria-label={`${text.label(text.chart, figures.period[period])}. ${summaryText} ${text.keys}`}
        className="rounded"
        onKeyDown={(event) => {
          const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
          if (!act) return
          event.preventDefault()
          act()
        }}
        onBlur={() => setCursor(null)}
      >
        <Suspense fallback={<Skeleton lines={6} className="min-h-70 py-6" />}>
          <Plot
            {...{ columns, lines, hasBand, marks, failures, view, texts }}
            onClick={openFailure}
            cursor={cursor?.byKey ? cursor.index : null}
            onSelect={(view) => setZoomed(clamp(view, bounds, bucketSeconds))}
            onCursor={(index) => setCursor(index === null ? null : { index, byKey: false })}
          />
        </Suspense>
      </div>
    </div>
  )
}

const DAY_SECONDS = 86_400

function usePlotTexts(): PlotTexts {
  const format = useFormat()
  const { locale } = useLanguage()
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
    const isMidnight = (second: number) => new Date(second * 1000).getHours() === 0
    return {
      ms: format.ms,
      tick: (second, stepSeconds) =>
        stepSeconds >= DAY_SECONDS || isMidnight(second) ? day.format(second * 1000) : format.time(second * 1000),
    }
  }, [format, locale])
}

/** Summary figures of the period. */
function ChartFigures({ summary }: { summary: Omit<Point, 'timestamp'> }) {
  const { chart: text } = useText().monitor
  const format = useFormat()
  const figures = [
    [text.line.avg, summary.avg_ms],
    [text.line.p50, summary.p50_ms],
    [text.line.p95, summary.p95_ms],
    [text.line.p99, summary.p99_ms],
    [text.max, summary.max_ms],
  ] as const
  return (
    <dl className="mb-3 flex flex-wrap gap-x-6 gap-y-1">
      {figures.map(([term, ms]) => (
        <div key={term}>
          <dt className="text-xs text-muted">{term}</dt>
          <dd className="text-lg font-semibold tabular">{format.ms(ms)}</dd>
        </div>
      ))}
    </dl>
  )
}
