import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPathProblem, selectNodes } from '../../../../src/core/monitors/assertions/json-path.ts'
import { listAnswerValues } from '../../../../web/src/screens/monitor-form/answer-paths.ts'
import { changeAssertion, listFields } from '../../../../web/src/screens/monitor-form/assertion-draft.ts'

const DOCUMENT = {
  status: 'UP',
  checks: [{ name: 'db', ms: 1.5 }, null],
  'a b': { "it's": true, 'say "hi"\\': 0 },
  empty: {},
}

test('the paths of a response select the values beside them', () => {
  const values = listAnswerValues(JSON.stringify(DOCUMENT), false)!
  assert.deepEqual(
    values.map(({ path }) => path),
    ['$.status', '$.checks[0].name', '$.checks[0].ms', '$.checks[1]', "$['a b']['it\\'s']", `$['a b']['say "hi"\\\\']`],
  )
  for (const { path, value } of values) {
    assert.equal(findPathProblem(path), null)
    assert.deepEqual(selectNodes(path, DOCUMENT), [value])
  }
})

test('the complete entries of a response without its end are listed', () => {
  const paths = (text: string, isCut = true) => listAnswerValues(text, isCut)?.map(({ path }) => path)
  assert.deepEqual(paths('{"a":1,"b":[1,{"c":"x, ]","d":'), ['$.a', '$.b[0]', '$.b[1].c'])
  assert.deepEqual(paths('{"a":{"b":1},"c'), ['$.a.b'])
  assert.equal(paths('{"a":1,"b":', false), undefined)
  assert.equal(paths('<html>'), undefined)
  assert.equal(paths(JSON.stringify(Array(500).fill(1)))?.length, 200)
})

const DRAFT = { source: 'json', path: '$.a', name: '', comparison: 'equals', value: '1', values: [], effect: 'down' }

test('a change of the source or the comparison clears the fields that no longer apply', () => {
  assert.deepEqual(listFields(DRAFT), ['source', 'path', 'comparison', 'value', 'effect'])
  assert.deepEqual(changeAssertion(DRAFT, 'source', 'header'), { ...DRAFT, source: 'header', path: '' })
  const listed = changeAssertion(DRAFT, 'comparison', 'one_of')
  assert.deepEqual([listed.value, listFields(listed)], ['', ['source', 'path', 'comparison', 'values', 'effect']])
  const existing = changeAssertion(DRAFT, 'comparison', 'exists')
  assert.deepEqual([existing.value, listFields(existing)], ['', ['source', 'path', 'comparison', 'effect']])
  assert.equal(changeAssertion(existing, 'source', 'response_time').comparison, 'less')
})
