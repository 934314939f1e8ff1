/** Brief messages about success or failure. The region that shows them is loaded with the first message. */
import { LoaderCircle } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { loadChunk } from '../api/chunk.ts'
import { countSending, onWrites } from '../api/pending-writes.ts'
import { useText } from '../text/text.tsx'
import { hasMessages, type NextStep, onMessage, showMessage, type Undo } from './toast-messages.ts'

interface Toast {
  /**
   * @param undo reverts the change; the message then has a button "Undo"
   * @param next a button for the step that usually follows
   */
  done: (title: string, description?: string, undo?: Undo, next?: NextStep) => void
  /** Actions show their failures with `useAction`. */
  failed: (title: string, description?: string) => void
}

const loadRegion = () => loadChunk(() => import('./toast-region.tsx'))
const Region = lazy(loadRegion)

/** The first screen comes first. */
const PRELOAD_AFTER_MS = 2_000

/** Loads the region before the first message, which may be that there is no connection. */
const preloadToasts = (): void => void loadRegion().catch(() => {})

const TOAST: Toast = {
  done: (title, description, undo, next) => showMessage({ title, description, undo, next, isFailure: false }),
  failed: (title, description) => showMessage({ title, description, isFailure: true }),
}

export const useToast = (): Toast => TOAST

export function Toasts({ children }: { children: ReactNode }) {
  useEffect(() => {
    const timer = setTimeout(preloadToasts, PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const isShown = useSyncExternalStore(onMessage, hasMessages)
  return (
    <>
      {children}
      <Sending />
      {isShown && (
        <Suspense>
          <Region />
        </Suspense>
      )}
    </>
  )
}

/** Faster answers show no "Sending…". */
const SENDING_AFTER_MS = 400

const isSending = (): boolean => countSending() > 0

/** Shows and announces that a change is on its way, whichever control sent it. */
function Sending() {
  const { common } = useText()
  const sends = useSyncExternalStore(onWrites, isSending)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!sends) return setShown(false)
    const timer = setTimeout(() => setShown(true), SENDING_AFTER_MS)
    return () => clearTimeout(timer)
  }, [sends])
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(1rem+var(--bottom-bar))] z-60 flex justify-center print:hidden"
    >
      {isShown && (
        <p className="flex items-center gap-2 rounded-full border border-line bg-raised px-4 py-2 font-medium shadow-raised">
          <LoaderCircle className="size-4 animate-spin" aria-hidden />
          {common.sending}
        </p>
      )}
    </div>
  )
}
