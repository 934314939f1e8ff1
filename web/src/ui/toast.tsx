/** Brief messages about success or failure. The region that shows them is loaded with the first message. */
import { LoaderCircle } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { loadChunk, usePreload } from '../api/chunk.ts'
import { countSending, onWrites, setUnsent } from '../api/pending-writes.ts'
import { useProjectId } from '../api/project.ts'
import { useText } from '../text/text.tsx'
import { Button } from './button.tsx'
import {
  dropMessage,
  getPending,
  hasMessages,
  isOfProject,
  type Message,
  type NextStep,
  onMessage,
  showMessage,
  type Undo,
} from './toast-messages.ts'

interface Toast {
  /**
   * @param undo reverts the change; the message then has a button "Undo"
   * @param next a button for the step that usually follows
   */
  done: (title: string, description?: string, undo?: Undo, next?: NextStep) => void
  /** Actions show their failures with `useAction`. */
  failed: (title: string, description?: string) => void
}

const importRegion = () => import('./toast-region.tsx')
const Region = lazy(() => loadChunk(importRegion, false))

/** The messages belong to the project in which the component was rendered, even if the user has switched since. */
export function useToast(): Toast {
  const projectId = useProjectId()
  return useMemo(
    () => ({
      done: (title, description, undo, next) =>
        showMessage({ title, description, undo, next, isFailure: false, projectId }),
      failed: (title, description) => showMessage({ title, description, isFailure: true }),
    }),
    [projectId],
  )
}

export function Toasts({ children }: { children: ReactNode }) {
  usePreload(importRegion)
  const isShown = useSyncExternalStore(onMessage, hasMessages)
  return (
    <>
      {children}
      <Sending />
      {isShown && (
        <Suspense fallback={<PlainMessages />}>
          <Region />
        </Suspense>
      )}
    </>
  )
}

/** Shows the messages until the region is loaded: the first may be that the server does not answer. */
function PlainMessages() {
  const messages = useSyncExternalStore(onMessage, getPending)
  const unsentCount = messages.filter(({ retry }) => retry).length
  useEffect(() => {
    setUnsent(unsentCount)
    return () => setUnsent(0)
  }, [unsentCount])
  return (
    <div className="fixed right-4 bottom-[calc(1rem+var(--bottom-bar))] z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2 max-sm:top-[calc(1rem+var(--notice,0px))] max-sm:bottom-auto">
      {messages.map((message) => (
        <PlainMessage key={message.title} message={message} />
      ))}
    </div>
  )
}

function PlainMessage({ message }: { message: Message }) {
  const { common } = useText()
  const { title, description, retry, isFailure } = message
  const isHere = isOfProject(message, useProjectId())
  const repeat = () => {
    dropMessage(message)
    retry?.()
  }
  return (
    <div role={isFailure ? 'alert' : 'status'} className="rounded-lg border border-line bg-raised p-3 shadow-raised">
      <p className="font-medium wrap-anywhere">{title}</p>
      {description && <p className="text-sm text-muted wrap-anywhere">{description}</p>}
      <span className="mt-2 flex flex-wrap gap-2">
        {retry && isHere && (
          <Button size="small" onClick={repeat}>
            {common.retry}
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={() => dropMessage(message)}>
          {common.dismiss}
        </Button>
      </span>
    </div>
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
