/** Tables that scroll sideways in themselves where the screen is narrow, so that the page never does. */
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** @param label what the table lists, for those who hear it */
export function Table({
  label,
  head,
  children,
  className,
}: {
  label: string
  head: readonly (string | { text: string; isNumber?: boolean; isHidden?: boolean })[]
  children: ReactNode
  className?: string
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className={cx('relative overflow-x-auto', className)} tabIndex={0} role="region" aria-label={label}>
      <table className="w-full border-collapse text-left [&_td:first-child]:min-w-36">
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            {head.map((column) => {
              const {
                text,
                isNumber = false,
                isHidden = false,
              } = typeof column === 'string' ? { text: column } : column
              return (
                <th
                  key={text}
                  scope="col"
                  className={cx('px-4 py-2 font-medium whitespace-nowrap', isNumber && 'text-right')}
                >
                  {isHidden ? <span className="sr-only">{text}</span> : text}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  )
}

export const Cell = ({
  children,
  isNumber = false,
  className,
}: {
  children?: ReactNode
  isNumber?: boolean
  className?: string
}) => (
  <td className={cx('px-4 py-2.5 align-top', isNumber && 'text-right tabular whitespace-nowrap', className)}>
    {children}
  </td>
)
