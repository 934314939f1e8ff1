/** Reads the data of the chart, and builds its columns and marks. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { regionsQuery } from '../../../parts/platform/queries.ts'
import { useText } from '../../../text/text.tsx'
import { incidentsQuery, type Monitor, maintenanceQuery, responseTimesQuery } from '../queries.ts'
import { getRegionStyle, type Line, MEASURE_STYLE } from './lines.ts'
import { filterMarks, type Mark, toIncidentMarks, toMaintenanceMarks } from './marks.ts'
import {
  align,
  BUCKET_MS,
  type Columns,
  computeGapMs,
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
}

export interface ChartData {
  isLoading: boolean
  error: unknown
  retry: () => void
  columns: Columns
  lines: readonly Line[]
  hasBand: boolean
  marks: readonly Mark[]
  bounds: View
  /** All shown points, for the table and for screen readers; null while regions are compared. */
  points: readonly Point[] | null
  summary: Omit<Point, 'timestamp'> | null
  regions: readonly { code: string; name: string }[]
}

/** Check interval in seconds; null for heartbeats, where a gap has no meaning. */
const getIntervalSeconds = (monitor: Monitor): number | null =>
  monitor.type === 'HEARTBEAT' ? null : monitor.interval_seconds

export function useChart(
  monitor: Monitor,
  period: Period,
  choice: ChartChoice,
  labels: Record<Measure, string>,
): ChartData {
  const known = useQuery(regionsQuery).data
  // Heartbeats have no regions: jobs report to the server
  const regions = useMemo(() => (monitor.type === 'HEARTBEAT' ? [] : (known ?? [])), [known, monitor.type])
  const isComparing = choice.region === '*each'
  const one = useQuery({
    ...responseTimesQuery(monitor.id, period, choice.region.startsWith('*') ? null : choice.region),
    enabled: !isComparing,
  })
  const each = useQueries({
    queries: isComparing ? regions.map(({ code }) => responseTimesQuery(monitor.id, period, code)) : [],
    combine: (results) => ({
      all: results.map(({ data }) => data),
      isLoading: results.some(({ isLoading }) => isLoading),
      error: results.find(({ error }) => error)?.error ?? null,
      at: Math.max(0, ...results.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    }),
  })
  const bucketMs = BUCKET_MS[period]
  const readAt = (isComparing ? each.at : one.dataUpdatedAt) || Date.now()
  const bounds = useMemo<View>(() => [(readAt - LENGTH_MS[period]) / 1000, readAt / 1000], [readAt, period])
  const marks = useMarks(monitor.id, period, bounds)
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
    const series = one.data?.series ?? []
    const measures = MEASURES.filter((measure) => choice.measures.includes(measure))
    const columns = [...measures, ...(choice.hasBand ? (['max', 'min'] as const) : [])]
    return {
      columns: align(
        columns.map((measure) => toDots(series, measure, bucketMs)),
        gap,
      ),
      lines: measures.map((measure) => ({ key: measure, label: labels[measure], ...MEASURE_STYLE[measure] })),
      hasBand: choice.hasBand,
    }
  }, [one.data, each.at, each.isLoading, regions, choice, period, monitor.interval_seconds, monitor.type, isComparing])
  return {
    ...drawn,
    marks,
    bounds,
    regions,
    isLoading: isComparing ? each.isLoading : one.isLoading,
    error: isComparing ? each.error : one.error,
    retry: () => void one.refetch(),
    points: isComparing ? null : (one.data?.series ?? []),
    summary: isComparing ? null : (one.data?.summary ?? null),
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
