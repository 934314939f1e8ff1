import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useFormat, useText } from '../text/text.tsx'
import { IconButton } from './button.tsx'

interface PagerProps {
  offset: number
  limit: number
  total: number
  onChange: (offset: number) => void
}

/** Page navigation of a list; nothing if there is only one page. */
export function Pager({ offset, limit, total, onChange }: PagerProps) {
  const { common } = useText()
  const { number } = useFormat()
  if (total <= limit && offset === 0) return null
  return (
    <nav
      aria-label={common.range(number(offset + 1), number(Math.min(offset + limit, total)), number(total))}
      className="flex items-center justify-end gap-2 px-4 py-2"
    >
      <span className="text-sm text-muted tabular">
        {common.range(number(offset + 1), number(Math.min(offset + limit, total)), number(total))}
      </span>
      <IconButton
        icon={ChevronLeft}
        label={common.previous}
        disabled={offset === 0}
        onClick={() => onChange(Math.max(0, offset - limit))}
      />
      <IconButton
        icon={ChevronRight}
        label={common.next}
        disabled={offset + limit >= total}
        onClick={() => onChange(offset + limit)}
      />
    </nav>
  )
}
