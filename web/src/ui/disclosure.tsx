import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { cx } from './cx.ts'

interface DisclosureProps {
  title: string
  /** Summary of the content, shown while closed. */
  summary?: ReactNode
  isOpenAtFirst?: boolean
  /** Opens it, for example to show an error inside. */
  isForcedOpen?: boolean
  children: ReactNode
  className?: string
}

/** Collapsible section. It uses the browser's `details`, so that text search in the page finds its content. */
export function Disclosure({
  title,
  summary,
  isOpenAtFirst = false,
  isForcedOpen = false,
  children,
  className,
}: DisclosureProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  useEffect(() => {
    if (isForcedOpen) setOpen(true)
  }, [isForcedOpen])
  return (
    <details
      open={isOpen || isForcedOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className={cx('group/disclosure', className)}
    >
      <summary className="flex min-h-10 list-none items-center gap-2 rounded [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 text-muted transition-transform group-open/disclosure:rotate-90"
          aria-hidden
        />
        <span className="font-semibold">{title}</span>
        {summary && <span className="min-w-0 truncate text-sm text-muted group-open/disclosure:hidden">{summary}</span>}
      </summary>
      <div className="flex flex-col gap-5 pt-2 pb-5 pl-6">{children}</div>
    </details>
  )
}
