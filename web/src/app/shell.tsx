/** Frame around every screen: navigation, project selection, connection state and command palette. */

import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import {
  BookOpen,
  ChevronsUpDown,
  LogOut,
  Menu as MenuIcon,
  Moon,
  Search,
  Sun,
  UserRound,
  WifiOff,
  X,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { loadChunk } from '../api/chunk.ts'
import { closeStream, openStream, useConnectionState } from '../api/events.ts'
import { useProjectId } from '../api/project.ts'
import { useSession } from '../api/session.ts'
import { useText } from '../text/text.tsx'
import { getButtonClass, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Options } from '../ui/field.tsx'
import { Menu } from '../ui/menu.tsx'
import { Skeleton } from '../ui/notice.tsx'
import { invalidateOnEvents } from './live-queries.ts'
import { Logo } from './logo.tsx'
import { useMe, useProject } from './me.ts'
import { useDestinations } from './navigation.ts'
import { signOut } from './sign-out.ts'
import { useSwitchProject } from './switch-project.ts'
import { toggleTheme, useIsDark } from './theme.ts'

const Palette = lazy(() => loadChunk(() => import('./palette.tsx')))

export function Shell() {
  useLiveStream()
  useRedirectOnSignOut()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main, pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(() => setMenuOpen(false), [pathname])
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <SkipLink />
      <aside
        className={cx(
          'z-30 border-line bg-surface print:hidden lg:sticky lg:top-0 lg:flex lg:h-dvh lg:w-60 lg:shrink-0 lg:flex-col lg:border-r',
          isMenuOpen && 'fixed inset-0 flex flex-col overflow-y-auto lg:static',
        )}
      >
        <TopBar isMenuOpen={isMenuOpen} onToggle={() => setMenuOpen(!isMenuOpen)} />
        <div className={cx('flex-1 flex-col gap-4 p-3 lg:flex', isMenuOpen ? 'flex' : 'hidden')}>
          <ProjectSelect />
          <Navigation />
          <div className="mt-auto">
            <AccountMenu />
          </div>
        </div>
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <ConnectionNotice />
        <main ref={main} id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <Suspense fallback={<Skeleton className="p-6" />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  )
}

function useLiveStream(): void {
  const client = useQueryClient()
  const project = useProjectId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream belongs to a project
  useEffect(() => {
    openStream()
    const stop = invalidateOnEvents(client)
    return () => {
      stop()
      closeStream()
    }
  }, [client, project])
}

/**
 * Redirects to the sign-in when the session ends, here or in another window. The page is reloaded because another user
 * may sign in next and must find nothing in memory.
 */
function useRedirectOnSignOut(): void {
  const { state } = useSession()
  const { href } = useLocation()
  useEffect(() => {
    if (state === 'out') location.replace(href === '/' ? '/login' : `/login?${new URLSearchParams({ onward: href })}`)
  }, [state, href])
}

/** Moves the focus to the beginning of the new screen after navigation, as after a page load. */
function useFocusOnNavigation(main: { current: HTMLElement | null }, pathname: string): void {
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [main, pathname])
}

function SkipLink() {
  const { common } = useText()
  return (
    <a
      href="#content"
      className="sr-only rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('content')?.focus()
      }}
    >
      {common.skipToContent}
    </a>
  )
}

function TopBar({ isMenuOpen, onToggle }: { isMenuOpen: boolean; onToggle: () => void }) {
  const { shell, common } = useText()
  return (
    <div className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-3 lg:border-b-0">
      <Link to="/" className="flex min-w-0 flex-1 items-center gap-2 rounded font-semibold">
        <Logo className="size-7" />
        <span className="truncate">{common.appName}</span>
      </Link>
      <PaletteButton />
      <IconButton
        icon={isMenuOpen ? X : MenuIcon}
        label={shell.menu}
        aria-expanded={isMenuOpen}
        onClick={onToggle}
        className="lg:hidden"
      />
    </div>
  )
}

function PaletteButton() {
  const { shell } = useText()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <IconButton
        icon={Search}
        label={`${shell.openPalette} (Ctrl K)`}
        onClick={() => setOpen(true)}
        aria-keyshortcuts="Control+K Meta+K"
      />
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
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
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Warns that shown data may be outdated. It waits 3 seconds, so that short interruptions show nothing. */
function ConnectionNotice(): ReactNode {
  const connection = useConnectionState()
  const { shell } = useText()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (connection !== 'lost') return setShown(false)
    const timer = setTimeout(() => setShown(true), 3_000)
    return () => clearTimeout(timer)
  }, [connection])
  return (
    <div role="status">
      {isShown && (
        <p className="flex items-center gap-2 bg-degraded-soft px-4 py-2 text-degraded">
          <WifiOff className="size-4 shrink-0" aria-hidden />
          {shell.connection.lost}
        </p>
      )}
    </div>
  )
}

function AccountMenu() {
  const { shell } = useText()
  const { user, organization } = useMe()
  const navigate = useNavigate()
  const isDark = useIsDark()
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
        { label: isDark ? shell.theme.light : shell.theme.dark, icon: isDark ? Sun : Moon, onSelect: toggleTheme },
        { label: shell.nav.docs, icon: BookOpen, onSelect: () => void open('/docs', '_blank', 'noopener') },
        null,
        { label: shell.signOut, icon: LogOut, onSelect: () => void signOut() },
      ]}
    />
  )
}
