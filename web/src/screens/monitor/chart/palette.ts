/** Colours of style.css for the canvas. */
import type { Colour } from './lines.ts'

type PaletteName =
  | Colour
  | 'muted'
  | 'line'
  | 'down-mark'
  | 'down-soft'
  | 'down'
  | 'maintenance-mark'
  | 'maintenance-soft'
  | 'maintenance'
  | 'edge'

/** Reads computed colours from the page, since a canvas does not support `light-dark()`. */
export function readPalette(element: HTMLElement): (name: PaletteName) => string {
  const known = new Map<string, string>()
  const probe = element.ownerDocument.createElement('span')
  probe.hidden = true
  return (name) => {
    let colour = known.get(name)
    if (colour === undefined) {
      element.append(probe)
      probe.style.color = `var(--color-${name})`
      colour = getComputedStyle(probe).color
      probe.remove()
      known.set(name, colour)
    }
    return colour
  }
}
