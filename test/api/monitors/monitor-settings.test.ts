import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { createSettingsTranslator, type Settings } from '../../../src/api/monitors/monitor-settings.ts'
import { HeartbeatSettings } from '../../../src/core/heartbeats/heartbeat.ts'
import { Problem } from '../../../src/core/platform/errors.ts'
import { toApiName } from '../../../src/core/platform/fields/translate.ts'
import { PROBERS } from '../../../src/probers/index.ts'

/** A type for this test; the API needs only the schema of its settings. */
const tcp = {
  settings: Type.Object(
    {
      port: Type.Integer({ minimum: 1, maximum: 65_535 }),
      protocol: Type.Enum(['generic', 'smtp'], { default: 'generic' }),
      protocolValidation: Type.Optional(
        Type.Object(
          { enabled: Type.Boolean(), expectText: Type.Optional(Type.String()) },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
}

const types = { ...PROBERS, HEARTBEAT: { settings: HeartbeatSettings } }
const words = createSettingsTranslator(types)
const withTcp = createSettingsTranslator({ ...types, TCP: tcp })

function fieldsRefused(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return (error.details!.issues as { field: string }[]).map(({ field }) => field)
    throw error
  }
  return []
}

test('settings use the field names of the API, in snake case', () => {
  assert.deepEqual(['verifyTls', 'slowThresholdMs', 'followRedirects', 'keywords'].map(toApiName), [
    'verify_ssl',
    'slow_response_threshold_ms',
    'follow_redirects',
    'keywords',
  ])
})

test('an empty HTTP body gets every default of its prober', () => {
  assert.deepEqual(words.read('HTTP', {}, null), {
    method: 'GET',
    headers: {},
    body: null,
    followRedirects: true,
    expectedStatus: null,
    slowThresholdMs: null,
    verifyTls: true,
    ipVersion: 'auto',
    readBody: 'auto',
  })
})

test('a field of the config object takes precedence over the same top-level field', () => {
  const body = { method: 'POST', verify_ssl: false, http_config: { method: 'HEAD', slow_response_threshold_ms: null } }
  const { method, verifyTls, slowThresholdMs } = words.read('HTTP', { ...body, slow_response_threshold_ms: 5 }, null)
  assert.deepEqual([method, verifyTls, slowThresholdMs], ['HEAD', false, null])
})

test('an update keeps omitted settings, and replaces lists and headers as a whole', () => {
  const before = words.read(
    'HTTP',
    { headers: { a: '1', b: '2' }, expected_status: [200, 201], body: 'x', method: 'POST' },
    null,
  )
  const after = words.read('HTTP', { http_config: { headers: { b: '3' }, expected_status: [204] } }, before)
  assert.deepEqual(after, { ...before, headers: { b: '3' }, expectedStatus: [204] })
})

test('a keyword monitor writes its request in http_config and its keywords in keyword_config', () => {
  const body = {
    http_config: { verify_ssl: false },
    keyword_config: { keywords: [{ text: 'ok', should_contain: true }], case_sensitive: true },
  }
  const settings = words.read('KEYWORD', body, null)
  assert.deepEqual(settings.keywords, [{ text: 'ok', shouldContain: true }])
  assert.deepEqual([settings.verifyTls, settings.caseSensitive, settings.matchMode], [false, true, 'all'])
  assert.deepEqual(words.write('KEYWORD', settings), {
    method: 'GET',
    headers: {},
    body: null,
    follow_redirects: true,
    verify_ssl: false,
    ip_version: 'auto',
    keyword_config: { keywords: [{ text: 'ok', should_contain: true }], match_mode: 'all', case_sensitive: true },
  })
})

test('a keyword monitor without keywords is refused at the path of the missing field', () => {
  assert.deepEqual(
    fieldsRefused(() => words.read('KEYWORD', {}, null)),
    ['keyword_config'],
  )
  assert.deepEqual(
    fieldsRefused(() => words.read('KEYWORD', { keyword_config: { match_mode: 'any' } }, null)),
    ['keyword_config.keywords'],
  )
})

test('the config of another type is refused by name, even for a type without a prober', () => {
  const foreign = { keyword_config: {}, tcp_config: { port: 1 }, dns_config: {}, icmp_config: {}, heartbeat_config: {} }
  assert.deepEqual(fieldsRefused(() => words.read('HTTP', foreign, null)).sort(), Object.keys(foreign).sort())
  assert.deepEqual(
    fieldsRefused(() => withTcp.read('TCP', { port: 25, http_config: {}, verify_ssl: true }, null)),
    ['http_config', 'verify_ssl'],
  )
})

test('registering a type adds its config, top-level field, defaults and field names', () => {
  const settings = withTcp.read('TCP', { tcp_config: { port: 25, protocol_validation: { enabled: true } } }, null)
  assert.deepEqual(settings, { port: 25, protocol: 'generic', protocolValidation: { enabled: true } })
  assert.deepEqual(withTcp.write('TCP', settings), {
    port: 25,
    tcp_config: { port: 25, protocol: 'generic', protocol_validation: { enabled: true } },
  })
  assert.ok(withTcp.request.tcp_config && withTcp.response.port)
})

test('objects inside a config are merged key by key', () => {
  const before: Settings = { port: 25, protocol: 'smtp', protocolValidation: { enabled: true } }
  const body = { tcp_config: { protocol_validation: { expect_text: '220' } } }
  assert.deepEqual(withTcp.read('TCP', body, before), {
    ...before,
    protocolValidation: { enabled: true, expectText: '220' },
  })
})

test('a missing setting is reported with its path', () => {
  const missing = (body: Settings) => fieldsRefused(() => withTcp.read('TCP', body, null))
  assert.deepEqual(missing({}), ['tcp_config'])
  assert.deepEqual(missing({ tcp_config: {} }), ['tcp_config.port'])
  assert.deepEqual(missing({ port: 1, tcp_config: { protocol_validation: {} } }), [
    'tcp_config.protocol_validation.enabled',
  ])
})

test('settings stored by an older version get the defaults of later settings', () => {
  assert.equal(words.read('HTTP', {}, { method: 'HEAD' }).verifyTls, true)
  assert.equal(words.read('HTTP', {}, { method: 'HEAD' }).method, 'HEAD')
})

test('a missing required setting is reported with an example', () => {
  const asked = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      if (error instanceof Problem) return error.message
      throw error
    }
    return ''
  }
  assert.equal(
    asked(() => words.read('TCP', {}, null)),
    'tcp_config: is required, such as { "port": 443 }',
  )
  assert.match(
    asked(() => words.read('KEYWORD', {}, null)),
    /^keyword_config: is required, such as \{ "keywords": /,
  )
})

test('the description of a setting states its default', () => {
  const description = (field: string) => (words.request[field] as { description?: string }).description
  assert.equal(description('verify_ssl'), 'An invalid certificate counts as a failed check. Default: true')
  assert.equal(description('method'), 'Default: GET')
})
