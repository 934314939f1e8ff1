import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * A scrollable box for text such as code.
 *
 * @param label accessible name
 */
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1)
    tabIndex={0}
    role="group"
    aria-label={label}
  >
    {children}
  </div>
)
