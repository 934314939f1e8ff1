import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import {
  FORM_NAMES,
  type FormName,
  GROUP_HINTS,
  MONITOR_HINTS,
  POLICY_HINTS,
  SCHEDULE_HINTS,
  TARGET_HINTS,
  WINDOW_HINTS,
} from '../../../src/api/forms/form-list.ts'
import type { FormField, Hints } from '../../../src/api/forms/form-schema.ts'
import { MONITOR_TYPES } from '../../../src/core/monitors/monitor.ts'
import { isUuid } from '../../../src/core/platform/id.ts'
import { createMonitorApi, describeResponse, type MonitorApi } from '../../support/api/monitor-api.ts'
import { readStoredSettings } from '../../support/database/monitor-rows.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'

interface Variant {
  value: string | null
  is_available: boolean
  reason: { code: string; message: string } | null
  warning: string | null
  schema: FormField
}

async function read(app: MonitorApi, name: FormName) {
  const { status, body } = await app.call('GET', `/api/forms/${name}`, { as: app.bob.session })
  assert.equal(status, 200)
  return body.data as { discriminator: string | null; variants: Variant[] }
}

async function monitorForms(app: MonitorApi): Promise<Map<string, Variant>> {
  const { variants } = await read(app, 'monitor')
  return new Map(variants.map((variant) => [variant.value!, variant]))
}

/** Returns every field by its path; list entries add no path segment. */
function fieldsOf(schema: FormField, path = ''): [string, FormField][] {
  const inside = [schema.items, ...(schema.anyOf ?? [])].flatMap((inner) => (inner ? fieldsOf(inner, path) : []))
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, FormField][] => {
    const place = path === '' ? name : `${path}.${name}`
    return [[place, field], ...fieldsOf(field, place)]
  })
  return [...inside, ...below]
}

/** Returns the initial values of the form, with the first example for each required field. */
function firstValues({ properties = {}, required = [] }: FormField): Record<string, unknown> {
  const values = Object.entries(properties).map(([name, field]) => [name, firstValue(field, required.includes(name))])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

function firstValue(field: FormField, isRequired: boolean): unknown {
  if (field.const !== undefined) return field.const
  if (field.default !== undefined) return field.default
  if (isRequired && field.examples) return field.examples[0]
  if (isRequired && field.enum) return field.enum[0]
  if (isRequired && field.items) return [firstValues(field.items)]
  return isRequired && field.properties ? firstValues(field) : undefined
}

const HINTS: Readonly<Record<FormName, Hints>> = {
  monitor: MONITOR_HINTS,
  'notification-target': TARGET_HINTS,
  'maintenance-window': WINDOW_HINTS,
  group: GROUP_HINTS,
  variable: {},
  'escalation-policy': POLICY_HINTS,
  'on-call-schedule': SCHEDULE_HINTS,
  'api-key': {},
}

for (const name of FORM_NAMES)
  test(`every field of the form ${name} has a title and a description, and no hint is unused`, async (t) => {
    const { variants, discriminator } = await read(await createMonitorApi(t, 'sqlite'), name)
    const fields = variants.flatMap(({ schema }) => fieldsOf(schema))
    for (const [path, field] of fields) {
      assert.match(field.title ?? '', /^[A-Z].{1,30}$/, path)
      assert.ok(field.type ?? field.const ?? field.anyOf, path)
    }
    const known = new Set(fields.map(([path]) => path))
    assert.deepEqual(
      Object.keys(HINTS[name]).filter((path) => !known.has(path)),
      [],
    )
    assert.equal(discriminator === null, variants.length === 1)
    assert.doesNotMatch(JSON.stringify(variants), /\$ref|x-lower-case|x-refused/)
  })

test('every title of a monitor or channel field is explicit, not derived from the field name', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  for (const name of ['monitor', 'notification-target'] as const)
    for (const { schema } of (await read(app, name)).variants)
      for (const [path, { title }] of fieldsOf(schema))
        assert.ok(!/ (id|ids|ms|seconds|config)$/.test(title ?? ''), `${path}: ${title}`)
})

for (const type of MONITOR_TYPES)
  test(`the initial values of a ${type} form create a monitor, and its form values change nothing`, async (t) => {
    const app = await createMonitorApi(t, 'sqlite')
    const { schema, is_available } = (await monitorForms(app)).get(type)!
    assert.equal(is_available, true)
    const body = firstValues(schema)
    const made = await app.send('POST', '', body)
    assert.equal(describeResponse(made), '201', JSON.stringify(made.body))
    const { monitor } = made.body.data
    const { body: read } = await app.send('GET', `/${monitor.id}/form`)
    const { values } = read.data
    const ajv = new Ajv({ strict: false, formats: { uuid: isUuid } })
    assert.ok(ajv.validate(schema as object, values), `${JSON.stringify(values)} ${ajv.errorsText()}`)
    const changed = await app.send('PUT', `/${monitor.id}`, values)
    assert.equal(describeResponse(changed), '200', JSON.stringify(changed.body))
    const { body: again } = await app.send('GET', `/${monitor.id}/form`)
    assert.deepEqual(again.data.values, values)
    const { updated_at: _, ...before } = monitor
    const { updated_at: __, ...after } = changed.body.data.monitor
    assert.deepEqual(after, before)
  })

