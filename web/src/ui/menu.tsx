/** A menu behind a button. What draws it is loaded when somebody reaches for it: most pages are left without. */
import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, cloneElement, lazy, type ReactElement, Suspense, useState } from 'react'
import { chunk } from '../api/chunk.ts'

export interface MenuItem {
  label: string
  icon?: LucideIcon
  onSelect: () => void
  isDanger?: boolean
  isDisabled?: boolean
}

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<'button'>>
  /** Null draws a line. */
  items: readonly (MenuItem | null)[]
}

const load = () => chunk(() => import('./menu-popup.tsx'))
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
