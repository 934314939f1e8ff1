/** Frame around every screen: side bar, or bottom bar on small screens; connection state and command palette. */

import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { WifiOff } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { loadChunk, usePreload } from '../api/chunk.ts'
import { getLastAnswerAt } from '../api/connection.ts'
import { closeStream, openStream, useConnectionState } from '../api/events.ts'
import { stopAsking } from '../api/pending-writes.ts'
import { useProjectId } from '../api/project.ts'
import { useSession } from '../api/session.ts'
import { setUnsentOwner, takeUnsent, type Unsent } from '../api/unsent.ts'
import { useFormat, useText } from '../text/text.tsx'
import { Skeleton } from '../ui/notice.tsx'
import { Announcer } from './announcer/announcer.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { invalidateOnEvents } from './live-queries.ts'
import { getQuestion, onQuestion } from './managed/ask.ts'
import { useMe } from './me.ts'
import { SideBar } from './side-bar.tsx'

const importPalette = () => import('./palette.tsx')
const Palette = lazy(() => loadChunk(importPalette))
const UnsentOffer = lazy(() => loadChunk(() => import('./unsent-offer.tsx')))
const importManagedDialog = () => import('./managed/managed-dialog.tsx')
const ManagedDialog = lazy(() => loadChunk(importManagedDialog))

export function Shell() {
  useLiveStream()
  useRedirectOnSignOut()
  usePreload(importPalette)
  usePreload(importManagedDialog)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = usePalette()
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main, pathname)
  const closeMenu = useCallback(() => setMenuOpen(false), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(closeMenu, [pathname, closeMenu])
  const openPalette = () => setPaletteOpen(true)
  const [unsent, forgetUnsent] = useUnsent()
  const question = useSyncExternalStore(onQuestion, getQuestion)
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <SkipLink />
      <Announcer />
      <SideBar isOpen={isMenuOpen} onSearch={openPalette} />
      <div className="flex min-w-0 flex-1 flex-col pb-(--bottom-bar) print:pb-0">
        <ConnectionNotice />
        <main ref={main} id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <Suspense fallback={<Skeleton className="p-6" />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <BottomBar
        isMenuOpen={isMenuOpen}
        onMenu={() => setMenuOpen(!isMenuOpen)}
        onEscape={closeMenu}
        onSearch={openPalette}
      />
      {isPaletteOpen && (
        <Suspense>
          <Palette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
      {unsent && (
        <Suspense>
          <UnsentOffer unsent={unsent} onOffered={forgetUnsent} />
        </Suspense>
      )}
      {question && (
        <Suspense>
          <ManagedDialog question={question} />
        </Suspense>
      )}
    </div>
  )
}

/** Returns the change that the end of the last session prevented, and a function that forgets it. */
function useUnsent(): [Unsent | null, () => void] {
  const { id, organization_id: organizationId } = useMe().user
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  useEffect(() => {
    setUnsentOwner({ userId: id, organizationId })
    setUnsent((known) => known ?? takeUnsent(Date.now()))
  }, [id, organizationId])
  return [unsent, useCallback(() => setUnsent(null), [])]
}

/** Returns whether the command palette is open. Ctrl K opens it everywhere. */
function usePalette(): [boolean, (isOpen: boolean) => void] {
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
  return [isOpen, setOpen]
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
  useEffect(() => {
    if (state !== 'out') return
    stopAsking()
    const { pathname, search, hash } = location
    const onward = pathname + search + hash
    location.replace(onward === '/' ? '/login' : `/login?${new URLSearchParams({ onward })}`)
  }, [state])
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

/** Interruptions shorter than this show nothing. */
const NOTICE_DELAY_MS = 3_000

/** Provides the height of the notice as `--notice`, because messages on phones begin below it. */
function trackHeight(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--notice', `${element.offsetHeight}px`))
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty('--notice')
  }
}

/** Warns that shown data is outdated. A silent stream ends after 8.5 seconds, so that the notice follows at once. */
function ConnectionNotice(): ReactNode {
  const connection = useConnectionState()
  const { shell } = useText()
  const { exactTime } = useFormat()
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => {
    if (connection !== 'lost') return setSince(null)
    const at = getLastAnswerAt()
    const timer = setTimeout(() => setSince(at), at + NOTICE_DELAY_MS - Date.now())
    return () => clearTimeout(timer)
  }, [connection])
  return (
    <div ref={trackHeight} role="status" className="sticky top-0 z-40">
      {since !== null && (
        <p className="flex items-center gap-2 bg-degraded-soft px-4 py-2 text-degraded">
          <WifiOff className="size-4 shrink-0" aria-hidden />
          {shell.connection.lost(exactTime(since))}
        </p>
      )}
    </div>
  )
}
