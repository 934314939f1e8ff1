import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replacePlaceholders, replaceTexts } from '../../src/core/provisioning/placeholders.ts'
import { ImportError } from '../../src/importers/importer.ts'
import { importConfiguration } from '../../src/importers/index.ts'
import type { ImportKind } from '../../src/importers/kinds.ts'
import { createMonitorApi } from '../support/api/monitor-api.ts'
import { createSeededRandom } from '../support/factories/random.ts'
import { SAMPLES } from '../support/importers/samples.ts'
import { MONDAY } from '../support/time/clock.ts'

const LONG = 'x'.repeat(5_000)
const ODD: readonly unknown[] = [
  ...[null, true, 0, -1, 1e9, 1.5, '', ' ', LONG, [], {}, [null], [[1]], { a: { b: 1 } }],
  ...['__proto__', '\0\ud800', '${HOME}', '{{name}}', 'a\nb', 'a b', '-5', '99999', '99:99', '🙂'.repeat(90)],
  ...['https://u:p@h/?token=1', 'http://[::1]:99999/', 'ftp://a.test/', '192.0.2.1', '* * * * *', 'Mars/Olympus'],
]

/** Replaces and removes some values at random. */
function change(value: unknown, random: () => number): unknown {
  if (random() < 0.05) return ODD[Math.floor(random() * ODD.length)]
  if (Array.isArray(value)) return value.map((entry) => change(entry, random))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(() => random() > 0.02)
  return Object.fromEntries(kept.map(([name, entry]) => [name, change(entry, random)]))
}

/** @returns null when the source is refused */
function importChanged(kind: ImportKind, seed: number): unknown {
  const random = createSeededRandom(seed)
  const files = SAMPLES[kind].map((content, index) => ({
    name: `${index}.json`,
    bytes: Buffer.from(JSON.stringify(seed === 0 ? content : change(content, random))),
  }))
  try {
    const { document, secrets } = importConfiguration(kind, files, MONDAY)
    return replaceTexts(document, ({ text }) => replacePlaceholders(text, (name) => secrets[name] ?? 'https://a.test/'))
  } catch (error) {
    assert.ok(error instanceof ImportError, `seed ${seed}: ${(error as Error).stack}`)
    return null
  }
}

test('a source with odd values is refused with one sentence, or becomes a document that the server accepts', async (t) => {
  const { call, alice } = await createMonitorApi(t, 'sqlite', { plan: 'unlimited' })
  for (const kind of Object.keys(SAMPLES) as ImportKind[])
    for (let seed = 0; seed < 15; seed++) {
      const document = importChanged(kind, seed)
      if (document === null) continue
      const path = `/api/projects/${alice.projectId}/config/plan`
      const { status, body } = await call('POST', path, { as: alice.session, body: { document } })
      assert.equal(status, 200, `${kind}, seed ${seed}: ${JSON.stringify(body)}`)
    }
})
