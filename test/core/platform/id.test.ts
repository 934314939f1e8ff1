import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUuidV7, isUuid } from '../../../src/core/platform/id.ts'

const ZEROS = new Uint8Array(10)
const ONES = new Uint8Array(10).fill(255)

test('a version 7 UUID equals the example of RFC 9562, appendix A.6', () => {
  const random = Uint8Array.from(Buffer.from('0cc318c4dc0c0c07398f', 'hex'))
  assert.equal(createUuidV7(0x017f22e279b0, random), '017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
})

test('version and variant are set, whatever the random bytes', () => {
  assert.equal(createUuidV7(0, ZEROS), '00000000-0000-7000-8000-000000000000')
  assert.equal(createUuidV7(2 ** 48 - 1, ONES), 'ffffffff-ffff-7fff-bfff-ffffffffffff')
})

test('later ids sort later', () => {
  const times = [0, 1, 255, 256, 1_767_571_200_000, 1_767_571_200_001]
  const ids = times.map((at) => createUuidV7(at, at % 2 ? ZEROS : ONES))
  assert.deepEqual([...ids].sort(), ids)
})

const TEXTS: [string, boolean][] = [
  ['0198c0de-7a11-7abc-8def-0123456789ab', true],
  ['0198C0DE-7A11-7ABC-8DEF-0123456789AB', true],
  ['00000000-0000-0000-0000-000000000000', true],
  ['0198c0de7a117abc8def0123456789ab', false],
  ['{0198c0de-7a11-7abc-8def-0123456789ab}', false],
  ['0198c0de-7a11-7abc-8def-0123456789a', false],
  ['0198c0de-7a11-7abc-8def-0123456789ab\n', false],
  ['0198c0de-7a11-7abc-8def-0123456789ag', false],
  ['', false],
]
for (const [text, is] of TEXTS)
  test(`${JSON.stringify(text)} is ${is ? 'a' : 'no'} UUID`, () => assert.equal(isUuid(text), is))
