/** Better Stack. The JSON was written for these tests after the documents of its API: no account of the service answered it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyImport } from '../support/importers/apply-import.ts'
import { findOutcome } from '../support/importers/outcome.ts'
import { assertFields, importJson, monitorsOf } from './import-json.ts'

const stack = (type: string, id: string, attributes: object) => ({ id, type, attributes })

test('Better Stack: the unit of the timeout depends on the type, and each port is a monitor', async (t) => {
  const result = importJson(
    'better-stack',
    {
      data: [
        stack('monitor', '1', {
          url: 'https://example.com/',
          pronounceable_name: 'Shop',
          monitor_type: 'keyword_absence',
          monitor_group_id: 12_345,
          required_keyword: 'error',
          verify_ssl: false,
          check_frequency: 60,
          request_timeout: 15,
          confirmation_period: 90,
          recovery_period: 0,
          http_method: 'get',
          request_headers: [{ id: '1', name: 'Authorization', value: 'Bearer planted' }],
          ssl_expiration: 14,
          maintenance_days: ['mon', 'sun'],
          maintenance_from: '23:00:00',
          maintenance_to: '01:30:00',
          maintenance_timezone: 'Amsterdam',
        }),
        stack('monitor', '2', {
          url: 'example.com',
          pronounceable_name: 'Mail',
          monitor_type: 'smtp',
          port: '25,465',
          request_timeout: 5_000,
          check_frequency: 60,
          paused: true,
        }),
        stack('monitor', '3', {
          url: '192.0.2.53',
          pronounceable_name: 'Names',
          monitor_type: 'dns',
          request_body: 'example.com',
          required_keyword: '192.0.2.1',
          request_timeout: 3_000,
          check_frequency: 60,
        }),
        stack('monitor', '4', {
          url: 'https://example.com/',
          pronounceable_name: 'Script',
          monitor_type: 'playwright',
          check_frequency: 60,
        }),
      ],
    },
    { data: [stack('monitor_group', '12345', { name: 'Web' }), stack('heartbeat_group', '7', { name: 'Web' })] },
    { data: [stack('heartbeat', '1', { name: 'Job', period: 3_600, grace: 4_000, heartbeat_group_id: 7 })] },
    {
      data: [
        stack('status_page', '1', {
          company_name: 'Example',
          subdomain: 'example',
          subscribable: true,
          theme: 'dark',
          password_enabled: true,
        }),
      ],
    },
    { data: [stack('status_page_section', '5', { name: 'Web', position: 0 })] },
    {
      data: [
        stack('status_page_resource', '6', {
          resource_id: 1,
          resource_type: 'Monitor',
          public_name: 'Our shop',
          explanation: 'All of it',
          status_page_section_id: 5,
        }),
        stack('status_page_resource', '7', {
          resource_id: 4,
          resource_type: 'Monitor',
          public_name: 'Login',
          status_page_section_id: 5,
        }),
      ],
    },
  )
  const { shop, mail, 'mail-port-465': second, names, job } = monitorsOf(result)
  assertFields(shop, {
    type: 'KEYWORD',
    timeout_ms: 15_000,
    failure_threshold: 3,
    recovery_threshold: 1,
    group: 'web',
    http_config: { headers: { Authorization: 'Bearer ${SHOP_AUTHORIZATION}' }, verify_ssl: false },
    keyword_config: { keywords: [{ text: 'error', should_contain: false }] },
    ssl_monitoring: { enabled: true, expiry_warning_days: [14] },
  })
  assertFields(mail, {
    timeout_ms: 5_000,
    status: 'paused',
    tcp_config: { port: 25, protocol: 'smtp', protocol_validation: { enabled: true } },
  })
  assertFields(second, {
    tcp_config: { port: 465, protocol: 'smtp', protocol_validation: { enabled: true } },
    ssl_monitoring: { enabled: true },
  })
  assertFields(names, {
    target: 'example.com',
    dns_config: { record_entries: [{ record_type: 'A', expected_values: ['192.0.2.1'] }], dns_server: '192.0.2.53' },
  })
  assertFields(job, {
    group: 'web',
    heartbeat_config: { expected_interval_seconds: 4_000, grace_period_seconds: 3_600 },
  })
  assert.deepEqual(result.document.maintenance_windows!['maintenance-of-shop']!.recurrence, {
    cron: '0 23 * * 1,0',
    duration_minutes: 150,
    timezone: 'Europe/Amsterdam',
    until: null,
  })
  assert.deepEqual(result.document.status_pages!.example, {
    name: 'Example',
    slug: 'example',
    theme: 'dark',
    is_published: false,
    is_indexed: true,
    allows_subscribers: true,
    sections: [{ name: 'Web', components: [{ monitor: 'shop', display_name: 'Our shop', description: 'All of it' }] }],
  })
  assert.deepEqual(findOutcome(result, 'Script'), ['dropped', 'The type playwright does not exist here.'])
  assert.doesNotMatch(JSON.stringify([result.document, result.report]), /planted/)
  await applyImport(t, result)
})

test('Better Stack: pages and windows keep their time zone, which Rails names in its own way', async (t) => {
  const zones = ['Eastern Time (US & Canada)', 'Berlin', 'Samoa', 'Asia/Tokyo', 'Nowhere']
  const pages = zones.map((timezone, index) =>
    stack('status_page', String(index), { company_name: timezone, subdomain: `page-${index}`, timezone }),
  )
  const monitor = { url: 'https://example.com/', pronounceable_name: 'Shop', monitor_type: 'status' }
  const maintenance = { maintenance_from: '01:00', maintenance_to: '02:00', maintenance_timezone: 'Arizona' }
  const monitors = [stack('monitor', '1', { ...monitor, check_frequency: 60, ...maintenance })]
  const result = importJson('better-stack', { data: [...monitors, ...pages] })
  const [window] = Object.values(result.document.maintenance_windows!)
  assert.equal((window!.recurrence as { timezone: string }).timezone, 'America/Phoenix')
  assert.deepEqual(
    Object.values(result.document.status_pages!).map(({ timezone }) => timezone),
    ['America/New_York', 'Europe/Berlin', 'Pacific/Apia', 'Asia/Tokyo', undefined],
  )
  assert.deepEqual(findOutcome(result, 'Nowhere'), [
    'changed',
    'The time zone "Nowhere" is not known: the page has the time zone of each reader.',
  ])
  await applyImport(t, result)
})

test('parts that a server would refuse are left out with a note, and the rest is applied', async (t) => {
  const page = { company_name: 'Example', subdomain: 'example', custom_domain: 'no host', logo_url: 'ftp://a.test/' }
  const monitor = {
    url: 'https://example.com/',
    pronounceable_name: 'Shop',
    monitor_type: 'status',
    check_frequency: 60,
  }
  const result = importJson('better-stack', {
    data: [
      stack('monitor', '1', monitor),
      stack('monitor', '2', { ...monitor, pronounceable_name: 'Odd', request_headers: [{ name: 'a b', value: 'c' }] }),
      stack('status_page', '1', page),
      stack('status_page', '2', { ...page, custom_domain: 'status.example.com' }),
      stack('status_page', '3', { ...page, custom_domain: 'status.example.com' }),
    ],
  })
  assert.deepEqual(Object.keys(monitorsOf(result)), ['shop', 'odd'])
  assert.deepEqual(findOutcome(result, 'Odd'), [
    'changed',
    'The header "a b" is not sent: its name or its value is invalid.',
  ])
  assert.deepEqual(
    Object.values(result.document.status_pages!).map(({ custom_domain, logo_url }) => [custom_domain, logo_url]),
    [
      [undefined, undefined],
      ['status.example.com', undefined],
      [undefined, undefined],
    ],
  )
  await applyImport(t, result)
})
