/** The queue between what reports a message and the region that draws it, which loads with the first message. */
export interface Message {
  title: string
  description?: string | undefined
  isFailure: boolean
}

let waiting: readonly Message[] = []
const listeners = new Set<() => void>()

export function onMessage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the messages that were not shown yet, and empties the queue. */
export function takeMessages(): readonly Message[] {
  const taken = waiting
  waiting = []
  return taken
}

/** Queues a message and notifies whatever draws messages. */
export function pushMessage(message: Message): void {
  waiting = [...waiting, message]
  for (const listener of listeners) listener()
}
