import { useElementScrollRestoration } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

interface ListBox {
  /** Distance from the top of the page, px. */
  top: number
  /** Px. */
  width: number
  /** Px of a rem. It changes when the user chooses another text size. */
  rem: number
}

const getRemInPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/** Returns where an element is on the page. Content above it may grow. */
export function useListBox(element: RefObject<HTMLElement | null>): ListBox {
  const [list, setList] = useState<ListBox>(() => ({ top: 0, width: 0, rem: getRemInPx() }))
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect()
      if (!box) return
      const next = { top: Math.round(box.top + scrollY), width: box.width, rem: getRemInPx() }
      setList((last) => (last.top === next.top && last.width === next.width && last.rem === next.rem ? last : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (let part = element.current?.parentElement; part && part !== document.body; part = part.parentElement)
      if (part.previousElementSibling) observer.observe(part.previousElementSibling)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return list
}

/** Scrolls to where the page was before a reload. The router does so too, but before the list has its rows. */
export function useScrollAfterReload(): void {
  const before = useElementScrollRestoration({ getElement: () => window })
  const sought = useRef(before?.scrollY ?? 0)
  useLayoutEffect(() => {
    if (scrollY === 0) scrollTo({ top: sought.current })
  }, [])
}

/** Focuses a row as soon as it is rendered. */
export function useFocusOnRow(body: RefObject<HTMLElement | null>): (id: string) => void {
  const sought = useRef<string | null>(null)
  const [, again] = useState(0)
  // After every render, since the row may appear only once the list has scrolled to it
  useEffect(() => {
    if (sought.current === null) return
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(sought.current)}"]`)
    if (!row) return
    sought.current = null
    row.focus({ preventScroll: true })
  })
  return useCallback((id: string) => {
    sought.current = id
    again((count) => count + 1)
  }, [])
}
