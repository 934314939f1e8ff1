import { readFileSync } from 'node:fs'

/** Returns how many files this process may open; null when it is unlimited or unknown. */
export function openFileLimit(): number | null {
  try {
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined || soft === 'unlimited' ? null : Number(soft)
  } catch {
    return null
  }
}
