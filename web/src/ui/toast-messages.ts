/** Messages on their way to the region that shows them. */
interface Message {
  title: string
  description?: string | undefined
  isFailure: boolean
}

let pending: readonly Message[] = []
let hasBeenUsed = false
const listeners = new Set<() => void>()

/** Whether there was a message since the page was opened. */
export const hasMessages = (): boolean => hasBeenUsed

export function onMessage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the messages that are not yet shown, once. */
export function takeMessages(): readonly Message[] {
  const taken = pending
  pending = []
  return taken
}

export function showMessage(message: Message): void {
  pending = [...pending, message]
  hasBeenUsed = true
  for (const listener of listeners) listener()
}
