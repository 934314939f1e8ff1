import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeContrast, getStyle } from '../../src/pages/style.ts'

/** Returns the colours of a theme by name, with three-digit colours expanded to six digits. */
function coloursOf(theme: 'light' | 'dark', accent: string): Record<string, string> {
  const roots = [...getStyle(theme, accent).css.matchAll(/:root\{([^}]*)\}/g)].map(([, rules]) => rules!)
  const rules = theme === 'light' ? roots[0]! : roots.at(-1)!
  return Object.fromEntries(
    [...rules.matchAll(/--(\w+):#(\w{3,6})/g)].map(([, name, digits]) => [
      name!,
      `#${digits!.length === 3 ? digits!.replace(/./g, '$&$&') : digits}`,
    ]),
  )
}

for (const theme of ['light', 'dark'] as const)
  test(`${theme}: texts and bars have enough contrast with every background`, () => {
    for (const chosen of ['#2563eb', '#ffee00', '#000000', '#ffffff', '#7f7f7f']) {
      const colours = coloursOf(theme, chosen)
      for (const surface of ['page', 'card']) {
        const behind = colours[surface]!
        for (const words of ['text', 'soft', 'o', 'd', 'x', 'm', 'accent'])
          assert.ok(computeContrast(colours[words]!, behind) >= 4.5, `${words} on ${surface} with ${chosen}`)
        for (const bar of ['b', 'n']) assert.ok(computeContrast(colours[bar]!, behind) >= 3, `${bar} on ${surface}`)
      }
      assert.ok(computeContrast(colours.ink!, colours.accent!) >= 4.5, `a button of ${chosen}`)
    }
  })

test('the automatic theme has both colour schemes, and printed pages are light', () => {
  const { css, hash } = getStyle('auto', '#2563eb')
  assert.match(css, /@media screen and \(prefers-color-scheme:dark\)/)
  assert.match(hash, /^'sha256-[\w+/]{43}='$/)
  assert.equal(getStyle('auto', '#2563eb'), getStyle('auto', '#2563eb'))
  assert.match(getStyle('dark', '#2563eb').css, /^:root\{color-scheme:light.*@media screen\{:root\{color-scheme:dark/)
})
