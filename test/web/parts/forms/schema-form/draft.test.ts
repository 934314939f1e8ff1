import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkForm } from '../../../../../web/src/parts/forms/schema-form/check.ts'
import {
  type Draft,
  getValueAt,
  MASK,
  type Path,
  toBody,
  toCreateBody,
  toDraft,
  toUpdateBody,
  toUrl,
  withValueAt,
} from '../../../../../web/src/parts/forms/schema-form/draft.ts'
import { toFormModel } from '../../../../../web/src/parts/forms/schema-form/model.ts'
import { SUBMARINE } from './submarine.ts'

const MODEL = toFormModel(SUBMARINE)
const fresh = () => toDraft(MODEL, undefined)
const written = (draft: Draft, fields: readonly (readonly [string, Draft])[]): Draft =>
  fields.reduce((so, [path, value]) => withValueAt(so, pathOf(path), value), draft)
const pathOf = (path: string): Path => path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))

const SAVED = {
  type: 'SUBMARINE',
  name: 'Nautilus',
  target: 'https://nautilus.example.com/',
  submarine_config: {
    depth_m: 40,
    crew: [{ callsign: 'Nemo', rank: 'captain', is_diver: false }],
    frequencies: [12.5],
    labels: { Authorization: MASK, colour: 'blue' },
    orders: 'North',
    surfacing: { cron: '0 3 * * *', timezone: 'UTC' },
    sister_ids: ['a'],
    base_id: 'g',
    sonar: { enabled: true, ping_ms: 250 },
    cargo: 'squid',
  },
  notification_target_ids: ['t'],
}

test('a new form starts with defaults and the required number of list entries', () => {
  const draft = fresh()
  const at = (path: string) => getValueAt(draft, pathOf(`submarine_config.${path}`))
  assert.deepEqual(at('crew'), [{ callsign: '', rank: 'mate', is_diver: true }])
  assert.deepEqual(
    [at('depth_m'), at('frequencies'), at('labels'), at('surfacing'), at('sonar.ping_ms')],
    ['', [], [], null, 500],
  )
  assert.equal(getValueAt(draft, ['notification_target_ids']), undefined)
})

test('a creation sends required values and values that differ from the defaults', () => {
  const draft = written(fresh(), [
    ['name', 'Nautilus'],
    ['target', 'nautilus.example.com'],
    ['submarine_config.depth_m', '40'],
    ['submarine_config.crew.0.callsign', 'Nemo'],
  ])
  assert.deepEqual(toCreateBody(MODEL, draft), {
    type: 'SUBMARINE',
    name: 'Nautilus',
    target: 'https://nautilus.example.com',
    submarine_config: { depth_m: 40, crew: [{ callsign: 'Nemo', rank: 'mate', is_diver: true }] },
  })
})

test('a resource of the API passes through the form unchanged', () => {
  const draft = toDraft(MODEL, SAVED)
  assert.deepEqual(toBody(MODEL, draft), SAVED)
  assert.deepEqual(toUpdateBody(MODEL, draft, draft), {})
})

test('an update sends changed values: objects by key, lists and maps whole, secrets as masks', () => {
  const before = toDraft(MODEL, SAVED)
  const after = written(before, [
    ['submarine_config.crew.0.is_diver', true],
    [
      'submarine_config.labels',
      [
        ['Authorization', MASK],
        ['colour', 'red'],
      ],
    ],
    ['submarine_config.orders', ''],
    ['submarine_config.frequencies', ['12.5', '7']],
    ['submarine_config.surfacing', null],
    ['submarine_config.sonar.enabled', false],
    ['submarine_config.base_id', null],
    ['type', 'OTHER'],
    ['notification_target_ids', []],
  ])
  assert.deepEqual(toUpdateBody(MODEL, before, after), {
    submarine_config: {
      crew: [{ callsign: 'Nemo', rank: 'captain', is_diver: true }],
      labels: { Authorization: MASK, colour: 'red' },
      orders: null,
      frequencies: [12.5, 7],
      surfacing: null,
      sonar: { enabled: false },
      base_id: null,
    },
    notification_target_ids: [],
  })
})

test('an update sends an object that may be null whole', () => {
  const before = toDraft(MODEL, SAVED)
  const after = written(before, [['submarine_config.surfacing.cron', '0 4 * * *']])
  assert.deepEqual(toUpdateBody(MODEL, before, after), {
    submarine_config: { surfacing: { cron: '0 4 * * *', timezone: 'UTC' } },
  })
})

test('a request omits the fields that the type of the object does not use', () => {
  const model = toFormModel({
    properties: {
      hatch: {
        anyOf: [
          {
            type: 'object',
            properties: {
              type: { enum: ['key', 'code'] },
              key: { type: 'string', minLength: 3, 'x-types': ['key'] },
              code: { type: 'string', minLength: 3, 'x-types': ['code'] },
            },
          },
          { type: 'null' },
        ],
      },
    },
  })
  const draft = { hatch: { type: 'code', key: 'k', code: '1234' } }
  assert.deepEqual(toBody(model, draft), { hatch: { type: 'code', code: '1234' } })
  assert.deepEqual(checkForm(model, draft), [])
  assert.deepEqual(
    checkForm(model, { hatch: { ...draft.hatch, type: 'key' } }).map(({ field }) => field),
    ['hatch.key'],
  )
})

test('replacing one value keeps all other objects identical', () => {
  const before = toDraft(MODEL, SAVED) as { submarine_config: object; name: string }
  const after = withValueAt(before, ['name'], 'Other') as typeof before
  assert.equal(after.name, 'Other')
  assert.equal(after.submarine_config, before.submarine_config)
})

test('a URL without a scheme becomes https, and http where servers rarely have a certificate', () => {
  const kept = ['', 'mailto:a@example.com', 'http://a.example', 'https://localhost:3000/']
  assert.deepEqual(kept.map(toUrl), kept)
  const secure = ['example.com', 'example.com:443/x', 'example.com:8443', '192.0.2.7', '[2001:db8::1]/x', '172.32.0.1']
  assert.deepEqual(
    secure.map(toUrl),
    secure.map((url) => `https://${url}`),
  )
  const plain = ['localhost', 'nas', 'nas:5000/x', 'printer.local', 'a.home.arpa', 'example.com:80', 'example.com:8080']
  const local = ['127.0.0.1:3000', '10.1.2.3', '192.168.1.1', '172.16.0.1', '100.64.0.1', '[::1]:3000', '[fd00::1]']
  assert.deepEqual(
    [...plain, ...local].map(toUrl),
    [...plain, ...local].map((url) => `http://${url}`),
  )
  assert.equal(toUrl(' example.com '), 'https://example.com')
})
