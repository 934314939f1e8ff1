/** Changes on their way to the server, and changes that were not sent. Closing the page asks while there are any. */

let sending = 0
let unsent = 0
let isLeaving = false
const listeners = new Set<() => void>()

export function onWrites(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Number of changes without an answer so far. */
export const countSending = (): number => sending

export async function recordWrite<T>(send: () => Promise<T>): Promise<T> {
  change(1)
  try {
    return await send()
  } finally {
    change(-1)
  }
}

function change(by: 1 | -1): void {
  sending += by
  for (const listener of listeners) listener()
}

/** @param count of failed changes that the page still offers to send */
export function setUnsent(count: number): void {
  unsent = count
}

/** Whether a reload of the page would lose a change. */
export const hasOpenWrites = (): boolean => sending + unsent > 0

/** Leaves the page without a question: the session ended, and the next page offers the changes again. */
export function stopAsking(): void {
  isLeaving = true
}

globalThis.addEventListener?.('beforeunload', (event) => {
  if (!isLeaving && hasOpenWrites()) event.preventDefault()
})
