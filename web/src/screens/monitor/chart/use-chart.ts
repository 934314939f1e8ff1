/** Reads the data of the chart, and builds its columns and marks. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Schemas } from '../../../api/types.ts'
import { regionsQuery } from '../../../parts/platform/queries.ts'
import type { Phase } from '../../../parts/results/waterfall.ts'
import { useText } from '../../../text/text.tsx'
import {
  incidentsQuery,
  type Monitor,
  maintenanceQuery,
  phasesQuery,
  responseTimesQuery,
  resultsQuery,
} from '../queries.ts'
import { getRegionStyle, type Line, MEASURE_STYLE, PHASE_STYLE, PREVIOUS_STYLE, SINGLE_STYLE } from './lines.ts'
import { filterMarks, type Mark, toFailureMarks, toIncidentMarks, toMaintenanceMarks } from './marks.ts'
import {
  align,
  BUCKET_MS,
  type Columns,
  computeGapMs,
  type Dot,
  isSingle,
  LENGTH_MS,
  MEASURES,
  type Measure,
  type Period,
  type Point,
  toDots,
} from './series.ts'
import type { View } from './zoom.ts'

/** A region code, all regions combined, or one line per region. */
type RegionChoice = string | '*all' | '*each'

export interface ChartChoice {
  region: RegionChoice
  /** Lines drawn for one region. */
  measures: readonly Measure[]
  hasBand: boolean
  /** The measure compared between regions. */
  measure: Measure
  /** Whether the average of the period before is drawn too. */
  hasPrevious: boolean
  /** Whether the phases replace the lines. */
  isPhases: boolean
}

export interface ChartData {
  isLoading: boolean
  error: unknown
  retry: () => void
  columns: Columns
  lines: readonly Line[]
  hasBand: boolean
  /** Whether each line is the sum of its own value and of the lines after it. */
  isStacked: boolean
  /** Whether each point is one check. */
  isSingle: boolean
  marks: readonly Mark[]
  /** Failed checks. */
  failures: readonly Mark[]
  bounds: View
  /** All shown points, for the table and for screen readers; null while regions are compared. */
  points: readonly Point[] | null
  summary: Omit<Point, 'timestamp'> | null
  regions: readonly { code: string; name: string }[]
}

/** Check interval in seconds; null for heartbeats, where a gap has no meaning. */
const getIntervalSeconds = (monitor: Monitor): number | null =>
  monitor.type === 'HEARTBEAT' ? null : monitor.interval_seconds

