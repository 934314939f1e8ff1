import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeControls, type LoggedError, toLoggedError } from '../../src/bin/log.ts'

const describe = (error: unknown) => toLoggedError(error) as LoggedError

test('an error is logged with its type, code, causes and stack', () => {
  const cause = Object.assign(new TypeError('inner'), { code: 'ECONNREFUSED' })
  const found = describe(new Error('outer', { cause }))
  assert.deepEqual(
    [found.type, found.message, found.cause?.type, found.cause?.code],
    ['Error', 'outer', 'TypeError', 'ECONNREFUSED'],
  )
  assert.match(found.stack!, /^Error: outer\n {4}at /)
})

test('additional properties of an error are not logged', () => {
  const error = Object.assign(new Error('failed'), { detail: 'Key (email)=(a@b.c)', config: { password: 'hunter2' } })
  assert.doesNotMatch(JSON.stringify(toLoggedError(error)), /hunter2|a@b/)
})

test('passwords in addresses are masked in the message and in the stack', () => {
  const error = new Error('cannot reach postgres://wk:hunter2@db/wk or smtps://me:hunter2@mail')
  const text = JSON.stringify(toLoggedError(error))
  assert.doesNotMatch(text, /hunter2/)
  assert.match(text, /postgres:\/\/\*\*\*@db\/wk/)
})

test('control characters in a message are escaped', () => {
  const words = 'bad\n{"level":30,"msg":"all is well"}\r\u001b[2J\u202e'
  const found = describe(new Error(words))
  assert.equal(found.message, 'bad\\u000a{"level":30,"msg":"all is well"}\\u000d\\u001b[2J\\u202e')
  assert.equal(found.stack!.split('\n')[0], `Error: ${found.message}`)
  assert.ok(!/\p{Cc}/u.test(escapeControls(words)))
})

test('a cycle of causes is cut off', () => {
  const error = new Error('round')
  error.cause = error
  assert.ok(JSON.stringify(toLoggedError(error)).length < 20_000)
})

test('all errors of an AggregateError are logged, and other values stay unchanged', () => {
  const found = describe(new AggregateError([new Error('one'), new Error('two'), 'no error'], 'all'))
  assert.deepEqual(
    found.errors?.map(({ message }) => message),
    ['one', 'two'],
  )
  assert.equal(toLoggedError(null), null)
})
