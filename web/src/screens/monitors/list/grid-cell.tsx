import type { ReactNode } from 'react'

/**
 * A cell of a list whose rows take the focus (ARIA Authoring Practices, treegrid).
 *
 * @param isHead whether it is a column header
 */
export const GridCell = ({
  className,
  children,
  isHead = false,
}: {
  className?: string | undefined
  children?: ReactNode
  isHead?: boolean
}) => (
  <div role={isHead ? 'columnheader' : 'gridcell'} className={className}>
    {children}
  </div>
)
