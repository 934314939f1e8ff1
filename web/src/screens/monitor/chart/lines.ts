/** Styles of the chart's lines, which differ in colour and dashes. */
import type { Phase } from '../../../parts/results/waterfall.ts'
import type { Measure } from './series.ts'

/** Colour names in style.css. */
type Colour = 'chart-1' | 'chart-2' | 'chart-3' | 'chart-4' | 'chart-5' | 'quiet-mark'

export interface LineStyle {
  colour: Colour
  /** Lengths of dashes and gaps, pixels; empty for a solid line. */
  dash: number[]
  /** Separate points, a pale line, or an area down to the next line. */
  shape?: 'points' | 'pale' | 'area'
}

export const MEASURE_STYLE: Record<Measure, LineStyle> = {
  avg: { colour: 'chart-1', dash: [] },
  p50: { colour: 'chart-3', dash: [] },
  p95: { colour: 'chart-4', dash: [7, 4] },
  p99: { colour: 'chart-5', dash: [2, 3] },
}

export const SINGLE_STYLE: LineStyle = { colour: 'chart-1', dash: [], shape: 'points' }
export const PREVIOUS_STYLE: LineStyle = { colour: 'quiet-mark', dash: [], shape: 'pale' }

/** Colours of the phases, as in the bars of one check. Each line is the sum of its phase and of the phases below. */
export const PHASE_STYLE: Record<Phase, LineStyle> = {
  other: { colour: 'quiet-mark', dash: [], shape: 'area' },
  download: { colour: 'chart-5', dash: [], shape: 'area' },
  first_byte: { colour: 'chart-1', dash: [], shape: 'area' },
  tls: { colour: 'chart-4', dash: [], shape: 'area' },
  connect: { colour: 'chart-3', dash: [], shape: 'area' },
  dns: { colour: 'chart-2', dash: [], shape: 'area' },
}

const COLOURS: readonly Colour[] = ['chart-1', 'chart-4', 'chart-3', 'chart-5', 'chart-2']
const DASHES: readonly number[][] = [[], [7, 4], [2, 3]]

/** Returns the style of a region's line; 15 styles differ. */
export const getRegionStyle = (index: number): LineStyle => ({
  colour: COLOURS[index % COLOURS.length]!,
  dash: DASHES[Math.floor(index / COLOURS.length) % DASHES.length]!,
})

export interface Line extends LineStyle {
  key: string
  label: string
}
