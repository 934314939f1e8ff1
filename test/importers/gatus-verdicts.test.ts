/**
 * Verdicts of imported conditions of Gatus. The expected verdicts follow its documentation and its source
 * (`config/endpoint/condition.go`, `jsonpath/jsonpath.go`) of August 2026, because Gatus does not run in tests.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Assertion } from '../../src/core/monitors/assertions/assertion.ts'
import { createFinder, judgeAssertions } from '../../src/core/monitors/assertions/judge-assertions.ts'
import type { Fields, ImportResult } from '../../src/importers/conversion.ts'
import { importConfiguration } from '../../src/importers/index.ts'
import { MONDAY } from '../support/time/clock.ts'

const importCondition = (condition: string): ImportResult => {
  const config = { endpoints: [{ name: 'a', url: 'http://a.test/', conditions: ['[STATUS] == 200', condition] }] }
  return importConfiguration('gatus', [{ name: 'a.json', bytes: Buffer.from(JSON.stringify(config)) }], MONDAY)
}

/** Whether a check of the imported monitor is up with this body. */
function isUp({ document }: ImportResult, text: string): boolean {
  const { http_config, keyword_config } = document.monitors!.a as Record<string, Fields | undefined>
  const assertions = (http_config?.assertions ?? []) as Assertion[]
  const keywords = (keyword_config?.keywords ?? []) as { text: string; should_contain: boolean }[]
  const isFound = createFinder(text, true)
  const response = { text, bodyBytes: text.length, durationMs: 1, findHeader: () => null, hide: (one: string) => one }
  return (
    keywords.every((keyword) => isFound(keyword.text) === keyword.should_contain) &&
    judgeAssertions(assertions, response).every(({ problem }) => problem === null)
  )
}

const USER = '{"user": {"name": "john", "age": 30}, "status": "UP", "ok": true, "none": null, "empty": ""}'
const LIST =
  '{"data": [{"id": 1, "name": "a"}, {"id": 2}], "load": 5.5, "count": "12", "text": "abc", "nested": [[1, 2]]}'

/** Holds: whether the condition holds in Gatus. */
const SAME: [condition: string, body: string, holds: boolean][] = [
  ['[BODY] == 1', '1', true],
  ['[BODY] == 1', ' 1\n', true],
  ['[BODY] == 1', '2', false],
  ['[BODY] == OK', 'OK', true],
  ['[BODY] == any(OK, UP)', 'UP', true],
  ['[BODY] == pat(*OK*)', 'all OK here', true],
  ['[BODY] == pat(*OK*)', 'bad', false],
  ['[BODY] != pat(*ERROR*)', 'ERROR', false],
  ['[BODY] > 5', '7', true],
  ['[BODY] >= 7', '7', true],
  ['[BODY].user.name == john', USER, true],
  ['[BODY].user.name == jane', USER, false],
  ['john == [BODY].user.name', USER, true],
  ['[body].user.name == john', USER, true],
  ['[BODY].user.age == 30', USER, true],
  ['[BODY].user.age > 18', USER, true],
  ['[BODY].user.age >= 30', USER, true],
  ['[BODY].user.age <= 30', USER, true],
  ['[BODY].user.age <= 29', USER, false],
  ['30 >= [BODY].user.age', USER, true],
  ['[BODY].user.age < 30', USER, false],
  ['[BODY].ok == true', USER, true],
  ['[BODY].ok != true', USER, false],
  ['[BODY].user == john', USER, false],
  ['[BODY].absent == UP', USER, false],
  ['[BODY].user.name.first == john', USER, false],
  ['[BODY].empty == x', USER, false],
  ['[BODY].status == any(UP, OK)', USER, true],
  ['[BODY].status != any(DOWN, FAIL)', USER, true],
  ['[BODY].user.name == pat(jo*)', USER, true],
  ['[BODY].user.name == pat(*oh*)', USER, true],
  ['[BODY].user.name != pat(*oh*)', USER, false],
  ['[BODY].data[0].id == 1', LIST, true],
  ['[BODY].data[1].id == 1', LIST, false],
  ['[BODY].data[9].id == 1', LIST, false],
  ['[BODY].nested[0][1] == 2', LIST, true],
  ['[BODY][0].id == 1', '[{"id": 1}]', true],
  ['[BODY].count == 12', LIST, true],
  ['[BODY].count >= 12', LIST, true],
  ['[BODY].count > 11', LIST, true],
  ['[BODY].load > 4', LIST, true],
  ['[BODY].load < 6', LIST, true],
  ['[BODY].load >= 6', LIST, false],
  ['[BODY].data[0].id == any(1, 2)', LIST, true],
  ['len([BODY].data) == 2', LIST, true],
  ['len([BODY].data) < 5', LIST, true],
  ['len([BODY].data) > 2', LIST, false],
  ['len([BODY].user.name) == 4', USER, true],
  ['has([BODY].errors) == false', USER, true],
  ['has([BODY].errors) == false', '{}', true],
  ['has([BODY].user) == true', USER, true],
  ['has([BODY].user) == false', USER, false],
  ['has([BODY].user) != true', USER, false],
  ['has([BODY].none) == true', USER, false],
  ['has([BODY].none) == false', USER, true],
  ['has([BODY].empty) == true', USER, true],
  ['has([BODY].data[0].id) == true', LIST, true],
  ['has([BODY].data[9]) == false', LIST, true],
  ['[BODY].status == UP', '<html>', false],
  ['has([BODY].status) == true', '<html>', false],
]

for (const [condition, body, holds] of SAME)
  test(`an imported monitor judges ${condition} like Gatus for ${JSON.stringify(body).slice(0, 40)}`, () => {
    const result = importCondition(condition)
    assert.equal(isUp(result, body), holds)
    const notes = result.report.items.flatMap((item) => item.notes).map(({ reason }) => reason)
    assert.ok(!notes.some((reason) => reason.includes('is not checked')), notes.join())
  })

/** Conditions that only the report can explain: the verdicts differ. */
const NOTED: [condition: string, body: string, holds: boolean, reason: RegExp][] = [
  ['[BODY].absent != DOWN', USER, true, /A response without the value fails/],
  ['[BODY].none != null', USER, true, /A response without the value fails/],
  ['[BODY].absent < 5', USER, true, /counts a missing value or a text as 0/],
  ['[BODY].text <= 5', LIST, true, /counts a missing value or a text as 0/],
  ['[BODY].load > 5', LIST, false, /drops decimals/],
  ['[BODY].load <= 5', LIST, true, /drops decimals/],
  ['len([BODY].user) == 24', USER, true, /takes the length of its JSON/],
  ['len([BODY].absent) < 5', USER, true, /counts a missing value or a text as 0/],
]

for (const [condition, body, holds, reason] of NOTED)
  test(`the report explains the other verdict of ${condition} for ${JSON.stringify(body).slice(0, 40)}`, () => {
    const result = importCondition(condition)
    assert.equal(isUp(result, body), !holds)
    assert.match(result.report.items.flatMap(({ notes }) => notes.map((note) => note.reason)).join(), reason)
  })
