/** Theme: light, dark, or the system's. `theme.js` applies the choice before the first paint. */
import { useSyncExternalStore } from 'react'

export type Theme = 'auto' | 'light' | 'dark'
export const THEMES: readonly Theme[] = ['auto', 'light', 'dark']

const KEY = 'wk-theme'
const DARK = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const getTheme = (): Theme => {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto'
}

const isDarkNow = (): boolean => (getTheme() === 'auto' ? DARK.matches : getTheme() === 'dark')

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  DARK.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    DARK.removeEventListener('change', listener)
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, getTheme)

/** Returns the effective theme, for components that draw themselves, such as charts. */
export const useIsDark = (): boolean => useSyncExternalStore(subscribe, isDarkNow)

export function chooseTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'auto') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // The browser blocks storage: the choice lasts for this visit only
  }
  for (const listener of listeners) listener()
}

export const toggleTheme = (): void => chooseTheme(isDarkNow() ? 'light' : 'dark')
