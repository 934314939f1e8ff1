import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConfigurationDocument } from '../../src/importers/conversion.ts'
import { importConfiguration } from '../../src/importers/index.ts'
import { applyImport } from '../support/importers/apply-import.ts'
import { createKumaDatabase, fillKuma, importKumaDatabase } from '../support/importers/kuma-database.ts'
import { findOutcome } from '../support/importers/outcome.ts'
import { MONDAY } from '../support/time/clock.ts'

const NIGHT = { start_time: '01:00', end_time: '02:00' } as const

const EXPECTED: ConfigurationDocument = {
  version: 1,
  notification_targets: {
    team: { name: 'Team', channel: 'slack', config: { webhook_url: '${TEAM_WEBHOOK_URL}' }, is_default: true },
    'mail-ops-example-com': {
      name: 'Mail (ops@example.com)',
      channel: 'email',
      config: {
        address: 'ops@example.com',
        smtp_url: '${MAIL_OPS_EXAMPLE_COM_SMTP_URL}',
        from: '"Kuma" <kuma@example.com>',
      },
    },
    'mail-dev-example-com': {
      name: 'Mail (dev@example.com)',
      channel: 'email',
      config: {
        address: 'dev@example.com',
        smtp_url: '${MAIL_DEV_EXAMPLE_COM_SMTP_URL}',
        from: '"Kuma" <kuma@example.com>',
      },
    },
  },
  groups: { europe: { name: 'Europe' }, berlin: { name: 'Berlin', parent_group: 'europe' } },
  monitors: {
    'shop-home': {
      name: 'Shop $${HOME}',
      type: 'HTTP',
      target: 'https://shop.example.com/?token=${SHOP_HOME_TOKEN}&lang=de',
      interval_seconds: 60,
      timeout_ms: 48_000,
      failure_threshold: 3,
      recovery_threshold: 1,
      http_config: {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: 'Basic ${SHOP_HOME_AUTHORIZATION}',
          'X-Api-Key': '${SHOP_HOME_X_API_KEY}',
          Accept: '\\{{type}}',
        },
        body: '${SHOP_HOME_BODY}',
      },
      ssl_monitoring: { enabled: true },
      domain_monitoring: { enabled: true },
      tags: ['env: prod'],
      notification_targets: ['team', 'mail-ops-example-com', 'mail-dev-example-com'],
      notes: 'Call the owner',
    },
    api: {
      name: 'API',
      type: 'TCP',
      target: 'db.example.com',
      interval_seconds: 30,
      timeout_ms: 16_000,
      failure_threshold: 1,
      recovery_threshold: 1,
      tcp_config: { port: 5432 },
      domain_monitoring: { enabled: true },
      group: 'berlin',
      tags: ['env'],
      notification_targets: [],
      status: 'paused',
    },
  },
  maintenance_windows: {
    backup: {
      name: 'Backup',
      description: 'Nightly',
      monitors: ['shop-home'],
      groups: ['europe'],
      starts_at: '2026-01-07T22:30:00.000Z',
      ends_at: '2026-01-08T00:00:00.000Z',
      recurrence: {
        cron: '30 23 * * 0,3',
        duration_minutes: 90,
        timezone: 'Europe/Berlin',
        until: '2026-12-30T23:00:00.000Z',
      },
    },
  },
  status_pages: {
    shop: {
      name: 'Shop',
      slug: 'shop',
      theme: 'dark',
      is_published: true,
      is_indexed: true,
      custom_domain: 'status.example.com',
      allows_subscribers: false,
      sections: [
        { name: 'First', components: [{ monitor: 'api' }, { monitor: 'shop-home' }] },
        { name: 'Second', components: [{ monitor: 'shop-home' }] },
      ],
    },
  },
}

test('a database in use becomes a document that the API accepts', async (t) => {
  const kuma = createKumaDatabase(t)
  fillKuma(kuma)
  const result = importKumaDatabase(kuma)
  assert.deepEqual(result.document, EXPECTED)
  assert.deepEqual(result.secrets, {
    MAIL_DEV_EXAMPLE_COM_SMTP_URL: 'smtps://kuma%40example.com:planted%2Fmail@mail:465',
    MAIL_OPS_EXAMPLE_COM_SMTP_URL: 'smtps://kuma%40example.com:planted%2Fmail@mail:465',
    SHOP_HOME_AUTHORIZATION: Buffer.from('user:planted').toString('base64'),
    SHOP_HOME_BODY: '{"password": "planted-body"}',
    SHOP_HOME_TOKEN: 'planted-token',
    SHOP_HOME_X_API_KEY: 'planted-key',
    TEAM_WEBHOOK_URL: 'https://hooks.slack.com/services/T0/B0/planted',
  })
  assert.doesNotMatch(JSON.stringify([result.document, result.report]), /planted/)
  const exported = await applyImport(t, result)
  assert.equal(exported.monitors!['shop-home']!.name, 'Shop $${HOME}')
})

