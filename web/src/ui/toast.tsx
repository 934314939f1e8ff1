/** Brief messages about success or failure. The region that shows them is loaded with the first message. */
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { loadChunk } from '../api/chunk.ts'
import { hasMessages, type NextStep, onMessage, showMessage, type Undo } from './toast-messages.ts'

interface Toast {
  /**
   * @param undo reverts the change; the message then has a button "Undo"
   * @param next a button for the step that usually follows
   */
  done: (title: string, description?: string, undo?: Undo, next?: NextStep) => void
  failed: (title: string, description?: string) => void
}

const Region = lazy(() => loadChunk(() => import('./toast-region.tsx')))

const TOAST: Toast = {
  done: (title, description, undo, next) => showMessage({ title, description, undo, next, isFailure: false }),
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
