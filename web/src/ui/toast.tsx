/**
 * Says briefly that something was done, or was not. What draws it is loaded with the first thing that there is to say.
 */
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { chunk } from '../api/chunk.ts'

export interface Message {
  title: string
  description?: string | undefined
  isFailure: boolean
}

export interface Tell {
  done: (title: string, description?: string) => void
  failed: (title: string, description?: string) => void
}

const Region = lazy(() => chunk(() => import('./toast-region.tsx')))

let waiting: readonly Message[] = []
let isWanted = false
const listeners = new Set<() => void>()

export function onMessage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was said and not yet shown. */
export function takeMessages(): readonly Message[] {
  const taken = waiting
  waiting = []
  return taken
}

function say(message: Message): void {
  waiting = [...waiting, message]
  isWanted = true
  for (const listener of listeners) listener()
}

const TELL: Tell = {
  done: (title, description) => say({ title, description, isFailure: false }),
  failed: (title, description) => say({ title, description, isFailure: true }),
}

export const useToast = (): Tell => TELL

export function Toasts({ children }: { children: ReactNode }) {
  const isShown = useSyncExternalStore(onMessage, () => isWanted)
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