test('the report has the outcome of every item, with reasons', (t) => {
  const kuma = createKumaDatabase(t)
  fillKuma(kuma)
  const result = importKumaDatabase(kuma)
  assert.deepEqual(findOutcome(result, 'Team'), ['kept'])
  assert.deepEqual(findOutcome(result, 'Phone'), ['dropped', 'Watchkeeper does not send to signal.'])
  assert.deepEqual(findOutcome(result, 'Queue'), ['dropped', 'The type mqtt does not exist here.'])
  assert.deepEqual(findOutcome(result, 'Shop ${HOME}'), ['kept'])
  assert.deepEqual(findOutcome(result, 'API'), [
    'changed',
    'All of its notifications are dropped: no recipient is notified.',
    'The check interval is 30 s instead of 20 s.',
  ])
  assert.deepEqual(findOutcome(result, 'Shop'), [
    'changed',
    'The logo is a file of Uptime Kuma.',
    'Left out of the section "Second": 1 (groups and dropped monitors).',
  ])
  assert.deepEqual(findOutcome(result, 'History of results'), [
    'dropped',
    'Uptime and charts start again: the document has no results, and uptime cannot be calculated from counts of checks per day.',
  ])
})

for (const [title, row, recurrence] of [
  ['a cron expression', { strategy: 'cron', cron: '0 2 * * 0', duration: 3600 }, '0 2 * * 0'],
  [
    'the last day of a month',
    { strategy: 'recurring-day-of-month', days_of_month: '[1,"lastDay1"]', ...NIGHT },
    '0 1 1,L * *',
  ],
  ['every day', { strategy: 'recurring-interval', interval_day: 1, ...NIGHT }, '0 1 * * *'],
  [
    'every week',
    { strategy: 'recurring-interval', interval_day: 7, start_date: '2026-01-06 00:00', ...NIGHT },
    '0 1 * * 2',
  ],
  ['every third day', { strategy: 'recurring-interval', interval_day: 3, ...NIGHT }, null],
  ['no schedule', { strategy: 'manual' }, null],
  ['an end in the past', { strategy: 'single', start_date: '2026-01-04 00:00', end_date: '2026-01-04 23:59' }, null],
  ['an inactive state', { strategy: 'cron', cron: '0 2 * * 0', duration: 3600, active: 0 }, null],
] as const)
  test(`maintenance with ${title} becomes ${recurrence ?? 'a line of the report'}`, (t) => {
    const kuma = createKumaDatabase(t)
    const monitor_id = kuma.insert('monitor', { name: 'Probe', type: 'http', url: 'http://a.test/' })
    const maintenance_id = kuma.insert('maintenance', { title: 'Work', description: '', timezone: 'UTC', ...row })
    kuma.insert('monitor_maintenance', { monitor_id, maintenance_id })
    const result = importKumaDatabase(kuma)
    const window = result.document.maintenance_windows?.work as { recurrence?: { cron: string } } | undefined
    assert.equal(window?.recurrence?.cron ?? null, recurrence, findOutcome(result, 'Work').join('\n'))
    assert.equal(findOutcome(result, 'Work')[0], recurrence === null ? 'dropped' : 'kept')
  })

test('a single window is read in the time zone of the server', (t) => {
  const kuma = createKumaDatabase(t)
  kuma.insert('setting', { key: 'serverTimezone', value: '"America/New_York"' })
  const monitor_id = kuma.insert('monitor', { name: 'Probe', type: 'http', url: 'http://a.test/' })
  const window = { strategy: 'single', start_date: '2026-03-08 01:30', end_date: '2026-03-08 03:30:00' }
  const maintenance_id = kuma.insert('maintenance', {
    title: 'Work',
    description: '',
    timezone: 'SAME_AS_SERVER',
    ...window,
  })
  kuma.insert('monitor_maintenance', { monitor_id, maintenance_id })
  const { starts_at, ends_at } = importKumaDatabase(kuma).document.maintenance_windows!.work!
  // The clocks go forward at 02:00
  assert.deepEqual([starts_at, ends_at], ['2026-03-08T06:30:00.000Z', '2026-03-08T07:30:00.000Z'])
})

