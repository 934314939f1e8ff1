/**
 * Reordering by pointer, touch and keyboard. The pointer shows the gap under it and moves the item when it is released.
 * The keyboard moves the item step by step: Space lifts and drops it, arrows move it, Escape cancels.
 */

import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { announce } from '../../app/announcer/announce.ts'
import { useText } from '../../text/text.tsx'
import type { SectionDraft } from './page-draft.ts'
import { startDrag } from './pointer-drag.ts'
import { findPlace, type Item, moveByStep, moveToSlot } from './reorder.ts'

export type Update = (change: (sections: readonly SectionDraft[]) => SectionDraft[]) => void

export interface Reorder {
  /** Key of the item that the keyboard has lifted. */
  liftedKey: string | null
  /** Returns the properties of the item's handle. */
  toHandleProps: (item: Item, name: string) => HandleProps
}

interface HandleProps {
  'data-handle': string
  'aria-pressed': boolean
  onKeyDown: (event: KeyboardEvent) => void
  onClick: (event: MouseEvent) => void
  onPointerDown: (event: PointerEvent) => void
  onBlur: (event: { relatedTarget: EventTarget | null }) => void
}

interface Lifted {
  item: Item
  name: string
  /** The order to restore on Escape. */
  before: readonly SectionDraft[]
}

/** @param root contains all sections */
export function useReorder(
  root: RefObject<HTMLElement | null>,
  sections: readonly SectionDraft[],
  update: Update,
): Reorder {
  const { reorder: labels } = useText().statusPages
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const focusedKey = useFocusAfterMove(root)
  const describePlace = (list: readonly SectionDraft[], item: Item) => {
    const place = findPlace(list, item)
    return place ? labels.place(place.position, place.count, place.section) : ''
  }
  const lift = (item: Item, name: string) => {
    setLifted({ item, name, before: sections })
    announce(labels.lifted(name, describePlace(sections, item)))
  }
  const drop = ({ item, name }: Lifted) => {
    setLifted(null)
    announce(labels.dropped(name, describePlace(sections, item)))
  }
  const cancel = ({ item, name, before }: Lifted) => {
    setLifted(null)
    focusedKey.current = item.key
    update(() => [...before])
    announce(labels.cancelled(name, describePlace(before, item)))
  }
  const step = ({ item, name }: Lifted, by: -1 | 1) => {
    const next = moveByStep(sections, item, by)
    focusedKey.current = item.key
    update(() => next)
    announce(labels.moved(name, describePlace(next, item)))
  }
  const press = (event: KeyboardEvent, item: Item) => {
    if (lifted?.item.key !== item.key) return
    if (event.key === 'Escape') cancel(lifted)
    else if (event.key === 'ArrowUp') step(lifted, -1)
    else if (event.key === 'ArrowDown') step(lifted, 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    liftedKey: lifted?.item.key ?? null,
    toHandleProps: (item, name) => ({
      'data-handle': item.key,
      'aria-pressed': lifted?.item.key === item.key,
      onKeyDown: (event) => press(event, item),
      // Space, Enter and screen readers cause a click without a pointer
      onClick: ({ detail }) => {
        if (detail === 0) lifted?.item.key === item.key ? drop(lifted) : lift(item, name)
      },
      onPointerDown: (event) => {
        if (event.button !== 0 || !root.current) return
        setLifted(null)
        startDrag(event.nativeEvent, root.current, item, (slot) => {
          const next = moveToSlot(sections, item, slot)
          focusedKey.current = item.key
          update((current) => moveToSlot(current, item, slot))
          announce(labels.dropped(name, describePlace(next, item)))
        })
      },
      // Without a new focus, the browser has only moved the handle with its item
      onBlur: ({ relatedTarget }) => {
        if (lifted && relatedTarget !== null) drop(lifted)
      },
    }),
  }
}

/** Returns to the handle after its item has moved in the document, which removes the focus. */
function useFocusAfterMove(root: RefObject<HTMLElement | null>): RefObject<string | null> {
  const key = useRef<string | null>(null)
  useEffect(() => {
    if (key.current === null) return
    root.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(key.current)}"]`)?.focus()
    key.current = null
  })
  return key
}
