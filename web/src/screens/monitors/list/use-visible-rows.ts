/**
 * The rows of a long list that are on the screen or near it. The page scrolls, and every row has a known height. Libraries
 * for long lists also measure rows, which costs 7 KB of the first load.
 */
import { useCallback, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Row } from './rows.ts'

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
 * @param rows the same array until a row changes
 * @param heights px of each kind of row; the same object until a height changes
 * @param top distance of the list from the top of the page, px
 * @param kept row that is drawn even if it is not visible; null for none
 */
export function useVisibleRows(
  rows: readonly Row[],
  heights: Readonly<Record<Row['kind'], number>>,
  top: number,
  kept: number | null,
): VisibleRows {
  const starts = useMemo(() => listStarts(rows.map(({ kind }) => heights[kind])), [rows, heights])
  useStablePlace(starts, heights, top)
  // A text, because a snapshot is compared by value
  const range = useSyncExternalStore(onScroll, () => {
    const first = findRow(starts, scrollY - top) - OVERSCAN
    return `${Math.max(0, first)} ${Math.min(rows.length - 1, findRow(starts, scrollY - top + innerHeight) + OVERSCAN)}`
  })
  const [first = 0, last = -1] = range.split(' ').map(Number)
  const drawn = starts.slice(first, last + 1).map((start, at) => ({ index: first + at, start }))
  if (kept !== null && kept < first) drawn.unshift({ index: kept, start: starts[kept]! })
  if (kept !== null && kept > last && kept < rows.length) drawn.push({ index: kept, start: starts[kept]! })
  const showRow = useCallback<VisibleRows['showRow']>(
    (index, margins) => {
      const above = top + starts[index]! - margins.top
      const below = top + starts[index + 1]! + margins.bottom - innerHeight
      if (scrollY > above) scrollTo({ top: above })
      else if (scrollY < below) scrollTo({ top: below })
    },
    [starts, top],
  )
  return { rows: drawn, height: starts.at(-1)!, showRow }
}

/** Keeps a row at the top of the screen when rows get other heights, such as the heights of compact rows. */
function useStablePlace(starts: readonly number[], heights: object, top: number): void {
  const before = useRef({ starts, heights })
  // Read before the browser limits it to a lower page
  const y = scrollY - top
  useLayoutEffect(() => {
    const last = before.current
    before.current = { starts, heights }
    if (last.heights === heights || last.starts.length !== starts.length || y <= 0) return
    const index = findRow(last.starts, y)
    scrollTo({ top: top + y + starts[index]! - last.starts[index]! })
  })
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
