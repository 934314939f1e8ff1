import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

interface ListBox {
  /** Distance from the top of the page, px. */
  top: number
  /** Px. */
  width: number
}

/** Returns where an element is on the page. Content above it may grow. */
export function useListBox(element: RefObject<HTMLElement | null>): ListBox {
  const [list, setList] = useState<ListBox>({ top: 0, width: 0 })
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect()
      if (!box) return
      const next = { top: Math.round(box.top + scrollY), width: box.width }
      setList((last) => (last.top === next.top && last.width === next.width ? last : next))
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
