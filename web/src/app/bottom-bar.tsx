/** Navigation on small screens, within reach of a thumb. The menu contains the destinations that have no place here. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type LucideIcon, Menu as MenuIcon, Search, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { api, getData, listAll } from '../api/client.ts'
import { useText } from '../text/text.tsx'
import { useMe } from './me.ts'
import { type Destination, useDestinations } from './navigation.ts'
import { OpenIncidentsBadge } from './open-incidents.tsx'
import { MENU_ID } from './side-bar.tsx'

interface BottomBarProps {
  isMenuOpen: boolean
  onMenu: () => void
  onEscape: () => void
  onSearch: () => void
}

const ITEM =
  'relative flex h-14 w-full flex-col items-center justify-center gap-0.5 rounded-md text-[0.6875rem] text-muted aria-expanded:text-ink'

export function BottomBar({ isMenuOpen, onMenu, onEscape, onSearch }: BottomBarProps) {
  const { shell, common } = useText()
  useEscape(isMenuOpen, onEscape)
  const isOnCall = useIsOnCall()
  // People of a schedule look for it at night; status pages stay in the menu
  const isShown = ({ to, isMain }: Destination) =>
    isOnCall ? to === '/on-call' || (isMain && to !== '/status-pages') : isMain
  return (
    <nav
      aria-label={shell.nav.bottom}
      className="fixed inset-x-0 bottom-0 z-30 h-(--bottom-bar) border-t border-line bg-surface lg:hidden print:hidden"
    >
      <ul className="mx-auto flex max-w-lg">
        {useDestinations()
          .filter(isShown)
          .map(({ to, label, icon, isExact = false }) => (
            <Item key={to}>
              <Link
                to={to}
                activeOptions={{ exact: isExact }}
                className={ITEM}
                activeProps={{ className: 'font-semibold tracking-tight !text-accent' }}
              >
                <Face icon={icon} label={label} />
                {to === '/incidents' && <OpenIncidentsBadge className="absolute top-1 left-1/2 ml-1.5" />}
              </Link>
            </Item>
          ))}
        <Item>
          <button type="button" onClick={onSearch} className={ITEM}>
            <Face icon={Search} label={common.search} />
          </button>
        </Item>
        <Item>
          <button type="button" onClick={onMenu} aria-expanded={isMenuOpen} aria-controls={MENU_ID} className={ITEM}>
            <Face icon={isMenuOpen ? X : MenuIcon} label={shell.menu} />
          </button>
        </Item>
      </ul>
    </nav>
  )
}

/** Larger screens do not show the bar, so they need not ask. */
const hasBar = matchMedia('(width < 64rem)')

/** Whether the user is in a layer of a schedule. */
function useIsOnCall(): boolean {
  const { user } = useMe()
  const { data = [] } = useQuery({
    queryKey: ['on-call', 'members'],
    queryFn: () =>
      listAll(
        (query) => getData(api.GET('/api/on-call-schedules', { params: { query } })),
        ({ on_call_schedules: schedules }) => schedules,
      ),
    enabled: hasBar.matches,
  })
  return data.some(({ layers }) => layers.some(({ user_ids: ids }) => ids.includes(user.id)))
}

const Item = ({ children }: { children: ReactNode }) => <li className="min-w-0 flex-1">{children}</li>

const Face = ({ icon: Icon, label }: { icon: LucideIcon; label: string }) => (
  <>
    <Icon className="size-5 shrink-0" aria-hidden />
    <span className="max-w-full truncate">{label}</span>
  </>
)

function useEscape(isActive: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isActive) return
    const press = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) onEscape()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isActive, onEscape])
}
