/** What each line of the chart looks like. Lines differ in colour and in their dashes. */
import type { Measure } from './series.ts'

/** Names of the colours in style.css. */
export type Colour = 'chart-1' | 'chart-2' | 'chart-3' | 'chart-4' | 'chart-5'

export interface LineStyle {
  colour: Colour
  /** Pixels drawn and left out; empty is a solid line. */
  dash: number[]
}

export const MEASURE_STYLE: Record<Measure, LineStyle> = {
  avg: { colour: 'chart-1', dash: [] },
  p50: { colour: 'chart-3', dash: [] },
  p95: { colour: 'chart-4', dash: [7, 4] },
  p99: { colour: 'chart-5', dash: [2, 3] },
}

const COLOURS: readonly Colour[] = ['chart-1', 'chart-4', 'chart-3', 'chart-5', 'chart-2']
const DASHES: readonly number[][] = [[], [7, 4], [2, 3]]

/** Regions beside each other: 15 that differ. */
export const getRegionStyle = (index: number): LineStyle => ({
  colour: COLOURS[index % COLOURS.length]!,
  dash: DASHES[Math.floor(index / COLOURS.length) % DASHES.length]!,
})

export interface Line extends LineStyle {
  key: string
  label: string
}
