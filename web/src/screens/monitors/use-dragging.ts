/** Drag and drop of monitors onto a group. The dialog "Move to group" does the same without a pointer. */
import { type DragEvent, useRef } from 'react'
import type { Row } from './list/rows.ts'

interface Dragging {
  onDragStart?: (event: DragEvent) => void
  onDragOver?: (event: DragEvent) => void
  onDragLeave?: (event: DragEvent) => void
  onDragEnd?: () => void
  onDrop?: (event: DragEvent) => void
}

/** @param indexById index of each row by its id */
export function useDragging(
  rows: readonly Row[],
  indexById: ReadonlyMap<string, number>,
  selected: ReadonlySet<string>,
  onDrop: ((ids: readonly string[], groupId: string | null) => void) | null,
): Dragging {
  const dragged = useRef<readonly string[]>([])
  const over = useRef<HTMLElement | null>(null)
  if (!onDrop) return {}

  /** Highlights the drop target. The DOM is changed directly, since drag events fire dozens of times a second. */
  const mark = (element: HTMLElement | null) => {
    if (over.current === element) return
    delete over.current?.dataset.over
    over.current = element
    if (element) element.dataset.over = ''
  }
  const findRow = (event: DragEvent) => {
    const element = (event.target as Element).closest<HTMLElement>('[data-row]')
    const row = rows[indexById.get(element?.dataset.row ?? '') ?? -1]
    return { element, row }
  }
  return {
    onDragStart: (event) => {
      const { row } = findRow(event)
      if (row?.kind !== 'monitor') return
      dragged.current = selected.has(row.id) ? [...selected] : [row.id]
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', String(dragged.current.length))
    },
    onDragOver: (event) => {
      const { element, row } = findRow(event)
      if (dragged.current.length === 0 || row?.kind !== 'group') return mark(null)
      event.preventDefault()
      mark(element)
    },
    onDragLeave: (event) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) mark(null)
    },
    onDragEnd: () => {
      dragged.current = []
      mark(null)
    },
    onDrop: (event) => {
      const { row } = findRow(event)
      const ids = dragged.current
      dragged.current = []
      mark(null)
      if (row?.kind !== 'group' || ids.length === 0) return
      event.preventDefault()
      onDrop(ids, row.groupId)
    },
  }
}
