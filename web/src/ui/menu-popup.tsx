import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactElement } from 'react'
import { cx } from './cx.ts'

export interface MenuItem {
  label: string
  /** Consequence, in a second line. */
  help?: string
  icon?: LucideIcon
  onSelect: () => void
  isDanger?: boolean
  isDisabled?: boolean
}

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<'button'>>
  /** Null draws a separator. */
  items: readonly (MenuItem | null)[]
}

/** Starts open, since it is rendered after its button was pressed. */
export default function MenuPopup({ trigger, items }: MenuProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="z-50">
          <Base.Popup className="min-w-44 rounded-lg border border-line bg-raised py-1 shadow-raised">
            {items.map((item, index) =>
              item === null ? (
                <Base.Separator key={`line-${index}`} className="my-1 h-px bg-line" />
              ) : (
                <Base.Item
                  key={item.label}
                  disabled={item.isDisabled ?? false}
                  onClick={item.onSelect}
                  className={cx(
                    'flex min-h-9 cursor-pointer items-center gap-2.5 px-3 py-1.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover',
                    item.isDanger && 'text-error',
                  )}
                >
                  {item.icon && <item.icon className="size-4 shrink-0" aria-hidden />}
                  {item.help ? (
                    <span className="max-w-72">
                      {item.label}
                      <span className="block text-sm text-muted">{item.help}</span>
                    </span>
                  ) : (
                    item.label
                  )}
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
