/** Messages on their way to the region that shows them. */
interface Message {
  title: string
  description?: string | undefined
  isFailure: boolean
}

let waiting: readonly Message[] = []
let isWanted = false
const listeners = new Set<() => void>()

/** Whether there was a message since the page was opened. */
export const hasSpoken = (): boolean => isWanted

export function onMessage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the messages that are not yet shown, once. */
export function takeMessages(): readonly Message[] {
  const taken = waiting
  waiting = []
  return taken
}

export function say(message: Message): void {
  waiting = [...waiting, message]
  isWanted = true
  for (const listener of listeners) listener()
}
