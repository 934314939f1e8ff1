/** The filter and its copy in the address. Input applies at once; the address follows when typing pauses. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Filter, NO_FILTER, parseFilter, toSearch } from './filter.ts'

const DEBOUNCE_MS = 250

const serializeFilter = (filter: Filter): string => JSON.stringify(toSearch(filter))

export interface FilterControl {
  filter: Filter
  change: (some: Partial<Filter>) => void
  /** Resets everything except the sort order. */
  clear: () => void
}

export function useFilter(): FilterControl {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const [filter, setFilter] = useState(() => parseFilter(search))
  const latest = useRef(filter)
  const stored = useRef(serializeFilter(filter))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = useCallback((next: Filter) => {
    latest.current = next
    setFilter(next)
  }, [])

  // The user went back or followed a link
  const given = serializeFilter(parseFilter(search))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `given` is the relevant part of the address
  useEffect(() => {
    if (given === stored.current) return
    clearTimeout(timer.current)
    stored.current = given
    show(parseFilter(search))
  }, [given])
  useEffect(() => () => clearTimeout(timer.current), [])

  const change = useCallback(
    (some: Partial<Filter>) => {
      const next = { ...latest.current, ...some }
      show(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        stored.current = serializeFilter(next)
        void navigate({ to: '/', search: toSearch(next), replace: true, resetScroll: false })
      }, DEBOUNCE_MS)
    },
    [navigate, show],
  )
  const clear = useCallback(() => change({ ...NO_FILTER, sort: latest.current.sort }), [change])
  return { filter, change, clear }
}
