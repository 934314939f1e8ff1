/**
 * Adjusts user-defined colours for contrast. Source for the arithmetic: WCAG 2.2, "relative luminance", "contrast
 * ratio"
 */

/** Red, green and blue, 0-255. */
type Rgb = [red: number, green: number, blue: number]

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

/** @param colour `#rrggbb` */
const parse = (colour: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb

const format = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function computeLuminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const computeRgbContrast = (a: Rgb, b: Rgb): number => {
  const [light, dark] = [computeLuminance(a), computeLuminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Returns the contrast ratio, from 1 to 21. */
export const computeContrast = (a: string, b: string): number => computeRgbContrast(parse(a), parse(b))

/**
 * Returns the colour itself if it is readable on the background, otherwise the nearest readable darker or lighter
 * colour.
 */
export function adjustForContrast(colour: string, background: string): string {
  const [from, behind] = [parse(colour), parse(background)]
  const towards = computeRgbContrast(BLACK, behind) > computeRgbContrast(WHITE, behind) ? BLACK : WHITE
  for (let step = 0; step <= 20; step++) {
    const mixed = from.map((part, index) => part + ((towards[index]! - part) * step) / 20) as Rgb
    // Measures the formatted colour, because rounding may reduce the contrast
    if (computeContrast(format(mixed), background) >= MIN_CONTRAST) return format(mixed)
  }
  return format(towards)
}

/** Returns black or white, whichever has more contrast. */
export const chooseTextColour = (background: string): '#000000' | '#ffffff' =>
  computeRgbContrast(BLACK, parse(background)) >= computeRgbContrast(WHITE, parse(background)) ? '#000000' : '#ffffff'
