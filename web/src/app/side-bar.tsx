/** Side bar: destinations, project and account. On small screens the bottom bar opens it as a menu over the page. */

import { Link, useNavigate } from '@tanstack/react-router'
import { BookOpen, ChevronsUpDown, LogOut, Moon, Search, Sun, UserRound } from 'lucide-react'
import { useText } from '../text/text.tsx'
import { getButtonClass, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Options } from '../ui/field.tsx'
import { Menu } from '../ui/menu.tsx'
import { Logo } from './logo.tsx'
import { useMe, useProject } from './me.ts'
import { useDestinations } from './navigation.ts'
import { OpenIncidentsBadge } from './open-incidents.tsx'
import { useSignOut } from './sign-out.ts'
import { useSwitchProject } from './switch-project.ts'
import { toggleTheme, useIsDark } from './theme.ts'

/** The menu ends above the bottom bar, whose button closes it. */
const OPEN = 'fixed inset-x-0 top-0 bottom-(--bottom-bar) flex overflow-y-auto lg:static'

export const MENU_ID = 'menu'

export function SideBar({ isOpen, onSearch }: { isOpen: boolean; onSearch: () => void }) {
  return (
    <aside
      id={MENU_ID}
      className={cx(
        'z-30 flex-col border-line bg-surface print:hidden lg:sticky lg:top-0 lg:flex lg:h-dvh lg:w-60 lg:shrink-0 lg:border-r',
        isOpen ? OPEN : 'hidden',
      )}
    >
      <Head onSearch={onSearch} />
      <div className="flex flex-1 flex-col gap-4 p-3">
        <ProjectSelect />
        <Navigation />
        <div className="mt-auto">
          <AccountMenu />
        </div>
      </div>
    </aside>
  )
}

function Head({ onSearch }: { onSearch: () => void }) {
  const { shell, common } = useText()
  return (
    <div className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-3 lg:border-b-0">
      <Link to="/" className="flex min-w-0 flex-1 items-center gap-2 rounded font-semibold">
        <Logo className="size-7" />
        <span className="truncate">{common.appName}</span>
      </Link>
      <IconButton
        icon={Search}
        label={`${shell.openPalette} (Ctrl K)`}
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
        className="max-lg:hidden"
      />
    </div>
  )
}

function ProjectSelect() {
  const { shell } = useText()
  const { projects } = useMe()
  const project = useProject()
  const choose = useSwitchProject()
  if (projects.length < 2) return null
  return (
    <label className="flex flex-col gap-1 text-sm text-muted">
      {shell.project}
      <select value={project.id} onChange={(event) => choose(event.target.value)} className="control">
        <Options options={projects.map(({ id, name }) => ({ value: id, label: name }))} />
      </select>
    </label>
  )
}

function Navigation() {
  const { shell } = useText()
  return (
    <nav aria-label={shell.nav.label}>
      <ul className="flex flex-col gap-0.5">
        {useDestinations().map(({ to, label, icon: Icon, isExact = false }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: isExact }}
              className="flex min-h-10 items-center gap-2.5 rounded-md px-2.5 text-muted hover:bg-hover hover:text-ink lg:min-h-9"
              activeProps={{ className: 'bg-accent-soft font-semibold !text-ink' }}
            >
              <Icon className="size-4.5 shrink-0" aria-hidden />
              {label}
              {to === '/incidents' && <OpenIncidentsBadge className="ml-auto" />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function AccountMenu() {
  const { shell } = useText()
  const { user, organization } = useMe()
  const navigate = useNavigate()
  const isDark = useIsDark()
  const signOut = useSignOut()
  return (
    <Menu
      trigger={
        <button type="button" className={getButtonClass('ghost', 'normal', 'w-full justify-start py-1.5 text-left')}>
          <UserRound className="size-5 shrink-0" aria-hidden />
          <span className="min-w-0 flex-1">
            <span className="block truncate">{user.name}</span>
            <span className="block truncate text-xs font-normal text-muted">{organization.name}</span>
          </span>
          <ChevronsUpDown className="size-4 shrink-0 text-faint" aria-hidden />
        </button>
      }
      items={[
        { label: shell.nav.account, icon: UserRound, onSelect: () => void navigate({ to: '/account' }) },
        { label: isDark ? shell.theme.toLight : shell.theme.toDark, icon: isDark ? Sun : Moon, onSelect: toggleTheme },
        { label: shell.nav.docs, icon: BookOpen, onSelect: () => void open('/docs', '_blank', 'noopener') },
        null,
        { label: shell.signOut, icon: LogOut, onSelect: signOut },
      ]}
    />
  )
}
