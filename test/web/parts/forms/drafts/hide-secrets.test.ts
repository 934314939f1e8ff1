import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideSecrets } from '../../../../../web/src/parts/forms/drafts/hide-secrets.ts'
import { MASK, toDraft } from '../../../../../web/src/parts/forms/schema-form/draft.ts'
import { toFormModel } from '../../../../../web/src/parts/forms/schema-form/model.ts'

const MODEL = toFormModel({
  type: 'object',
  properties: {
    name: { type: 'string' },
    target: { type: 'string', examples: ['https://example.com/'] },
    password: { type: 'string', 'x-secret': true },
    key: { type: 'string', 'x-secret': true, 'x-multiline': true },
    certificate: { type: 'string', 'x-multiline': true },
    http_config: {
      type: 'object',
      properties: {
        headers: { type: 'object', patternProperties: { '^.*$': { type: 'string' } } },
        body: { type: 'string', 'x-multiline': true },
      },
    },
    steps: { type: 'array', items: { type: 'object', properties: { token: { type: 'string', 'x-secret': true } } } },
  },
})

const START = toDraft(MODEL, { password: MASK, http_config: { headers: { Authorization: MASK } } })

const redact = (values: object) => {
  const draft = toDraft(MODEL, { password: MASK, ...values })
  return hideSecrets(MODEL, START, draft) as Record<string, Record<string, unknown>>
}

test('a stored draft has no private key, whatever the field', () => {
  const pem = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n'
  const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
  const both = redact({ key: 'MIIE', certificate: certificate + pem })
  assert.deepEqual([both.key, both.certificate], ['', ''])
  assert.equal(redact({ certificate }).certificate, certificate)
})

test('a stored draft has everything but secrets', () => {
  const safe = redact({
    name: 'Shop',
    target: 'https://shop.example.com/?page=2',
    password: 'hunter2',
    http_config: { headers: { Accept: 'text/html', Authorization: 'Bearer abc', 'X-Api-Key': MASK }, body: 'ping' },
    steps: [{ token: 'abc' }],
  })
  assert.equal(safe.name, 'Shop')
  assert.equal(safe.target, 'https://shop.example.com/?page=2')
  assert.equal(safe.password, MASK)
  assert.deepEqual(safe.http_config, {
    headers: [
      ['Accept', 'text/html'],
      ['Authorization', ''],
      ['X-Api-Key', MASK],
    ],
    body: 'ping',
  })
  assert.deepEqual(safe.steps, [{ token: '' }])
  assert.doesNotMatch(JSON.stringify(safe), /hunter2|abc/)
})

for (const url of [
  'https://ann:hunter2@example.com/',
  'https://example.com/?token=abc',
  'https://example.com/hook?a=1&api_key=abc',
])
  test(`a stored draft leaves out the secret URL ${url}`, () => {
    assert.equal(redact({ target: url }).target, '')
  })

test('a stored draft leaves out a request body with a password, but no description of one', () => {
  assert.equal(redact({ http_config: { headers: {}, body: '{"password":"hunter2"}' } }).http_config!.body, '')
  assert.equal(redact({ name: 'Password reset' }).name, 'Password reset')
})
