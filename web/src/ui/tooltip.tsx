import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

/**
 * Additional text on hover or focus. It must not contain information that is nowhere else, since touch screens do not
 * show it.
 */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup className="max-w-xs rounded-md bg-ink px-2 py-1 text-xs text-ground shadow-raised">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
