/** The colours of people: stable, varied and readable. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { computeContrast } from '../../../../src/pages/style.ts'
import { getPersonLook } from '../../../../web/src/parts/on-call/person-look.ts'

const toId = (number: number) => `01a22c65-0e4d-75b5-9887-${number.toString(16).padStart(12, '0')}`
const looks = Array.from({ length: 500 }, (_, number) => getPersonLook(toId(number)))
const toHue = ({ style }: ReturnType<typeof getPersonLook>) => Number((style as Record<string, number>)['--person'])

test('a person has the same colour everywhere, and people have all colours', () => {
  assert.deepEqual(getPersonLook(toId(7)), looks[7])
  const counts = Map.groupBy(looks, (look) => `${look.className} ${toHue(look)}`)
  assert.equal(counts.size, 24)
  assert.ok([...counts.values()].every(({ length }) => length > 5))
})

/** Converts OKLCH to sRGB, cut at its limits. Source: CSS Color 4, section 9 and 18. */
function toHex(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [Math.cos((hue * Math.PI) / 180) * chroma, Math.sin((hue * Math.PI) / 180) * chroma]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  const bytes = linear.map((value) => {
    const cut = Math.min(1, Math.max(0, value))
    const encoded = cut <= 0.0031308 ? 12.92 * cut : 1.055 * cut ** (1 / 2.4) - 0.055
    return Math.round(255 * encoded)
  })
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

test('names on the colours of people are readable in light and dark', async () => {
  const css = await readFile(new URL('../../../../web/src/style.css', import.meta.url), 'utf8')
  const read = (name: string) => new RegExp(`--color-${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)!.slice(1)
  for (const [tone, text] of [
    ['soft', read('ink')],
    ['strong', read('on-accent')],
  ] as const) {
    const rule = css.slice(css.indexOf(`@utility person-${tone}`)).split('}')[0]!
    const grounds = [...rule.matchAll(/oklch\(([\d.]+) ([\d.]+) var\(--person\)\)/g)]
    assert.equal(grounds.length, 2)
    for (const [index, [, lightness, chroma]] of grounds.entries())
      for (let hue = 0; hue < 360; hue += 30) {
        const ground = toHex(Number(lightness), Number(chroma), hue)
        assert.ok(computeContrast(ground, text[index]!) >= 4.5, `${tone} ${hue} ${ground} ${text[index]}`)
      }
  }
})