test('the backup JSON of version 1 is read like the database', () => {
  // Written by hand after the export of version 1.23
  const backup = {
    version: '1.23.16',
    notificationList: [
      {
        id: 4,
        name: 'Hook',
        active: true,
        isDefault: true,
        config: '{"type":"webhook","webhookURL":"https://a.test/x"}',
      },
    ],
    monitorList: [
      {
        id: 9,
        name: 'Site',
        type: 'keyword',
        url: 'http://a.test/',
        keyword: 'ok',
        invertKeyword: false,
        interval: 60,
        retryInterval: 60,
        maxretries: 1,
        ignoreTls: true,
        proxyId: 3,
        accepted_statuscodes: ['200-299'],
        notificationIDList: { 4: true },
        tags: [{ tag_id: 2, name: 'team', value: 'web' }],
        active: false,
      },
    ],
    proxyList: [
      {
        ...{ id: 3, protocol: 'socks5h', host: 'proxy.test', port: 1080, active: true },
        ...{ auth: true, username: 'me', password: 'planted' },
      },
    ],
  }
  const file = { name: 'backup.json', bytes: Buffer.from(JSON.stringify(backup)) }
  const { document } = importConfiguration('uptime-kuma', [file], MONDAY)
  assert.deepEqual(document.notification_targets, {
    hook: { name: 'Hook', channel: 'webhook', config: { url: '${HOOK_URL}' }, is_default: true },
  })
  assert.deepEqual(document.monitors!.site, {
    name: 'Site',
    type: 'KEYWORD',
    target: 'http://a.test/',
    interval_seconds: 60,
    timeout_ms: 48_000,
    failure_threshold: 2,
    recovery_threshold: 1,
    http_config: {
      verify_ssl: false,
      proxy: { url: 'socks5://proxy.test:1080', username: 'me', password: '${SITE_PROXY}' },
    },
    keyword_config: { keywords: [{ text: 'ok', should_contain: true }], case_sensitive: true },
    tags: ['team: web'],
    notification_targets: ['hook'],
    status: 'paused',
  })
})

test('a certificate that only Uptime Kuma verifies, behind a proxy over HTTP, is reported', () => {
  const importWith = (protocol: string) => {
    const monitor = {
      id: 9,
      name: 'Site',
      type: 'http',
      url: 'https://a.test/',
      interval: 60,
      ignoreTls: true,
      proxyId: 3,
    }
    const proxyList = [{ id: 3, protocol, host: 'proxy.test', port: 3128, active: true }]
    const backup = { version: '1.23.0', notificationList: [], monitorList: [monitor], proxyList }
    return importConfiguration('uptime-kuma', [{ name: 'a.json', bytes: Buffer.from(JSON.stringify(backup)) }], MONDAY)
  }
  assert.deepEqual(findOutcome(importWith('http'), 'Site'), [
    'changed',
    'Any certificate of the target is accepted; Uptime Kuma verifies it behind a proxy over HTTP.',
  ])
  assert.deepEqual(findOutcome(importWith('socks5'), 'Site'), ['kept'])
})

/** Settings as Uptime Kuma stores them, and the config of the target. */
const SERVICE_SETTINGS: [settings: Record<string, string>, config: Record<string, unknown>][] = [
  [
    { type: 'discord', discordWebhookUrl: 'https://discord.com/api/webhooks/1/planted', threadId: '7' },
    { service: 'discord', webhook_url: 'https://discord.com/api/webhooks/1/planted', thread_id: '7' },
  ],
  [
    { type: 'telegram', telegramBotToken: '1:planted', telegramChatID: '-5', telegramServerUrl: '' },
    { service: 'telegram', bot_token: '1:planted', chat_id: '-5' },
  ],
  [
    { type: 'ntfy', ntfyserverurl: 'https://ntfy.example.com', ntfytopic: 'a', ntfyaccesstoken: 'planted' },
    { service: 'ntfy', topic: 'a', server_url: 'https://ntfy.example.com', access_token: 'planted' },
  ],
  [
    {
      type: 'PagerDuty',
      pagerdutyIntegrationKey: 'planted'.padEnd(32, '0'),
      pagerdutyIntegrationUrl: 'https://events.eu.pagerduty.com/v2/enqueue',
    },
    { service: 'pagerduty', routing_key: 'planted'.padEnd(32, '0'), server_url: 'https://events.eu.pagerduty.com' },
  ],
  [
    {
      type: 'matrix',
      homeserverUrl: 'https://m.example.com',
      internalRoomId: '!r:m.example.com',
      accessToken: 'planted',
    },
    { service: 'matrix', server_url: 'https://m.example.com', room_id: '!r:m.example.com', access_token: 'planted' },
  ],
]
test('notifications become targets of the same service, without their secrets', async (t) => {
  const kuma = createKumaDatabase(t)
  for (const [settings] of SERVICE_SETTINGS)
    kuma.insert('notification', { name: settings.type!, config: JSON.stringify(settings) })
  const result = importKumaDatabase(kuma)
  assert.doesNotMatch(JSON.stringify(result.document), /planted/)
  const targets = Object.values(result.document.notification_targets as Record<string, { config: unknown }>)
  const fill = (text: string) => text.replace(/\$\{(\w+)\}/g, (_, name) => result.secrets[name]!)
  const configs = targets.map(({ config }) => JSON.parse(fill(JSON.stringify(config))))
  assert.deepEqual(
    configs,
    SERVICE_SETTINGS.map(([, config]) => config),
  )
  await applyImport(t, result)
})
