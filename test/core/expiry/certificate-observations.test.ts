import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ActiveCertificate,
  type CertificateObservation,
  computeSettlingMs,
  findActiveCertificates,
} from '../../../src/core/expiry/certificate-observations.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createSeededRandom } from '../../support/factories/random.ts'

/** A check each minute: twenty of them are twenty minutes. */
const PACE = { intervalSeconds: 60, timeoutMs: 10_000 }
const SETTLING = 20

/** `A@5 eu`: at minute 5 region eu was shown certificate A; `A!` with a fault. Minutes may be negative. */
function sightsOf(text: string, firstSeen: Record<string, number> = {}): CertificateObservation[] {
  const all = text.split(', ').map((one) => {
    const [, name, bad, minute, region = 'eu'] = /^(\w)(!?)@(-?\d+)(?: (\w+))?$/.exec(one)!
    return { name: name!, isBad: bad === '!', minute: Number(minute), region }
  })
  return all.map(({ name, isBad, minute, region }) => ({
    region,
    seenAt: minute * MINUTE_MS,
    firstSeenAt:
      (firstSeen[name] ?? Math.min(...all.filter((one) => one.name === name).map((one) => one.minute))) * MINUTE_MS,
    certificate: {
      ...{ subject: `CN=${name}`, issuer: 'CN=R1', validFrom: 0, validTo: 400 * DAY_MS, fingerprint256: name },
      errors: isBad ? [{ code: 'SELF_SIGNED', message: 'it signs itself' }] : [],
    },
  }))
}

const look = (text: string, minute: number, firstSeen?: Record<string, number>) =>
  findActiveCertificates(sightsOf(text, firstSeen), PACE, minute * MINUTE_MS)

const namesOf = (present: readonly ActiveCertificate[]): string =>
  present
    .map(({ certificate }) => certificate.fingerprint256)
    .sort()
    .join('')

const shown = (text: string, minute: number, firstSeen?: Record<string, number>): string =>
  namesOf(look(text, minute, firstSeen).active)

test('what was said last is what is shown, for as long as nobody says otherwise', () => {
  assert.equal(shown('A@0', 0), 'A')
  assert.equal(shown('A@0', 100_000), 'A')
  assert.equal(look('A@0', 1).changesAt, null)
})

test('one that was never seen before takes the place of the other at once, and keeps it', () => {
  for (const minute of [100, 119, 120, 130, 5_000]) assert.equal(shown('A@0, B@100', minute), 'B', `minute ${minute}`)
})

test('while nodes change one after another the new one counts alone, and afterwards all that are seen in turn', () => {
  const turns = 'A@0, B@100, A@101, B@105, A@110, B@118, A@125, B@130'
  for (const minute of [100, 101, 119]) assert.equal(shown(turns, minute), 'B', `minute ${minute}`)
  assert.equal(shown(turns, 126), 'AB')
  assert.equal(shown(turns, 130 + SETTLING - 1), 'AB')
  assert.equal(shown(turns, 130 + SETTLING), 'B')
})

test('one that was taken back counts until the nodes have had their time, and then no more', () => {
  const back = 'B@100, A@103'
  assert.equal(shown(back, 110, { A: -9_000 }), 'B')
  assert.equal(look(back, 110, { A: -9_000 }).changesAt, (100 + SETTLING) * MINUTE_MS)
  assert.equal(shown(back, 123, { A: -9_000 }), 'A')
})

test('each region speaks for itself', () => {
  assert.equal(shown('A@0 eu, A@0 us, B@50 us', 60), 'AB')
  const { active } = look('A@0 eu, B@1 us, B@2 ap', 60)
  assert.deepEqual(
    active.map(({ certificate, regions }) => [certificate.fingerprint256, regions]),
    [
      ['A', ['eu']],
      ['B', ['ap', 'us']],
    ],
  )
})

test('a region that has been silent for two days counts no more, unless all are', () => {
  const twoDays = 2 * 24 * 60
  const text = `A@0 eu, B@1000 us`
  assert.equal(shown(text, twoDays - 1), 'AB')
  assert.equal(shown(text, twoDays), 'B')
  assert.equal(look(text, twoDays - 1).changesAt, twoDays * MINUTE_MS)
  assert.equal(shown(text, 10 * twoDays), 'B')
})

test('a fault is sure when it was seen twice, or when the next check would have said that it is gone', () => {
  const isSure = (text: string, seconds: number) =>
    findActiveCertificates(sightsOf(text), PACE, seconds * 1_000).active.some(({ isConfirmed }) => isConfirmed)
  assert.deepEqual(
    [0, 69, 70].map((seconds) => isSure('A!@0', seconds)),
    [false, false, true],
  )
  assert.equal(look('A!@0', 0).changesAt, 70_000)
  assert.ok(isSure('A!@0, A!@1', 61))
  assert.ok(isSure('A!@0 eu, A!@0 us', 1))
  assert.ok(!isSure('A@0', 10_000))
  assert.ok(!isSure('A@0, A!@60', 3_601))
})

test('of a certificate whose judgement has changed the last one counts', () => {
  const [good] = look('A!@0, A@10', 11).active
  assert.deepEqual(good?.certificate.errors, [])
  const [bad] = look('A@0, A!@10', 11).active
  assert.equal(bad?.certificate.errors.length, 1)
})

test('a settling takes twenty checks, and neither less than twenty minutes nor more than two days', () => {
  assert.equal(computeSettlingMs({ intervalSeconds: 30 }), 20 * MINUTE_MS)
  assert.equal(computeSettlingMs({ intervalSeconds: 300 }), 100 * MINUTE_MS)
  assert.equal(computeSettlingMs({ intervalSeconds: 86_400 }), 2 * DAY_MS)
})

test('whatever was seen: something is in service, putting away what is obsolete changes nothing, and looking when told misses nothing', () => {
  const random = createSeededRandom(11)
  const any = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  for (let run = 0; run < 500; run++) {
    const moments = [...new Set(Array.from({ length: 1 + Math.floor(random() * 8) }, () => Math.floor(random() * 90)))]
    const text = moments.map((minute) => `${any('ABC'.split(''))}${any(['', '!'])}@${minute} ${any(['eu', 'us'])}`)
    const sights = sightsOf(text.join(', '))
    const gist = (of: readonly CertificateObservation[], at: number) =>
      JSON.stringify(
        findActiveCertificates(of, PACE, at).active.toSorted((a, b) => (namesOf([a]) < namesOf([b]) ? -1 : 1)),
      )
    let now = 90 * MINUTE_MS
    for (let step = 0; step < 30; step++) {
      const { active, obsolete, changesAt } = findActiveCertificates(sights, PACE, now)
      assert.ok(active.length > 0)
      const kept = sights.filter((sight) => !obsolete.includes(sight))
      const before = (changesAt ?? now + DAY_MS) - 1
      for (const at of [now, before]) assert.equal(gist(kept, at), gist(sights, now), `${text} at ${at}`)
      if (changesAt === null) break
      assert.ok(changesAt > now)
      now = changesAt
    }
  }
})
