import { readFileSync } from 'node:fs'

/** File handles that this process may open; null where there is no limit, or it is not known. */
export function openFileLimit(): number | null {
  try {
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined || soft === 'unlimited' ? null : Number(soft)
  } catch {
    return null
  }
}
