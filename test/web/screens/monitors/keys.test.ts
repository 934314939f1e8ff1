import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findKeyAction, type KeyPress } from '../../../../web/src/screens/monitors/keys.ts'

const press = (key: string, over: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  isCommand: false,
  altKey: false,
  ...over,
})
const goes = (key: string, at: number) => {
  const act = findKeyAction(press(key), at, 100, 10)
  return act?.kind === 'go' ? act.to : null
}

test('arrow and page keys move the focus and stop at the ends', () => {
  assert.equal(goes('ArrowDown', 5), 6)
  assert.equal(goes('ArrowDown', 99), 99)
  assert.equal(goes('ArrowUp', 0), 0)
  assert.equal(goes('PageDown', 95), 99)
  assert.equal(goes('PageUp', 12), 2)
  assert.equal(goes('Home', 50), 0)
  assert.equal(goes('End', 50), 99)
})

test('shift extends the selection', () => {
  assert.deepEqual(findKeyAction(press('ArrowDown', { shiftKey: true }), 5, 100, 10), {
    kind: 'go',
    to: 6,
    extend: true,
  })
})

test('letter keys act without modifiers only, since shortcuts with modifiers belong to the browser', () => {
  assert.deepEqual(findKeyAction(press('p'), 0, 1, 10), { kind: 'pause' })
  assert.deepEqual(findKeyAction(press('s'), 0, 1, 10), { kind: 'silence' })
  assert.deepEqual(findKeyAction(press('a'), 0, 1, 10), { kind: 'acknowledge' })
  assert.deepEqual(findKeyAction(press('i'), 0, 1, 10), { kind: 'incident' })
  assert.equal(findKeyAction(press('p', { isCommand: true }), 0, 1, 10), null)
  assert.equal(findKeyAction(press('m', { altKey: true }), 0, 1, 10), null)
  assert.deepEqual(findKeyAction(press('a', { isCommand: true }), 0, 1, 10), { kind: 'selectAll' })
})
