/** The canvas of the chart. uPlot is part of this file, which is loaded once there is data to draw. */
import { useEffect, useRef } from 'react'
import './usable-language.ts' // must be imported before uPlot
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useIsDark } from '../../../app/theme.ts'
import { readPalette } from '../../../parts/platform/colours.ts'
import type { Line } from './lines.ts'
import type { Mark } from './marks.ts'
import { buildPlotOptions, type PlotTexts } from './plot-options.ts'
import type { Columns } from './series.ts'
import type { View } from './zoom.ts'

export interface PlotProps {
  columns: Columns
  lines: readonly Line[]
  hasBand: boolean
  marks: readonly Mark[]
  failures: readonly Mark[]
  view: View
  texts: PlotTexts
  onSelect: (view: View) => void
  onCursor: (index: number | null) => void
  /** Called with a clicked time, Unix seconds, and the seconds of a few pixels. */
  onClick: (at: number, reach: number) => void
  /** Cursor position set by keyboard; null leaves the cursor to the pointer. */
  cursor: number | null
}

const REACH_PX = 8

export default function Plot(props: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const latest = useRef(props)
  latest.current = props
  const now = useRef({ view: props.view, marks: props.marks, failures: props.failures })
  now.current.view = props.view
  now.current.marks = props.marks
  now.current.failures = props.failures
  const isDark = useIsDark()
  const shape = JSON.stringify([props.lines, props.hasBand])

  // biome-ignore lint/correctness/useExhaustiveDependencies: lines of another style need another plot
  useEffect(() => {
    const element = box.current!
    const { lines, hasBand, texts } = latest.current
    const options = buildPlotOptions(
      {
        lines,
        hasBand,
        texts,
        palette: readPalette(element),
        now: now.current,
        onSelect: (view) => latest.current.onSelect(view),
        onCursor: (index) => latest.current.onCursor(index),
      },
      element.clientWidth,
    )
    const made = new uPlot(options, toPlotData(latest.current.columns), element)
    plot.current = made
    made.over.addEventListener('click', (event) => {
      const [at, beside] = [0, REACH_PX].map((by) => made.posToVal(event.offsetX + by, 'x')) as [number, number]
      latest.current.onClick(at, beside - at)
    })
    const watch = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: options.height }))
    watch.observe(element)
    return () => {
      watch.disconnect()
      made.destroy()
      plot.current = null
    }
  }, [shape, isDark, props.texts])

  useEffect(() => {
    plot.current?.setData(toPlotData(props.columns))
  }, [props.columns])

  // biome-ignore lint/correctness/useExhaustiveDependencies: marks are drawn with the plot
  useEffect(() => {
    const [min, max] = props.view
    plot.current?.setScale('x', { min, max })
  }, [props.view, props.marks, props.failures])

  useEffect(() => {
    const made = plot.current
    if (!made || props.cursor === null) return
    const left = made.valToPos(made.data[0][props.cursor]!, 'x')
    made.setCursor({ left, top: made.height / 3 }, false)
  }, [props.cursor])

  return <div ref={box} className="min-h-[17.5rem] w-full" />
}

const toPlotData = ({ at, values }: Columns): uPlot.AlignedData => [at, ...values]
