/** Messages for screen readers. The region in the shell shows the latest, hidden from sight. */

interface Announcement {
  /** Distinguishes equal texts, so that a repeated text is announced again. */
  id: number
  text: string
}

let latest: Announcement | null = null
const listeners = new Set<() => void>()

export const getAnnouncement = (): Announcement | null => latest

export function onAnnouncement(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Announces a text once, after the screen reader has finished its sentence. */
export function announce(text: string): void {
  latest = { id: (latest?.id ?? 0) + 1, text }
  for (const listener of listeners) listener()
}
