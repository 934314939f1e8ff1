/** View settings of the list, stored by the browser; they are not secret. */
import { useCallback, useState } from 'react'

const KEY = 'wk-monitors-view'

export interface ListView {
  isGrouped: boolean
  /** Row ids of collapsed groups. */
  closed: ReadonlySet<string>
}

function loadView(): ListView {
  try {
    const { isGrouped, closed } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>
    return { isGrouped: isGrouped === true, closed: new Set(Array.isArray(closed) ? closed.map(String) : []) }
  } catch {
    return { isGrouped: false, closed: new Set() }
  }
}

function saveView({ isGrouped, closed }: ListView): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ isGrouped, closed: [...closed] }))
  } catch {
    // The browser blocks storage: the settings last for this visit only
  }
}

export function useListView(): [ListView, (change: Partial<ListView>) => void] {
  const [view, setView] = useState(loadView)
  const change = useCallback((some: Partial<ListView>) => {
    setView((before) => {
      const after = { ...before, ...some }
      saveView(after)
      return after
    })
  }, [])
  return [view, change]
}
