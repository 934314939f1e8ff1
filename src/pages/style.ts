/**
 * Style of all public pages: one style sheet, embedded in the page and allowed by its hash.
 *
 * Adjusts user-defined colours for contrast. Source for the arithmetic: WCAG 2.2, "relative luminance", "contrast
 * ratio"
 */
import { createHash } from 'node:crypto'
import { BoundedMap, getOrCreate } from '../core/platform/maps.ts'
import type { Theme } from '../core/status-pages/status-page.ts'

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

const RULES = `
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;
  overflow-wrap:break-word;border-top:4px solid var(--accent);-webkit-text-size-adjust:100%}
.w{max-width:800px;margin:0 auto;padding:0 16px}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
h1,h2,h3,p,ul,ol{margin:0;padding:0}
ul,ol{list-style:none}
h2{font-size:17px;margin:36px 0 10px}
h3,h4{margin:0;font-size:16px;font-weight:600}
.day{margin-top:18px}
.more{margin-top:14px}
time{white-space:nowrap}
svg{display:block}
.i{width:20px;height:20px;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.v{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.soft,.f,footer{color:var(--soft);font-size:14px}
.pre{white-space:pre-line}
h2,h3,h4,.pre{unicode-bidi:plaintext}
header{padding:28px 0 20px}
.top{display:flex;align-items:center;gap:12px 20px;flex-wrap:wrap;justify-content:space-between}
.logo{display:block;max-width:240px;max-height:44px}
h1{font-size:24px;line-height:1.25;letter-spacing:-.01em}
header p{margin-top:8px;color:var(--soft)}
.button{display:inline-block;border:0;border-radius:8px;background:var(--accent);color:var(--ink);font:inherit;
  font-size:15px;font-weight:600;padding:7px 14px;text-decoration:none;cursor:pointer}
.button:hover{filter:brightness(1.08)}
.field{font:inherit;width:100%;padding:8px 10px;border:1px solid var(--n);border-radius:8px;background:var(--card);
  color:var(--text)}
.banner,.card,.c{background:var(--card);border:1px solid var(--line);border-radius:12px}
.banner{display:flex;align-items:center;gap:14px;padding:18px 20px 18px 26px}
.banner .i{width:30px;height:30px;color:var(--k)}
.banner h2{margin:0;font-size:20px;line-height:1.3}
.card{padding:16px 20px 16px 26px;margin-top:12px}
.banner,.card{background:linear-gradient(90deg,var(--k) 6px,var(--card) 6px)}
.card>.pre{margin-top:8px}
.u{margin-top:12px;padding-top:12px;border-top:1px solid var(--line)}
.u p{margin-top:2px}
.c li.r{padding:14px 20px 12px;border-top:1px solid var(--line);break-inside:avoid}
.c li.r:first-child{border-top:0}
.h{display:flex;gap:4px 16px;justify-content:space-between;align-items:flex-start}
.h h3{overflow-wrap:anywhere}
.s{display:inline-flex;gap:6px;align-items:center;font-size:14px;line-height:24px;font-weight:600;white-space:nowrap;color:var(--k)}
.s .i{width:17px;height:17px}
.K-operational{--k:var(--o)}.K-degraded,.K-minor{--k:var(--d)}.K-outage,.K-major,.K-critical{--k:var(--x)}
.K-maintenance{--k:var(--m)}.K-unknown,.K-not_monitored{--k:var(--soft)}.K-done{--k:var(--line)}
.b{width:100%;height:30px;margin:10px 0 5px;fill:none;stroke-width:3}
.b .o,.b .n{stroke-width:30;stroke-dasharray:3 1}
.b .n{stroke-width:6}
.o{stroke:var(--b)}.n{stroke:var(--n)}.x{stroke:var(--x)}.d{stroke:var(--d)}.m{stroke:var(--m)}
.b .x{stroke-dasharray:17 4}
.b .d{stroke-dasharray:0 10 20}
.b .m{stroke-dasharray:4 3}
.b path:hover{opacity:.7}
.f{display:flex;justify-content:space-between;gap:12px;font-size:13px}
.f:after{content:"Today"}.D90 .f:before{content:"90 days ago"}.D60 .f:before{content:"60 days ago"}
.D30 .f:before{content:"30 days ago"}
[role=slider]{touch-action:pan-y}
.p{position:absolute;z-index:1;max-width:280px;padding:6px 10px;background:var(--card);border:1px solid var(--line);
  border-radius:8px;box-shadow:0 4px 16px rgb(0 0 0/.18);font-size:14px;pointer-events:none}
.p[hidden]{display:none}
.p p:first-child{font-weight:600}
details{font-size:14px;margin-top:4px}
summary{cursor:pointer;color:var(--soft);padding:4px 0;width:fit-content}
summary:hover{color:var(--text)}
details li{padding:4px 0 4px 12px;border-left:3px solid var(--n);margin:4px 0}
details b{display:inline-block;min-width:56px}
details .x{border-color:var(--x)}details .d{border-color:var(--d)}details .m{border-color:var(--m)}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;margin-top:12px}
.legend span{display:inline-flex;gap:7px;align-items:center}
.legend .b{width:11px;height:20px;margin:0}
footer{margin:44px 0 32px;padding-top:16px;border-top:1px solid var(--line)}
footer ul{display:flex;flex-wrap:wrap;gap:2px 18px;margin-bottom:6px}
footer li a{display:inline-block;padding:3px 0}
@media(max-width:480px){.card,.banner{padding:14px 14px 14px 20px}.c li.r{padding:12px 14px 10px}h1{font-size:21px}}
@media(forced-colors:active){.b{forced-color-adjust:none}}
@media print{body{background:#fff}.w{max-width:none}.button,form,footer ul{display:none}
  .b,.banner,.card{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`

/** CSS rules without colours. Class names are short because each page contains them many times. */
const css = RULES.replace(/\n\s*/g, '')
