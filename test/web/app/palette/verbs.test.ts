import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCommand } from '../../../../web/src/app/palette/verbs.ts'
import { palette as german } from '../../../../web/src/text/de/palette.ts'
import { palette as english } from '../../../../web/src/text/en/palette.ts'

test('a query may begin with a verb and end with a duration', () => {
  const cases: [string, ReturnType<typeof parseCommand>][] = [
    ['silence Checkout API 1 h', { verb: 'silence', minutes: 60, words: 'Checkout API' }],
    ['sil checkout 90min', { verb: 'silence', minutes: 90, words: 'checkout' }],
    ['Silence checkout 2d', { verb: 'silence', minutes: 2_880, words: 'checkout' }],
    ['pause shop 2', { verb: 'pause', minutes: null, words: 'shop 2' }],
    ['silence shop 0 h', { verb: 'silence', minutes: null, words: 'shop' }],
    ['silence', { verb: 'silence', minutes: null, words: '' }],
    ['mute 1 h', { verb: 'silence', minutes: 60, words: '' }],
    ['ack shop', { verb: 'acknowledge', minutes: null, words: 'shop' }],
    ['pa shop', null],
    ['checkout silence', null],
    ['', null],
  ]
  for (const [query, command] of cases) assert.deepEqual(parseCommand(query, english.verbs), command, query)
  assert.deepEqual(parseCommand('stumm shop 1 h', german.verbs), { verb: 'silence', minutes: 60, words: 'shop' })
  assert.deepEqual(parseCommand('Quittieren', german.verbs), { verb: 'acknowledge', minutes: null, words: '' })
})
