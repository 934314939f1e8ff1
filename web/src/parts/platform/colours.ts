/** Colours of style.css for a canvas. */
/** Reads computed colours from the page, since a canvas does not support `light-dark()`. */
export function readPalette(element: HTMLElement): (name: string) => string {
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
