import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DateFormat, parseDateText } from '../../../src/registries/whois/date-text.ts'
import { createSeededRandom } from '../../support/factories/random.ts'

const READ: [text: string, iso: string, habits?: DateFormat][] = [
  ['2026-09-14T04:00:00Z', '2026-09-14T04:00:00Z'],
  ['2026-09-14T04:00:00.123456Z', '2026-09-14T04:00:00Z'],
  ['2026-09-14T04:00:00+0200', '2026-09-14T02:00:00Z'],
  ['2026-09-14 04:00:00 UTC', '2026-09-14T04:00:00Z'],
  ['2026-12-04 00:00:00+02', '2026-12-03T22:00:00Z'],
  ['2010-07-04 05:39:15 +03:00', '2010-07-04T02:39:15Z'],
  ['1999-06-07 13:01:43 (GMT+0:00)', '1999-06-07T13:01:43Z'],
  ['2026-11-20 14:48:02 CLST', '2026-11-20T17:48:02Z'],
  ['2026-11-20 14:48:02 EST', '2026-11-20T14:48:02Z'],
  ['2026-09-14', '2026-09-14'],
  ['2026.09.14', '2026-09-14'],
  ['2026. 03. 02.', '2026-03-02'],
  ['2026/03/31', '2026-03-31'],
  ['2025/09/01 01:05:08 (JST)', '2025-08-31T16:05:08Z'],
  ['20260518', '2026-05-18'],
  ['19990518 #162310', '1999-05-18'],
  ['20210812 09:21:40', '2021-08-12T09:21:40Z'],
  ['2026-Aug-22.', '2026-08-22'],
  ['2026-11-09 (YYYY-MM-DD)', '2026-11-09'],
  ['4.7.2026 10:15:55', '2026-07-04T10:15:55Z'],
  ['30.10.1997 01:00:00', '1997-10-30T01:00:00Z'],
  ['14-Feb-2026', '2026-02-14'],
  ['03-Jan-2027 12:00:00', '2027-01-03T12:00:00Z'],
  ['14 February 2026', '2026-02-14'],
  ['07 Oct 2026', '2026-10-07'],
  ['30th April 2003 at 00:00:00.000', '2003-04-30'],
  ['May 10 2026', '2026-05-10'],
  ['September 14, 2026', '2026-09-14'],
  ['Tue Dec 12 2000', '2000-12-12'],
  ['Sat Mar 28 23:59:00 2026', '2026-03-28T23:59:00Z'],
  ['Wed, 14 Sep 2026 04:00:00 GMT', '2026-09-14T04:00:00Z'],
  ['28/02/2026 23:59:00', '2026-02-28T23:59:00Z'],
  ['02/28/2026', '2026-02-28'],
  ['07/07/2026', '2026-07-07'],
  ['03/04/2026', '2026-04-03', { numericOrder: 'dmy' }],
  ['03/04/2026', '2026-03-04', { numericOrder: 'mdy' }],
  ['05-06-2026', '2026-06-05', { numericOrder: 'dmy' }],
  ['2026-03-17 12:48:36', '2026-03-17T04:48:36Z', { zoneMinutes: 480 }],
  ['2026-03-17 12:48:36Z', '2026-03-17T12:48:36Z', { zoneMinutes: 480 }],
  ['2026-12-31 24:00:00', '2027-01-01'],
]

for (const [text, iso, habits] of READ) {
  test(`${text} is ${iso}${habits ? ` for who writes ${JSON.stringify(habits)}` : ''}`, () =>
    assert.equal(parseDateText(text, habits), Date.parse(iso)))
}

const REFUSED: [text: string, why: string, habits?: DateFormat][] = [
  ['03/04/2026', 'may be two days'],
  ['05-06-2026', 'may be two days'],
  ['28/02/2026', 'is none for who writes months first', { numericOrder: 'mdy' }],
  ['02/28/2026', 'is none for who writes days first', { numericOrder: 'dmy' }],
  ['01-Feb-26', 'has a year of two digits'],
  ['14.09.26', 'has a year of two digits'],
  ['2026-02-30', 'is in no calendar'],
  ['2025-02-29', 'is in no calendar'],
  ['2026-13-01', 'is in no calendar'],
  ['2026-00-10', 'is in no calendar'],
  ['32.01.2026', 'is in no calendar'],
  ['9999-12-31', 'is a placeholder for never'],
  ['1970-01-01', 'is a placeholder for no date'],
  ['0000-00-00', 'is a placeholder for no date'],
  ['before Aug-1996', 'names no day'],
  ['Permanent/Reserved', 'names no day'],
  ['30th April each year', 'names no year'],
  ['N/A', 'is none'],
  ['', 'is none'],
  ['2026', 'is a year'],
  ['12:00:00', 'is a time'],
  ['2026-09-14 25:00:00', 'has no such time'],
  ['2026-09-14 04:61:00', 'has no such time'],
  ['2026-09-14 04:00:00 +25:00', 'has no such zone'],
  ['2026-09-14 04:00:00 or so', 'is followed by something'],
  ['2026-09-14junk', 'is followed by something'],
  ['202609140', 'has a digit too many'],
  ['192.168.2026.1', 'is an address'],
  [`2026-09-14${' '.repeat(10_000)}x`, 'goes on too long'],
]

for (const [text, why, habits] of REFUSED) {
  test(`${text.slice(0, 40).trim() || 'nothing'} ${why}`, () => assert.equal(parseDateText(text, habits), null))
}

const ALPHABET = '0123456789012345678901234567890123456789-/.,: TZ+()ABCDEGJMNOPRSUVabcdeghlmnoprstuv\n\t日'

function junk(random: () => number): string {
  const letter = () => ALPHABET[Math.floor(random() * ALPHABET.length)]!
  return Array.from({ length: Math.floor(random() * 40) }, letter).join('')
}

/** Whether a text contains this date: its four-digit year, and its day as a number somewhere else. */
function spells(text: string, at: number): boolean {
  const days = [at - 86_400_000, at, at + 86_400_000].map((near) => new Date(near))
  return days.some((day) => {
    const rest = text.replace(String(day.getUTCFullYear()), ' ')
    return rest !== text && new RegExp(`0?${day.getUTCDate()}`).test(rest)
  })
}

test('a random text is not a date unless it contains one', () => {
  const random = createSeededRandom(20_260_105)
  for (let round = 0; round < 200_000; round++) {
    const text = junk(random)
    const at = parseDateText(text)
    if (at !== null) assert.ok(spells(text, at), JSON.stringify(text))
  }
})

test('a damaged date is another date only if its text contains that date', () => {
  const random = createSeededRandom(7)
  for (let round = 0; round < 100_000; round++) {
    const [text] = READ[Math.floor(random() * READ.length)]!
    const from = Math.floor(random() * text.length)
    const piece = random() < 0.5 ? junk(random).slice(0, 3) : ''
    const bent = text.slice(0, from) + piece + text.slice(from + Math.floor(random() * 3))
    const at = parseDateText(bent, { numericOrder: random() < 0.5 ? 'dmy' : 'mdy' })
    if (at !== null) assert.ok(spells(bent, at), JSON.stringify(bent))
  }
})
