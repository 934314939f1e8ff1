/**
 * The rows of a long list that are on the screen or near it. The page scrolls, and every row has a known height. Libraries
 * for long lists also measure rows, which costs 7 KB of the first load.
 */
import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Rows drawn above and below the screen, so that fast scrolling shows no gaps. */
const OVERSCAN = 6

interface VisibleRow {
  index: number
  /** Px from the top of the list. */
  start: number
}

interface VisibleRows {
  rows: VisibleRow[]
  /** Height of the whole list, px. */
  height: number
  /** Scrolls as little as possible until the row is visible between the margins. */
  showRow: (index: number, margins: { top: number; bottom: number }) => void
}

/**
 * @param heights of all rows, px; the same array until a height changes
 * @param top distance of the list from the top of the page, px
 * @param kept row that is drawn even if it is not visible; null for none
 */
export function useVisibleRows(heights: readonly number[], top: number, kept: number | null): VisibleRows {
  const starts = useMemo(() => listStarts(heights), [heights])
  // A text, because a snapshot is compared by value
  const range = useSyncExternalStore(onScroll, () => {
    const first = findRow(starts, scrollY - top) - OVERSCAN
    return `${Math.max(0, first)} ${Math.min(heights.length - 1, findRow(starts, scrollY - top + innerHeight) + OVERSCAN)}`
  })
  const [first = 0, last = -1] = range.split(' ').map(Number)
  const rows = heights.slice(first, last + 1).map((_, at) => ({ index: first + at, start: starts[first + at]! }))
  if (kept !== null && kept < first) rows.unshift({ index: kept, start: starts[kept]! })
  if (kept !== null && kept > last && kept < heights.length) rows.push({ index: kept, start: starts[kept]! })
  const showRow = useCallback<VisibleRows['showRow']>(
    (index, margins) => {
      const above = top + starts[index]! - margins.top
      const below = top + starts[index + 1]! + margins.bottom - innerHeight
      if (scrollY > above) scrollTo({ top: above })
      else if (scrollY < below) scrollTo({ top: below })
    },
    [starts, top],
  )
  return { rows, height: starts.at(-1)!, showRow }
}

function onScroll(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true })
  addEventListener('resize', listener)
  return () => {
    removeEventListener('scroll', listener)
    removeEventListener('resize', listener)
  }
}

/** Returns where each row begins, and the end of the last row. */
function listStarts(heights: readonly number[]): number[] {
  const starts = [0]
  for (const height of heights) starts.push(starts.at(-1)! + height)
  return starts
}

/** Returns the last row that begins at or above a height, by bisection. */
export function findRow(starts: readonly number[], y: number): number {
  let low = 0
  let high = starts.length - 2
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (starts[middle]! <= y) low = middle
    else high = middle - 1
  }
  return low
}
