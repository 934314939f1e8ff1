/** @returns the dotted path of the first text that holds U+0000, which PostgreSQL's text cannot; null when none does */
export function findNul(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const below = path ? `${path}.${name}` : name
    const found = name.includes('\0') ? below : findNul(inner, below)
    if (found !== null) return found
  }
  return null
}
