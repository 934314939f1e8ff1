/** The filter, and the address that it stands in. Typing shows at once; the address follows when the typing rests. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Filter, filterOf, NO_FILTER, searchOf } from './filter.ts'

const REST_MS = 250

const textOf = (filter: Filter): string => JSON.stringify(searchOf(filter))

export interface FilterControl {
  filter: Filter
  change: (some: Partial<Filter>) => void
  /** All but the order. */
  clear: () => void
}

export function useFilter(): FilterControl {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const [filter, setFilter] = useState(() => filterOf(search))
  const latest = useRef(filter)
  const written = useRef(textOf(filter))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = useCallback((next: Filter) => {
    latest.current = next
    setFilter(next)
  }, [])

  // Somebody went back, or followed a link
  const given = textOf(filterOf(search))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `given` is all of the address that counts
  useEffect(() => {
    if (given === written.current) return
    clearTimeout(timer.current)
    written.current = given
    show(filterOf(search))
  }, [given])
  useEffect(() => () => clearTimeout(timer.current), [])

  const change = useCallback(
    (some: Partial<Filter>) => {
      const next = { ...latest.current, ...some }
      show(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        written.current = textOf(next)
        void navigate({ to: '/', search: searchOf(next), replace: true, resetScroll: false })
      }, REST_MS)
    },
    [navigate, show],
  )
  const clear = useCallback(() => change({ ...NO_FILTER, sort: latest.current.sort }), [change])
  return { filter, change, clear }
}
