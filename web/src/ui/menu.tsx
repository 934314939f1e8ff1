/** A menu behind a button. The popup is loaded after the page, or earlier when the user approaches the button. */
import { cloneElement, lazy, Suspense, useState } from 'react'
import { loadChunk, usePreload } from '../api/chunk.ts'
import type { MenuProps } from './menu-popup.tsx'

const importPopup = () => import('./menu-popup.tsx')
const load = () => loadChunk(importPopup)
const Popup = lazy(load)

export function Menu({ trigger, items }: MenuProps) {
  const [isWanted, setWanted] = useState(false)
  usePreload(importPopup)
  const waiting = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => setWanted(true),
  })
  if (!isWanted) return waiting
  return (
    <Suspense fallback={waiting}>
      <Popup trigger={trigger} items={items} />
    </Suspense>
  )
}
