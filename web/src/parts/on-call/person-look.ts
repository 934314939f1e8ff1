/** The colour of a person, which depends only on the user's id, so that it is the same on every screen. */
import type { CSSProperties } from 'react'

/** Twelve hues in two tones. People may share a colour, so their names are always shown too. */
const HUES = 12

interface PersonLook {
  className: string
  style: CSSProperties
}

export function getPersonLook(userId: string): PersonLook {
  let hash = 0
  for (const letter of userId) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  // The low bits of a product with a small factor repeat, so they are mixed with the high bits
  const look = ((hash ^ (hash >>> 15)) >>> 0) % (2 * HUES)
  return {
    className: look < HUES ? 'person-soft' : 'person-strong',
    style: { '--person': (look % HUES) * (360 / HUES) } as CSSProperties,
  }
}