export function useChart(monitor: Monitor, period: Period, choice: ChartChoice): ChartData {
  const text = useText().monitor
  const { line: labels } = text.chart
  const known = useQuery(regionsQuery).data
  // Heartbeats have no regions: jobs report to the server
  const regions = useMemo(() => (monitor.type === 'HEARTBEAT' ? [] : (known ?? [])), [known, monitor.type])
  const isComparing = choice.region === '*each'
  const isStacked = choice.isPhases && hasPhases(monitor, period) && !isComparing
  const region = choice.region.startsWith('*') ? null : choice.region
  const bucketMs = BUCKET_MS[period]
  const one = useQuery({ ...responseTimesQuery(monitor.id, period, region), enabled: !isComparing })
  const previousEnd = Math.floor(((one.dataUpdatedAt || Date.now()) - LENGTH_MS[period]) / bucketMs) * bucketMs
  const previous = useQuery({
    ...responseTimesQuery(monitor.id, period, region, previousEnd),
    enabled: !isComparing && !isStacked && choice.hasPrevious && one.data !== undefined,
  }).data?.series
  const phases = useQuery({ ...phasesQuery(monitor.id, period === '7d' ? '7d' : '24h', region), enabled: isStacked })
  const each = useQueries({
    queries: isComparing ? regions.map(({ code }) => responseTimesQuery(monitor.id, period, code)) : [],
    combine: (results) => ({
      all: results.map(({ data }) => data),
      isLoading: results.some(({ isLoading }) => isLoading),
      error: results.find(({ error }) => error)?.error ?? null,
      at: Math.max(0, ...results.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    }),
  })
  const readAt = (isComparing ? each.at : one.dataUpdatedAt) || Date.now()
  const bounds = useMemo<View>(() => [(readAt - LENGTH_MS[period]) / 1000, readAt / 1000], [readAt, period])
  const marks = useMarks(monitor.id, period, bounds)
  const failures = useFailures(monitor.id, period, region, previousEnd)
  const single = isSingle(one.data?.series ?? [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels change with the language, which redraws everything
  const drawn = useMemo(() => {
    const gap = computeGapMs(bucketMs, getIntervalSeconds(monitor))
    if (isComparing) {
      const measured = regions.flatMap((region, index) => {
        const series = each.all[index]?.series ?? []
        return series.length > 0 ? [{ region, series }] : []
      })
      return {
        columns: align(
          measured.map(({ series }) => toDots(series, choice.measure, bucketMs)),
          gap,
        ),
        lines: measured.map(({ region: { code, name } }, index) => ({
          key: code,
          label: name,
          ...getRegionStyle(index),
        })),
        hasBand: false,
      }
    }
    if (isStacked) return drawPhases(phases.data ?? [], text.result.phase, bucketMs, gap)
    const series = one.data?.series ?? []
    const measures = single ? (['avg'] as const) : MEASURES.filter((measure) => choice.measures.includes(measure))
    const hasBand = choice.hasBand && !single
    const toColumns = (of: readonly (Measure | 'min' | 'max')[]) =>
      of.map((measure) => toDots(series, measure, bucketMs))
    const lines = measures.map((measure) => ({
      key: measure,
      label: single ? text.chart.title : labels[measure],
      ...(single ? SINGLE_STYLE : MEASURE_STYLE[measure]),
    }))
    const before = previous?.length
      ? [toDots(previous, 'avg', bucketMs).map(([at, ms]): Dot => [at + LENGTH_MS[period] / 1000, ms])]
      : []
    return {
      columns: align([...toColumns(measures), ...before, ...toColumns(hasBand ? ['max', 'min'] : [])], gap),
      lines: [...lines, ...before.map(() => ({ key: 'previous', label: text.chart.previous, ...PREVIOUS_STYLE }))],
      hasBand,
    }
  }, [one.data, previous, phases.data, each.at, each.isLoading, regions, choice, period, monitor, isComparing])
  return {
    ...drawn,
    isStacked,
    isSingle: single,
    failures,
    marks,
    bounds,
    regions,
    isLoading: isComparing ? each.isLoading : one.isLoading || phases.isLoading,
    error: isComparing ? each.error : one.error,
    retry: () => void one.refetch(),
    points: isComparing ? null : (one.data?.series ?? []),
    summary: isComparing ? null : (one.data?.summary ?? null),
  }
}

/** Periods whose failed checks are listed; in longer periods they would cover each other. */
const FAILURE_PERIODS: readonly Period[] = ['24h', '7d']
const MAX_FAILURES = 100

/** @param since Unix ms */
function useFailures(id: string, period: Period, region: string | null, since: number): readonly Mark[] {
  const { error, failed } = useText().monitor.result
  const filter = { status: 'down', from: new Date(since).toISOString(), offset: 0, limit: MAX_FAILURES } as const
  const results = useQuery({
    ...resultsQuery(id, { ...filter, ...(region !== null && { region }) }),
    enabled: FAILURE_PERIODS.includes(period),
  }).data?.results
  return useMemo(() => {
    const describe = (type: string | null) => error[type as keyof typeof error] ?? failed
    return FAILURE_PERIODS.includes(period) ? toFailureMarks(results ?? [], BUCKET_MS[period] / 1000, describe) : []
  }, [results, period, error, failed])
}

export const canHavePhases = ({ type }: Monitor): boolean => type !== 'HEARTBEAT' && type !== 'ICMP'

/** Phases are stored with each result, so longer periods have none. */
export const hasPhases = (monitor: Monitor, period: Period): boolean =>
  (period === '24h' || period === '7d') && canHavePhases(monitor)

/** From the top of the stack to its foot. */
const STACK = ['other', 'download', 'first_byte', 'tls', 'connect', 'dns'] as const

/** A phase that never takes longer is left out: it is the rounding of the other phases. */
const MIN_PHASE_MS = 0.1

/** Stacks the measured phases: each line is the sum of its phase and of the phases below. */
function drawPhases(
  series: readonly Schemas['PhasePoint'][],
  labels: Record<Phase, string>,
  bucketMs: number,
  gapMs: number,
): Pick<ChartData, 'columns' | 'lines' | 'hasBand'> {
  const shown = STACK.filter((phase) => series.some((point) => point[`${phase}_ms`] > MIN_PHASE_MS))
  const dots = shown.map((_, index) =>
    series.map((point): Dot => {
      const ms = shown.slice(index).reduce((sum, phase) => sum + point[`${phase}_ms`], 0)
      return [(Date.parse(point.timestamp) + bucketMs / 2) / 1000, ms]
    }),
  )
  return {
    columns: align(dots, gapMs),
    lines: shown.map((phase) => ({ key: phase, label: labels[phase], ...PHASE_STYLE[phase] })),
    hasBand: false,
  }
}

function useMarks(id: string, period: Period, bounds: View): readonly Mark[] {
  const incidents = useQuery(incidentsQuery(id)).data?.incidents
  const spans = useQuery(maintenanceQuery(id, period)).data?.maintenance
  const { maintenance } = useText().monitor.chart
  return useMemo(() => {
    const now = bounds[1] * 1000
    return filterMarks(
      [...toMaintenanceMarks(spans ?? [], maintenance), ...toIncidentMarks(incidents ?? [], now)],
      ...bounds,
    )
  }, [incidents, spans, bounds, maintenance])
}
