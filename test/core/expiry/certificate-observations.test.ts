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

/** One check per minute: twenty checks take twenty minutes. */
const PACE = { intervalSeconds: 60, timeoutMs: 10_000 }
const SETTLING = 20

/** `A@5 eu`: region eu saw certificate A at minute 5; `A!` has an error. Minutes may be negative. */
function parseObservations(text: string, firstSeen: Record<string, number> = {}): CertificateObservation[] {
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
      errors: isBad ? [{ code: 'SELF_SIGNED', message: 'it is self-signed' }] : [],
      authorities: [],
    },
  }))
}

const findActive = (text: string, minute: number, firstSeen?: Record<string, number>) =>
  findActiveCertificates(parseObservations(text, firstSeen), PACE, minute * MINUTE_MS)

const namesOf = (present: readonly ActiveCertificate[]): string =>
  present
    .map(({ certificate }) => certificate.fingerprint256)
    .sort()
    .join('')

const shown = (text: string, minute: number, firstSeen?: Record<string, number>): string =>
  namesOf(findActive(text, minute, firstSeen).active)

test('the last observation applies until another one arrives', () => {
  assert.equal(shown('A@0', 0), 'A')
  assert.equal(shown('A@0', 100_000), 'A')
  assert.equal(findActive('A@0', 1).changesAt, null)
})

test('a certificate seen for the first time replaces the other one at once, permanently', () => {
  for (const minute of [100, 119, 120, 130, 5_000]) assert.equal(shown('A@0, B@100', minute), 'B', `minute ${minute}`)
})

test('a new certificate counts exclusively while nodes change, and afterwards all alternating certificates count', () => {
  const turns = 'A@0, B@100, A@101, B@105, A@110, B@118, A@125, B@130'
  for (const minute of [100, 101, 119]) assert.equal(shown(turns, minute), 'B', `minute ${minute}`)
  assert.equal(shown(turns, 126), 'AB')
  assert.equal(shown(turns, 130 + SETTLING - 1), 'AB')
  assert.equal(shown(turns, 130 + SETTLING), 'B')
})

test('a certificate that was rolled back counts until the nodes have had time to change', () => {
  const back = 'B@100, A@103'
  assert.equal(shown(back, 110, { A: -9_000 }), 'B')
  assert.equal(findActive(back, 110, { A: -9_000 }).changesAt, (100 + SETTLING) * MINUTE_MS)
  assert.equal(shown(back, 123, { A: -9_000 }), 'A')
})

test('each region contributes its own observation', () => {
  assert.equal(shown('A@0 eu, A@0 us, B@50 us', 60), 'AB')
  const { active } = findActive('A@0 eu, B@1 us, B@2 ap', 60)
  assert.deepEqual(
    active.map(({ certificate, regions }) => [certificate.fingerprint256, regions]),
    [
      ['A', ['eu']],
      ['B', ['ap', 'us']],
    ],
  )
})

test('a region silent for two days no longer counts, unless all regions are silent', () => {
  const twoDays = 2 * 24 * 60
  const text = `A@0 eu, B@1000 us`
  assert.equal(shown(text, twoDays - 1), 'AB')
  assert.equal(shown(text, twoDays), 'B')
  assert.equal(findActive(text, twoDays - 1).changesAt, twoDays * MINUTE_MS)
  assert.equal(shown(text, 10 * twoDays), 'B')
})

test('an error is confirmed when it was seen twice, or when the next check would have reported its end', () => {
  const isSure = (text: string, seconds: number) =>
    findActiveCertificates(parseObservations(text), PACE, seconds * 1_000).active.some(({ isConfirmed }) => isConfirmed)
  assert.deepEqual(
    [0, 69, 70].map((seconds) => isSure('A!@0', seconds)),
    [false, false, true],
  )
  assert.equal(findActive('A!@0', 0).changesAt, 70_000)
  assert.ok(isSure('A!@0, A!@1', 61))
  assert.ok(isSure('A!@0 eu, A!@0 us', 1))
  assert.ok(!isSure('A@0', 10_000))
  assert.ok(!isSure('A@0, A!@60', 3_601))
})

test('the last verdict on a certificate counts when it has changed', () => {
  const [good] = findActive('A!@0, A@10', 11).active
  assert.deepEqual(good?.certificate.errors, [])
  const [bad] = findActive('A@0, A!@10', 11).active
  assert.equal(bad?.certificate.errors.length, 1)
})

test('the settling time is twenty checks, at least twenty minutes and at most two days', () => {
  assert.equal(computeSettlingMs({ intervalSeconds: 30 }), 20 * MINUTE_MS)
  assert.equal(computeSettlingMs({ intervalSeconds: 300 }), 100 * MINUTE_MS)
  assert.equal(computeSettlingMs({ intervalSeconds: 86_400 }), 2 * DAY_MS)
})

test('random observations leave a certificate in service, obsolete ones change nothing, and no change precedes `changesAt`', () => {
  const random = createSeededRandom(11)
  const any = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  for (let run = 0; run < 500; run++) {
    const moments = [...new Set(Array.from({ length: 1 + Math.floor(random() * 8) }, () => Math.floor(random() * 90)))]
    const text = moments.map((minute) => `${any('ABC'.split(''))}${any(['', '!'])}@${minute} ${any(['eu', 'us'])}`)
    const observations = parseObservations(text.join(', '))
    const summarize = (of: readonly CertificateObservation[], at: number) =>
      JSON.stringify(
        findActiveCertificates(of, PACE, at).active.toSorted((a, b) => (namesOf([a]) < namesOf([b]) ? -1 : 1)),
      )
    let now = 90 * MINUTE_MS
    for (let step = 0; step < 30; step++) {
      const { active, obsolete, changesAt } = findActiveCertificates(observations, PACE, now)
      assert.ok(active.length > 0)
      const kept = observations.filter((sight) => !obsolete.includes(sight))
      const before = (changesAt ?? now + DAY_MS) - 1
      for (const at of [now, before])
        assert.equal(summarize(kept, at), summarize(observations, now), `${text} at ${at}`)
      if (changesAt === null) break
      assert.ok(changesAt > now)
      now = changesAt
    }
  }
})
