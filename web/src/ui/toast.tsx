/**
 * Says briefly that something was done, or was not. What draws it is loaded with the first thing that there is to say.
 */
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { chunk } from '../api/chunk.ts'
import { hasSpoken, onMessage, say } from './toast-messages.ts'

interface Tell {
  done: (title: string, description?: string) => void
  failed: (title: string, description?: string) => void
}

const Region = lazy(() => chunk(() => import('./toast-region.tsx')))

const TELL: Tell = {
  done: (title, description) => say({ title, description, isFailure: false }),
  failed: (title, description) => say({ title, description, isFailure: true }),
}

export const useToast = (): Tell => TELL

export function Toasts({ children }: { children: ReactNode }) {
  const isShown = useSyncExternalStore(onMessage, hasSpoken)
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
