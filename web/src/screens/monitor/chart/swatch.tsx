import type { LineStyle } from './lines.ts'

/** A sample of a chart line for the legend. */
export const Swatch = ({ colour, dash }: LineStyle) => (
  <svg viewBox="0 0 20 4" className="h-1 w-5 shrink-0" aria-hidden="true">
    <line
      x1="0"
      y1="2"
      x2="20"
      y2="2"
      stroke={`var(--color-${colour})`}
      strokeWidth="3"
      strokeDasharray={dash.join(' ')}
    />
  </svg>
)
