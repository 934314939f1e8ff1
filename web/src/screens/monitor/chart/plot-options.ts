/** uPlot options of the chart. */
import type uPlot from 'uplot'
import type { readPalette } from '../../../parts/platform/colours.ts'
import type { Line } from './lines.ts'
import { computeMarkPositions, type Mark } from './marks.ts'
import { findIsolatedPoints } from './series.ts'
import type { View } from './zoom.ts'

export interface PlotTexts {
  ms: (ms: number) => string
  /** Label of a tick; a date when ticks are days apart. */
  tick: (second: number, stepSeconds: number) => string
}

interface PlotSetup {
  lines: readonly Line[]
  /** Whether columns for the maximum and minimum follow the lines; the area between them is filled. */
  hasBand: boolean
  palette: ReturnType<typeof readPalette>
  texts: PlotTexts
  /** Values that can change without rebuilding the plot. */
  now: { view: View; marks: readonly Mark[]; failures: readonly Mark[] }
  onSelect: (view: View) => void
  onCursor: (index: number | null) => void
}

const FONT = '12px system-ui, sans-serif'
const HEIGHT_PX = 280
const DRAG_PX = 8

const LABEL_PADDING_PX = 6

export function buildPlotOptions(setup: PlotSetup, width: number): uPlot.Options {
  const { lines, hasBand, palette, texts, now } = setup
  const axis = {
    stroke: palette('muted'),
    font: FONT,
    grid: { stroke: palette('line'), width: 1 },
    ticks: { stroke: palette('line'), width: 1, size: 4 },
  }
  return {
    width,
    height: HEIGHT_PX,
    padding: [12, 22, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false, dist: DRAG_PX },
      points: { size: 7 },
    },
    scales: {
      x: { time: true, range: () => [now.view[0], now.view[1]] },
      y: { range: (_, __, max) => [0, max > 0 ? max * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        size: 32,
        space: 70,
        values: (_, splits, __, ___, step) => splits.map((second) => texts.tick(second, step)),
      },
      { ...axis, size: 66, space: 44, values: (_, splits) => splits.map(texts.ms) },
    ],
    series: [
      {},
      ...lines.map((line) => toSeriesOptions(line, palette)),
      ...(hasBand ? [createBandEdge(), createBandEdge()] : []),
    ],
    bands: hasBand ? [{ series: [lines.length + 1, lines.length + 2], fill: withAlpha(palette('chart-1'), 0.13) }] : [],
    hooks: {
      drawClear: [(plot) => drawMarks(plot, setup)],
      draw: [(plot) => drawFailures(plot, setup)],
      setCursor: [(plot) => setup.onCursor(plot.cursor.idx ?? null)],
      setSelect: [
        (plot) => {
          const { left, width: selected } = plot.select
          if (selected < DRAG_PX) return
          setup.onSelect([plot.posToVal(left, 'x'), plot.posToVal(left + selected, 'x')])
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
        },
      ],
    },
  }
}

function toSeriesOptions({ label, colour, dash, shape }: Line, palette: PlotSetup['palette']): uPlot.Series {
  const stroke = palette(colour)
  if (shape === 'pale') return { label, stroke: withAlpha(stroke, 0.55), width: 1.5, points: { show: false } }
  if (shape === 'points') return { label, width: 0, points: { show: true, size: 4, fill: stroke, stroke } }
  return {
    label,
    stroke,
    dash,
    width: shape === 'area' ? 1 : 1.75,
    ...(shape === 'area' && { fill: stroke }),
    points: {
      show: true,
      size: 5,
      fill: stroke,
      stroke,
      filter: (plot, column) => findIsolatedPoints(plot.data[column] ?? []),
    },
  }
}

/** An invisible line; only the area between two of them is drawn. */
const createBandEdge = (): uPlot.Series => ({ stroke: 'transparent', width: 0, points: { show: false } })

function withAlpha(colour: string, alpha: number): string {
  const [red, green, blue] = colour.match(/[\d.]+/g) ?? ['0', '0', '0']
  return `rgb(${red} ${green} ${blue} / ${alpha})`
}

const TICK_PX = 10

/** Failed checks as ticks at the foot of the plot. */
function drawFailures({ ctx, bbox }: uPlot, { palette, now }: PlotSetup): void {
  const scale = devicePixelRatio
  ctx.save()
  ctx.fillStyle = palette('outage-mark')
  for (const { left, width } of computeMarkPositions(now.failures, now.view, bbox.width / scale, () => 0))
    ctx.fillRect(bbox.left + left * scale, bbox.top + bbox.height - TICK_PX * scale, width * scale, TICK_PX * scale)
  ctx.restore()
}

function drawMarks(plot: uPlot, { palette, now }: PlotSetup): void {
  const { ctx, bbox } = plot
  const scale = devicePixelRatio
  ctx.save()
  ctx.font = `${12 * scale}px system-ui, sans-serif`
  ctx.textBaseline = 'top'
  const widthOf = (label: string) => ctx.measureText(label).width / scale + 2 * LABEL_PADDING_PX
  for (const { kind, left, width, label, hasLabel } of computeMarkPositions(
    now.marks,
    now.view,
    bbox.width / scale,
    widthOf,
  )) {
    const tone = kind === 'incident' ? 'down' : 'maintenance'
    const x = bbox.left + left * scale
    ctx.fillStyle = palette(`${tone}-soft`)
    ctx.fillRect(x, bbox.top, width * scale, bbox.height)
    ctx.fillStyle = palette(`${tone}-mark`)
    ctx.fillRect(x, bbox.top, width * scale, 3 * scale)
    if (!hasLabel) continue
    ctx.fillStyle = palette(tone)
    ctx.fillText(label, x + LABEL_PADDING_PX * scale, bbox.top + 7 * scale)
  }
  ctx.restore()
}
