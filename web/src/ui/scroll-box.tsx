import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** Text that scrolls in itself, such as code. @param label what it is, for those who hear it */
export const ScrollBox = ({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string
}) => (
  <div
    className={cx('overflow-auto rounded-md bg-sunken font-mono text-xs', className)}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    tabIndex={0}
    role="group"
    aria-label={label}
  >
    {children}
  </div>
)
