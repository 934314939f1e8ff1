/** Density of lists. `theme.js` applies the stored choice. Styles read it as the variant `compact`. */
import { useSyncExternalStore } from 'react'

const KEY = 'wk-density'
const { dataset } = document.documentElement
const listeners = new Set<() => void>()

const isCompactNow = (): boolean => dataset.density === 'compact'

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsCompact = (): boolean => useSyncExternalStore(subscribe, isCompactNow)

export function chooseCompact(isCompact: boolean): void {
  if (isCompact) dataset.density = 'compact'
  else delete dataset.density
  try {
    localStorage.setItem(KEY, isCompact ? 'compact' : 'comfortable')
  } catch {
    // The browser blocks storage: the choice lasts for this visit only
  }
  for (const listener of listeners) listener()
}
