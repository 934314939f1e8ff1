/** Brief messages about success or failure. The region that shows them is loaded with the first message. */
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { loadChunk } from '../api/chunk.ts'
import { hasMessages, onMessage, showMessage, type Undo } from './toast-messages.ts'

interface Toast {
  /** @param undo reverts the change; the message then has a button "Undo" */
  done: (title: string, description?: string, undo?: Undo) => void
  failed: (title: string, description?: string) => void
}

const Region = lazy(() => loadChunk(() => import('./toast-region.tsx')))

const TOAST: Toast = {
  done: (title, description, undo) => showMessage({ title, description, undo, isFailure: false }),
  failed: (title, description) => showMessage({ title, description, isFailure: true }),
}

export const useToast = (): Toast => TOAST

export function Toasts({ children }: { children: ReactNode }) {
  const isShown = useSyncExternalStore(onMessage, hasMessages)
  return (
    <>
      {children}
      {isShown && (
        <Suspense>
          <Region />
        </Suspense>
      )}
    </>
  )
}
