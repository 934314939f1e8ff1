/** A menu behind a button. The popup is loaded when the user approaches the button, since most pages never need it. */
import { cloneElement, lazy, Suspense, useState } from 'react'
import { loadChunk } from '../api/chunk.ts'
import type { MenuProps } from './menu-popup.tsx'

const load = () => loadChunk(() => import('./menu-popup.tsx'))
const Popup = lazy(load)

export function Menu({ trigger, items }: MenuProps) {
  const [isWanted, setWanted] = useState(false)
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
