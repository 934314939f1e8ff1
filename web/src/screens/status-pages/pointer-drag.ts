/**
 * Drags an item with the pointer. The DOM is changed directly, since the pointer moves dozens of times a second.
 *
 * Lists have `data-list` (the key of their section; empty for the list of sections), and their entries `data-entry`.
 */
import { findNearestSlot, type Item, type Slot, type SlotLine } from './reorder.ts'

/** Movement after which a press is a drag, in CSS pixels. */
const THRESHOLD = 4
/** Distance from the edge of the window within which the page scrolls, in CSS pixels. */
const SCROLL_EDGE = 72
/** Fastest scrolling, in CSS pixels per frame. */
const SCROLL_STEP = 14

/** @param onDrop is called when the pointer is released over a gap, and not after Escape */
export function startDrag(press: PointerEvent, root: HTMLElement, item: Item, onDrop: (slot: Slot) => void): void {
  const entry = root.querySelector<HTMLElement>(`[data-entry="${CSS.escape(item.key)}"]`)
  if (!entry) return
  const end = new AbortController()
  const from = { y: press.clientY, scrolled: scrollY }
  let y = press.clientY
  let slot: Slot | null = null
  let isDragging = false
  let frame = 0
  const line = document.createElement('div')
  line.className = 'pointer-events-none fixed z-30 h-1 -translate-y-1/2 rounded-full bg-accent'

  const draw = () => {
    scrollBy(0, getScrollStep(y))
    entry.style.transform = `translateY(${y - from.y + scrollY - from.scrolled}px)`
    const nearest = findNearestSlot(listSlots(root, item), y)
    slot = nearest
    if (nearest) placeLine(line, nearest)
    frame = requestAnimationFrame(draw)
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== press.pointerId) return
    y = event.clientY
    if (isDragging || Math.abs(y - from.y) < THRESHOLD) return
    isDragging = true
    entry.dataset.dragged = ''
    root.append(line)
    draw()
  }
  const finish = (isDropped: boolean) => {
    end.abort()
    cancelAnimationFrame(frame)
    line.remove()
    entry.style.transform = ''
    delete entry.dataset.dragged
    if (isDropped && isDragging && slot) onDrop(slot)
  }
  const options = { signal: end.signal, capture: true }
  addEventListener('pointermove', move, options)
  addEventListener('pointerup', ({ pointerId }) => pointerId === press.pointerId && finish(true), options)
  addEventListener('pointercancel', ({ pointerId }) => pointerId === press.pointerId && finish(false), options)
  addEventListener('keydown', (event) => event.key === 'Escape' && finish(false), options)
}

function getScrollStep(y: number): number {
  const fromTop = SCROLL_EDGE - y
  const fromBottom = y - (innerHeight - SCROLL_EDGE)
  const share = Math.min(1, Math.max(fromTop, fromBottom, 0) / SCROLL_EDGE)
  return Math.round((fromTop > 0 ? -1 : 1) * share * SCROLL_STEP)
}

interface PlacedSlot extends SlotLine {
  left: number
  width: number
}

function listSlots(root: HTMLElement, { kind }: Item): PlacedSlot[] {
  const lists = [...root.querySelectorAll<HTMLElement>('[data-list]')]
  return lists
    .filter(({ dataset }) => (dataset.list === '') === (kind === 'section'))
    .flatMap((list) => {
      const { top, left, width } = list.getBoundingClientRect()
      const entries = [...list.children].filter((child) => child instanceof HTMLElement && 'entry' in child.dataset)
      const edges = entries.map((entry) => getRestingEdges(entry as HTMLElement))
      const ys = edges.length === 0 ? [top] : [...edges.map((edge) => edge.top), edges.at(-1)!.bottom]
      return ys.map((y, index) => ({ listKey: list.dataset.list || null, index, y, left, width }))
    })
}

/** Returns the edges without the translation of the dragged entry. */
function getRestingEdges(entry: HTMLElement): { top: number; bottom: number } {
  const { top, bottom } = entry.getBoundingClientRect()
  const shift = Number.parseFloat(/translateY\((.+)px\)/.exec(entry.style.transform)?.[1] ?? '0')
  return { top: top - shift, bottom: bottom - shift }
}

function placeLine({ style }: HTMLElement, { y, left, width }: PlacedSlot): void {
  style.top = `${y}px`
  style.left = `${left}px`
  style.width = `${width}px`
}
