/** Style of all public pages: one style sheet, embedded in the page and allowed by its hash. */
import { createHash } from 'node:crypto'
import { BoundedMap, getOrCreate } from '../core/platform/maps.ts'
import type { Theme } from '../core/status-pages/status-page.ts'
import { adjustForContrast, chooseTextColour } from './colour.ts'
import { css } from './style-sheet.ts'

interface Style {
  css: string
  /** `'sha256-…'`, for a Content-Security-Policy. */
  hash: string
}

/** The text background with the lowest contrast in each theme: the page in light, cards in dark. */
const TEXT_BACKGROUNDS = { light: '#f6f7f9', dark: '#10151c' }

const COLOURS = {
  light:
    'color-scheme:light;--page:#f6f7f9;--card:#fff;--line:#dfe3e8;--text:#17202b;--soft:#525d6b;' +
    '--o:#15803d;--b:#1a9e4b;--d:#b45309;--x:#c81e1e;--m:#1d4ed8;--n:#6b7683',
  dark:
    'color-scheme:dark;--page:#0b0f14;--card:#10151c;--line:#28313c;--text:#e8ecf1;--soft:#9eabb9;' +
    '--o:#4ade80;--b:#38c172;--d:#fbbf24;--x:#f87171;--m:#7fb0ff;--n:#7d8997',
}

/** Defines the accent colour, adjusted for contrast, and a readable text colour on it. */
const toAccentStyle = (colour: string, background: string): string => {
  const readable = adjustForContrast(colour, background)
  return `--accent:${readable};--ink:${chooseTextColour(readable)}`
}

/** Maximum number of cached styles, which limits the memory for custom colours. */
const MAX_CACHED = 100
const cachedStyles = new BoundedMap<string, Style>(MAX_CACHED)

/** @param accentColour `#rrggbb` */
export const getStyle = (theme: Theme, accentColour: string): Style =>
  getOrCreate(cachedStyles, `${theme} ${accentColour}`, () => createStyle(theme, accentColour))

function createStyle(theme: Theme, accentColour: string): Style {
  const light = `:root{${COLOURS.light};${toAccentStyle(accentColour, TEXT_BACKGROUNDS.light)}}`
  const dark = `:root{${COLOURS.dark};${toAccentStyle(accentColour, TEXT_BACKGROUNDS.dark)}}`
  // Printed pages are always light
  const colours = {
    auto: `${light}@media screen and (prefers-color-scheme:dark){${dark}}`,
    light,
    dark: `${light}@media screen{${dark}}`,
  }
  const text = colours[theme] + css
  return { css: text, hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
}
