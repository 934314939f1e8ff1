/**
 * Tables. On narrow screens a table scrolls sideways by itself, so that the page never does. A stacked table turns each
 * row into a block instead.
 */
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const STACKED = [
  'max-sm:block max-sm:[&_tbody]:block max-sm:[&_thead]:sr-only',
  'max-sm:[&_tbody_tr]:flex max-sm:[&_tbody_tr]:flex-col max-sm:[&_tbody_tr]:gap-1.5 max-sm:[&_tbody_tr]:px-4 max-sm:[&_tbody_tr]:py-3',
  'max-sm:[&_td]:p-0 max-sm:[&_td]:text-left max-sm:[&_td]:empty:hidden',
  'max-sm:[&_td[data-label]]:before:mr-2 max-sm:[&_td[data-label]]:before:text-sm max-sm:[&_td[data-label]]:before:text-muted max-sm:[&_td[data-label]]:before:content-[attr(data-label)]',
].join(' ')

/**
 * @param label accessible name of the table
 * @param isStacked rows become blocks on phones; cells then need labels
 */
export function Table({
  label,
  head,
  children,
  className,
  isStacked = false,
}: {
  label: string
  head: readonly (string | { text: string; isNumber?: boolean; isHidden?: boolean })[]
  children: ReactNode
  className?: string
  isStacked?: boolean
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1)
    <div className={cx('relative overflow-x-auto', className)} tabIndex={0} role="region" aria-label={label}>
      <table className={cx('w-full border-collapse text-left [&_td:first-child]:min-w-36', isStacked && STACKED)}>
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
  label,
  className,
}: {
  children?: ReactNode
  isNumber?: boolean
  /** Shown before the value when rows are blocks. */
  label?: string
  className?: string
}) => (
  <td
    data-label={label}
    className={cx('px-4 py-2.5 align-top', isNumber && 'text-right tabular whitespace-nowrap', className)}
  >
    {children}
  </td>
)
