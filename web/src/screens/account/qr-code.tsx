import { encode } from 'uqr'

/** Light cells around it, so that cameras find its edge. Source: ISO/IEC 18004 asks for four */
const BORDER = 4

/** Dark on light in every theme: many cameras read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: BORDER })
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className="size-44 shrink-0 rounded bg-white" role="img" aria-label={label}>
      <path d={dark} className="fill-black" shapeRendering="crispEdges" />
    </svg>
  )
}
