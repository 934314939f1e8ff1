/** Draws a short series of numbers as a line with gaps. */
import { useMemo } from 'react'

const HEIGHT = 20
const STEP = 4

/** The scale begins at zero, so that small changes look small. An isolated number is drawn as a short stroke. */
function buildPath(values: readonly (number | null)[]): string {
  const most = Math.max(...values.map((value) => value ?? 0), Number.MIN_VALUE)
  const y = (value: number) => (HEIGHT - 1.5 - (value / most) * (HEIGHT - 4)).toFixed(1)
  let path = ''
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const isAlone = (values[index - 1] ?? null) === null
    path += isAlone ? `M${index * STEP} ${y(value)}h1` : `L${index * STEP} ${y(value)}`
  }
  return path
}

interface SparklineProps {
  values: readonly (number | null)[]
  /** Text for screen readers and the tooltip. */
  label: string
  className?: string
}

export function Sparkline({ values, label, className }: SparklineProps) {
  const path = useMemo(() => buildPath(values), [values])
  if (!path) return null
  return (
    <span title={label} className={className}>
      <svg
        viewBox={`0 0 ${(values.length - 1) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-5 w-full overflow-visible text-accent"
        role="img"
        aria-label={label}
      >
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </span>
  )
}
