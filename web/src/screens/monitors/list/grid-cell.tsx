import type { ReactNode } from 'react'

/** A cell of a list in which whole rows take the focus (ARIA Authoring Practices, treegrid). @param isHead names a column */
export const GridCell = ({
  className,
  children,
  isHead = false,
}: {
  className?: string
  children?: ReactNode
  isHead?: boolean
}) => (
  <div role={isHead ? 'columnheader' : 'gridcell'} className={className}>
    {children}
  </div>
)
