/** Keyboard control of the list. Pure, so that it can be tested without a browser. */

export type KeyAction =
  | { kind: 'go'; to: number; extend: boolean }
  | {
      kind:
        | 'open'
        | 'select'
        | 'selectAll'
        | 'clear'
        | 'acknowledge'
        | 'incident'
        | 'pause'
        | 'move'
        | 'silence'
        | 'delete'
        | 'unfold'
        | 'fold'
    }

export interface KeyPress {
  key: string
  shiftKey: boolean
  /** Control, or Command on a Mac. */
  isCommand: boolean
  altKey: boolean
}

/**
 * @param at the focused row
 * @param page rows per page
 */
export function findKeyAction(press: KeyPress, at: number, count: number, page: number): KeyAction | null {
  const { key, shiftKey: extend, isCommand, altKey } = press
  if (altKey) return null
  if (isCommand) return key.toLowerCase() === 'a' ? { kind: 'selectAll' } : null
  const go = (to: number): KeyAction => ({ kind: 'go', to: Math.max(0, Math.min(count - 1, to)), extend })
  switch (key) {
    case 'ArrowDown':
      return go(at + 1)
    case 'ArrowUp':
      return go(at - 1)
    case 'PageDown':
      return go(at + page)
    case 'PageUp':
      return go(at - page)
    case 'Home':
      return go(0)
    case 'End':
      return go(count - 1)
    case 'ArrowRight':
      return { kind: 'unfold' }
    case 'ArrowLeft':
      return { kind: 'fold' }
    case 'Enter':
      return { kind: 'open' }
    case ' ':
    case 'x':
      return { kind: 'select' }
    case 'Escape':
      return { kind: 'clear' }
    case 'a':
      return { kind: 'acknowledge' }
    case 'i':
      return { kind: 'incident' }
    case 'p':
      return { kind: 'pause' }
    case 'm':
      return { kind: 'move' }
    case 's':
      return { kind: 'silence' }
    case 'Delete':
      return { kind: 'delete' }
    default:
      return null
  }
}
