/** Building blocks of a screen: page with title and actions, cards, and facts. */

import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useText } from '../text/text.tsx'
import { cx } from './cx.ts'

interface Crumb {
  label: string
  /** A path of the dashboard. */
  to: string
}

const WIDTHS = { narrow: 'max-w-3xl', wide: 'max-w-[90rem]', full: 'max-w-[150rem]' }

interface PageProps {
  /** Heading and window title. */
  title: string
  /** Shown before the heading, such as a state. */
  lead?: ReactNode
  /** A line below the heading. */
  subtitle?: ReactNode
  crumbs?: readonly Crumb[]
  actions?: ReactNode
  /** Narrow for forms and text, wide for pages of cards, full for lists with many columns. */
  width?: keyof typeof WIDTHS
  children: ReactNode
}

/** On a phone a menu with the class `max-sm:order-none!` is beside the heading. The other buttons follow below. */
const ACTIONS = 'flex flex-wrap gap-2 max-sm:contents max-sm:*:order-1'

export function Page({ title, lead, subtitle, crumbs = [], actions, width = 'wide', children }: PageProps) {
  useWindowTitle(title)
  return (
    <div className={cx('mx-auto w-full px-4 py-5 sm:px-6', WIDTHS[width])}>
      {crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
      <header className="mb-5 flex flex-wrap items-center gap-2 sm:gap-x-4 sm:gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex items-center gap-2.5">
            {lead}
            <h1 dir="auto" className="min-w-0 text-xl font-semibold wrap-anywhere sm:text-2xl">
              {title}
            </h1>
          </div>
          {subtitle && <div className="mt-1 text-muted wrap-anywhere">{subtitle}</div>}
        </div>
        {actions && <div className={ACTIONS}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Number before the title of the window; 0 for none. */
let titleCount = 0

/** Shows a number in the title of the window, so that it is visible in a tab: `(3) Monitors · Watchkeeper`. */
export function setTitleCount(count: number): void {
  titleCount = count
  setTitle(document.title.replace(/^\(\d+\) /, ''))
}

function setTitle(title: string): void {
  document.title = titleCount > 0 ? `(${titleCount}) ${title}` : title
}

export function useWindowTitle(title: string): void {
  const { appName } = useText().common
  useEffect(() => setTitle(`${title} · ${appName}`), [title, appName])
}

const Crumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav aria-label={useText().common.breadcrumb} className="mb-2">
    <ol className="flex flex-wrap items-center gap-1 text-sm text-muted">
      {crumbs.map(({ label, to }) => (
        <li key={to} className="flex items-center gap-1">
          <Link dir="auto" to={to} className="rounded underline-offset-2 hover:text-ink hover:underline">
            {label}
          </Link>
          <ChevronRight className="size-3.5" aria-hidden />
        </li>
      ))}
    </ol>
  </nav>
)

export function Card({
  title,
  actions,
  children,
  className,
  isFlush = false,
}: {
  title?: string
  actions?: ReactNode
  children: ReactNode
  className?: string
  /** No inner padding, for lists and tables. */
  isFlush?: boolean
}) {
  return (
    <section className={cx('min-w-0 rounded-lg border border-line bg-surface', className)}>
      {(title || actions) && (
        <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2.5">
          {title && <h2 className="font-semibold">{title}</h2>}
          {actions && <div className="flex min-w-0 flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={isFlush ? '' : 'p-4'}>{children}</div>
    </section>
  )
}

export interface Fact {
  term: string
  value: ReactNode
}

/** Pairs of label and value. */
export const Facts = ({ facts, className }: { facts: readonly Fact[]; className?: string }) => (
  <dl
    className={cx(
      'grid grid-cols-[fit-content(45%)_minmax(0,1fr)] sm:grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2',
      className,
    )}
  >
    {facts.map(({ term, value }) => (
      <div key={term} className="contents">
        <dt className="text-muted">{term}</dt>
        <dd className="min-w-0 wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
)
