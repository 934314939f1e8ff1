/** Conditions of Gatus, and their counterparts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importGatus } from '../support/importers/import-gatus.ts'
import { findOutcome } from '../support/importers/outcome.ts'

for (const [conditions, expected] of [
  [['[STATUS] == any(200, 429)'], [200, 429]],
  [
    ['[STATUS] >= 201', '[STATUS] < 204', '[STATUS] != 202'],
    [201, 203],
  ],
  [['[CONNECTED] == true'], ['100-599']],
  [['[STATUS] == pat(2*)'], undefined],
  [['[STATUS] == pat(2*)', '[STATUS] != pat(20?)'], ['210-299']],
  [['200 == [STATUS]'], [200]],
  [['[STATUS] >= 200', '[STATUS] < 300'], undefined],
] as const)
  test(`${conditions.join(' and ')} accepts the same status codes`, () => {
    const { document } = importGatus(JSON.stringify({ endpoints: [{ name: 'a', url: 'http://a.test/', conditions }] }))
    const { http_config } = document.monitors!.a as { http_config?: { expected_status: unknown[] } }
    assert.deepEqual(http_config?.expected_status, expected)
  })

const DEFAULT_STATUS =
  'Only the default status codes are accepted, because a condition of the source is not checked as a whole.'

for (const [condition, reason, texts] of [
  ['[BODY] == pat(*a*b*)', 'is checked in part: the response must contain a and b.', ['a', 'b']],
  ['[BODY].data[*].id == 1', 'is not checked.', null],
  ['[BODY].status == [BODY].other', 'is not checked.', null],
  ['len([BODY]) > 0', 'is not checked.', null],
  ['[BODY].status < UP', 'is not checked.', null],
  ['[IP] == 192.0.2.1', 'is not checked.', null],
  ['[STATUS] == abc', 'is not checked.', null],
  ['[CERTIFICATE_EXPIRATION] > 48h', 'is not checked.', null],
] as const)
  test(`a monitor with only the condition ${condition} is not up at an error of the server`, () => {
    const result = importGatus(
      JSON.stringify({ endpoints: [{ name: 'a', url: 'http://a.test/', conditions: [condition] }] }),
    )
    const { http_config, keyword_config } = result.document.monitors!.a as Record<string, { keywords?: unknown }>
    assert.equal(http_config, undefined)
    assert.deepEqual(
      keyword_config?.keywords,
      texts?.map((text) => ({ text, should_contain: true })),
    )
    assert.deepEqual(findOutcome(result, 'a'), ['changed', `The condition "${condition}" ${reason}`, DEFAULT_STATUS])
  })

const json = (path: string, comparison: string, value?: unknown) => ({
  source: 'json',
  path,
  comparison,
  ...(value !== undefined && { value }),
})

for (const [condition, assertions] of [
  ['[BODY].status == UP', [json('$.status', 'equals', 'UP')]],
  ['[BODY].data[0].count == 5', [json('$.data[0].count', 'equals', 5)]],
  ['[BODY][1].first-name != 1.10', [json("$[1]['first-name']", 'not_equals', '1.10')]],
  ['[BODY].queue < 100', [json('$.queue', 'less', 100)]],
  ['100 >= [BODY].queue', [json('$.queue', 'less', 100.00000000000003)]],
  ['[BODY].queue >= 0', [json('$.queue', 'greater', -5e-324)]],
  ['[BODY].status != null', [json('$.status', 'not_equals', 'null')]],
  ['[BODY].status == any(UP, OK)', [{ source: 'json', path: '$.status', comparison: 'one_of', values: ['UP', 'OK'] }]],
  [
    '[BODY].status != any(DOWN, FAIL)',
    [json('$.status', 'not_equals', 'DOWN'), json('$.status', 'not_equals', 'FAIL')],
  ],
  ['[BODY].name == pat(*john*)', [json('$.name', 'contains', 'john')]],
  ['[BODY].name != pat(*john*)', [json('$.name', 'not_contains', 'john')]],
  ['has([BODY].data.id) == true', [json('$.data.id', 'not_equals', 'null')]],
  ['has([BODY].errors) == false', [json('$[?$.errors && $.errors != null]', 'not_exists')]],
  ['len([BODY].data) > 0', [json('$[?length($.data) > 0]', 'exists')]],
  ['[BODY].note == "a"', [json('$.note', 'equals', '"a"')]],
  ['[BODY] == OK', [{ source: 'body', comparison: 'equals', value: 'OK' }]],
] as const)
  test(`the condition ${condition} becomes an assertion`, () => {
    const result = importGatus(
      JSON.stringify({ endpoints: [{ name: 'a', url: 'http://a.test/', conditions: [condition, '[STATUS] == 200'] }] }),
    )
    const { http_config, keyword_config } = result.document.monitors!.a as Record<string, unknown>
    assert.deepEqual(
      { http_config, keyword_config },
      { http_config: { expected_status: [200], assertions }, keyword_config: undefined },
    )
    const loss = `A response without the value fails "${condition}"; in Gatus it passes.`
    const numbers = 'Gatus drops decimals before it compares, and counts a missing value or a text as 0.'
    const lengths = 'The length of an object is its number of fields; Gatus takes the length of its JSON.'
    const notes = [
      ...(condition.includes('!=') ? [loss] : []),
      ...(/[<>]/.test(condition) ? [numbers] : []),
      ...(condition.startsWith('len') ? [lengths] : []),
    ]
    assert.deepEqual(findOutcome(result, 'a'), notes.length > 0 ? ['changed', ...notes] : ['kept'])
  })

test('a pattern with a start is checked in part, and assertions beyond the limits are reported', () => {
  const [pattern, many] = ['[BODY].name == pat(john*)', Array.from({ length: 22 }, (_, i) => `[BODY].a${i} == ${i}`)]
  const endpoints = [
    { name: 'a', url: 'http://a.test/', conditions: [pattern] },
    { name: 'b', url: 'http://a.test/', conditions: [...many, `[BODY].x == ${'x'.repeat(501)}`] },
  ]
  const result = importGatus(JSON.stringify({ endpoints }))
  assert.deepEqual(findOutcome(result, 'a').slice(0, 2), [
    'changed',
    `The condition "${pattern}" is checked in part: the response must contain john.`,
  ])
  assert.equal(findOutcome(result, 'b')[1], 'Only 20 of 23 assertions on the response are checked.')
})

for (const [url, dns, conditions, outcome] of [
  ['tcp://a.test:7', undefined, ['[CONNECTED] == false'], /^dropped,It expects no connection/],
  [
    '192.0.2.53',
    { 'query-name': 'a.test', 'query-type': 'A' },
    ['[DNS_RCODE] == NXDOMAIN'],
    /^dropped,It expects NXDOMAIN/,
  ],
  [
    '192.0.2.53',
    { 'query-name': 'a.test', 'query-type': 'A' },
    ['[BODY] == pat(192.*)'],
    /"\[BODY\] == pat\(192\.\*\)" is not checked/,
  ],
  ['icmp://a.test', undefined, ['[BODY] == pat(*a*)'], /^changed,The condition .* is not checked/],
  ['icmp://a.test', undefined, ['[RESPONSE_TIME] < 100'], /no limit besides the timeout/],
  ['tcp://a.test:7', undefined, ['[BODY] == pat(*a*)', '[BODY] != pat(*b*)'], /is not searched for "b"/],
  ['ssh://a.test:22', undefined, ['[CONNECTED] == true'], /^kept$/],
  ['tls://a.test:465', undefined, ['[CERTIFICATE_EXPIRATION] > 48h'], /the monitor stays up/],
] as const)
  test(`the report states the outcome of ${conditions.join(' and ')} at ${url}`, () => {
    const result = importGatus(JSON.stringify({ endpoints: [{ name: 'a', url, conditions, ...(dns && { dns }) }] }))
    assert.match(findOutcome(result, 'a').join(), outcome)
  })