for (const dialect of ANY_DIALECT)
  test(`${dialect}: the form of a monitor contains fields that answers omit, and masks secrets`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const config = { headers: { Authorization: 'Bearer very-secret', Accept: '*/*' }, expected_status: [200] }
    const over = { tags: ['b', 'a'], monitoring_regions: ['local'], http_config: config, ssl_monitoring: {} }
    const { id } = await app.create(over)
    const { body } = await app.send('GET', `/${id}/form`)
    const { values } = body.data
    assert.deepEqual([values.tags, values.monitoring_regions], [['a', 'b'], ['local']])
    assert.equal(values.http_config.headers.Accept, '*/*')
    assert.doesNotMatch(JSON.stringify(body), /very-secret/)
    assert.equal(values.ssl_monitoring.enabled, true)
    assert.equal(describeResponse(await app.send('PUT', `/${id}`, values)), '200')
    assert.match(await readStoredSettings(app.context.store.db, id), /very-secret/, 'the mask keeps the stored secret')
  })

test('a form reports the refusal of the plan with its error code', async (t) => {
  const app = await createMonitorApi(t, 'sqlite', { plan: 'free' })
  const forms = await monitorForms(app)
  const codes = [...forms].map(([type, { reason }]) => [type, reason?.code ?? null])
  assert.deepEqual(Object.fromEntries(codes), {
    HTTP: null,
    KEYWORD: null,
    ICMP: null,
    TCP: null,
    DNS: 'DNS_MONITORING_NOT_AVAILABLE',
    HEARTBEAT: 'HEARTBEAT_MONITORING_NOT_AVAILABLE',
  })
  const fields = new Map(fieldsOf(forms.get('HTTP')!.schema))
  const refused = [...fields].filter(([, field]) => field['x-unavailable']).map(([path]) => path)
  assert.deepEqual(refused.toSorted(), [
    'domain_monitoring',
    'http_config.slow_response_threshold_ms',
    'monitoring_regions',
    'ssl_monitoring',
  ])
  for (const [path, value] of [
    ['ssl_monitoring', { ssl_monitoring: { enabled: true } }],
    ['domain_monitoring', { domain_monitoring: { enabled: true } }],
    ['monitoring_regions', { monitoring_regions: ['local'] }],
    ['http_config.slow_response_threshold_ms', { http_config: { slow_response_threshold_ms: 1 } }],
  ] as const) {
    const { body } = await app.send('POST', '', { name: 'A', type: 'HTTP', target: 'https://a.example.com/', ...value })
    assert.equal(body.error.code, fields.get(path)!['x-unavailable']!.code)
  }
  const { minimum, default: fallback } = fields.get('interval_seconds')!
  assert.deepEqual([minimum, fallback], [300, 300])
  await app.setPlan('pro')
  const rich = new Map(fieldsOf((await monitorForms(app)).get('HTTP')!.schema))
  assert.deepEqual([...rich.values()].filter((field) => field['x-unavailable']).length, 0)
  assert.equal(rich.get('interval_seconds')!.minimum, 60)
})

test('a form disables ping monitors when no probe can send pings', async (t) => {
  const capabilities = { icmp: false, ipv6: false }
  const regions = [{ code: 'local', activeProbes: 1, capabilities }]
  const app = await createMonitorApi(t, 'sqlite', { deps: { activeRegions: () => regions } })
  const ping = async () => (await monitorForms(app)).get('ICMP')!
  assert.equal((await ping()).is_available, false)
  capabilities.icmp = true
  assert.equal((await ping()).is_available, true)
})

test('a form allows an email target without a mail server, with a warning', async (t) => {
  const { variants } = await read(await createMonitorApi(t, 'sqlite'), 'notification-target')
  assert.deepEqual([...new Set(variants.map(({ value }) => value))], ['email', 'webhook', 'slack'])
  assert.ok(variants.every(({ is_available }) => is_available))
  assert.deepEqual(
    variants.filter(({ warning }) => warning !== null).map(({ value }) => value),
    ['email'],
  )
})

test('an unchanged form is not sent again until the plan changes', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const ask = (tag?: string) =>
    app.call('GET', '/api/forms/monitor', { as: app.alice.session, headers: tag ? { 'if-none-match': tag } : {} })
  const { etag } = (await ask()).headers
  const again = await ask(etag)
  assert.deepEqual([again.status, again.body, again.headers.etag], [304, '', etag])
  await app.setPlan('free')
  assert.equal((await ask(etag)).status, 200)
})
