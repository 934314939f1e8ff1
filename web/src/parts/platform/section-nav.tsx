/** Links between the pages of one section, below its heading. */
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

interface SectionNavProps {
  label: string
  places: readonly { to: string; label: string }[]
}

export function SectionNav({ label, places }: SectionNavProps) {
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the current entry may be out of view
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={bar} aria-label={label} className="mb-5 overflow-x-auto border-b border-line">
      <ul className="flex gap-1">
        {places.map(({ to, label: name }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: true }}
              className="-mb-px flex min-h-10 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-muted hover:text-ink"
              activeProps={{ className: '!border-accent font-semibold !text-ink' }}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
