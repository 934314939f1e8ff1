/** How somebody likes to see the list: kept by the browser, and no secret. */
import { useCallback, useState } from 'react'

const KEY = 'wk-monitors-view'

export interface View {
  isGrouped: boolean
  /** Row ids of groups that are folded up. */
  closed: ReadonlySet<string>
}

function recall(): View {
  try {
    const { isGrouped, closed } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>
    return { isGrouped: isGrouped === true, closed: new Set(Array.isArray(closed) ? closed.map(String) : []) }
  } catch {
    return { isGrouped: false, closed: new Set() }
  }
}

function keep({ isGrouped, closed }: View): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ isGrouped, closed: [...closed] }))
  } catch {
    // Storage is off: for this visit only
  }
}

export function useView(): [View, (change: Partial<View>) => void] {
  const [view, setView] = useState(recall)
  const change = useCallback((some: Partial<View>) => {
    setView((before) => {
      const after = { ...before, ...some }
      keep(after)
      return after
    })
  }, [])
  return [view, change]
}
