/** Random configuration documents. Every optional field is present in some resources and absent in others. */
import { randomUUID } from 'node:crypto'
import { MASK } from '../../../src/core/platform/sealing/sealed-fields.ts'
import { createSeededRandom } from './random.ts'

type Fields = Record<string, unknown>
type Entries = Record<string, Fields>

/** Secrets by the last part of their path, so that the placeholders of an export can be filled in. */
export const SECRETS: Readonly<Record<string, string>> = {
  webhook_url: 'https://hooks.slack.com/services/T0/B0/planted',
  secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
  value: `planted \${value} $\${of a variable`,
  password: 'planted password',
  Authorization: `Bearer planted \${token}`,
  Cookie: 'session=planted',
}

const TEXTS = [
  'Shop',
  'shop',
  'Zürich – Müller & Söhne',
  'サイト監視',
  'متجر',
  '🛒 checkout 🇩🇪',
  'e\u0301 combining',
  `\${HOME} $\${HOME} $$$ \\{{region}}`,
  MASK,
  'no',
  '2024-01-01',
  '0x1F',
  'it\'s: a #text, - "quoted"',
  ' edges ',
  '\u2028line separator',
]
const LONG_TEXTS = [...TEXTS, 'two\nlines', '\n  indented\n\n', 'trailing \ntab\t', `${'long words '.repeat(30)}`, '']
const VALUES = ['eu-1', MASK, 'no', ` \${x} $\${y} `, 'a: #b']
const REGIONS = ['local']
const HOST = 'site.example.com'

/**
 * Returns a document with every kind of resource.
 *
 * @param seed equal seeds give equal documents, except for ping tokens
 * @param members email addresses of members of the organization
 */
export function createRandomDocument(seed: number, members: readonly string[] = []): Fields {
  const random = createSeededRandom(seed)
  const below = (most: number): number => Math.floor(random() * most)
  const between = (least: number, most: number): number => least + below(most - least + 1)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const some = <T>(list: readonly T[]): T[] => list.filter(() => random() < 0.4)
  const flip = (): boolean => random() < 0.5
  /** Keeps about half of the fields. */
  const optional = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(flip))
  const keys = (prefix: string, most: number): string[] =>
    Array.from({ length: between(1, most) }, (_, n) => pick([`${prefix}-${n}`, `${n}`, `${n}.${prefix}_`]))
  const collect = (names: readonly string[], make: (key: string, index: number) => Fields): Entries =>
    Object.fromEntries(names.map((key, index) => [key, make(key, index)]))
  const name = (): string => pick(TEXTS)
  const days = (): number[] => pick([[], [7], [30, 14, 7, 1], [1, 365, 30]])

  const variables = collect(keys('variable', 3), (_, n) => {
    const isSecret = flip()
    return {
      name: `variable_${n}`,
      value: isSecret ? SECRETS.value : pick(VALUES),
      ...(isSecret && { is_secret: true }),
      ...optional({ description: pick(LONG_TEXTS) }),
    }
  })
  const reference = (): string => `{{${pick(Object.values(variables)).name}}}`

  const targetKeys = keys('target', 3)
  const config = (channel: string): Fields =>
    ({
      email: { address: 'ops@example.com' },
      slack: { webhook_url: SECRETS.webhook_url },
      webhook: { url: `https://example.com/hook?a=\${b}` },
    })[channel]!
  const targets = collect(targetKeys, (key) => {
    const channel = pick(['email', 'slack', 'webhook'])
    const others = targetKeys.filter((other) => other !== key)
    return {
      name: name(),
      channel,
      config: config(channel),
      ...optional({ is_default: flip(), is_enabled: flip(), fallback_target: pick([null, ...others]) }),
      ...optional({ events: pick([null, ['down'], ['recovered', 'domain']]) }),
    }
  })

  const rotation = (): Fields =>
    pick<Fields>([
      { rotation: 'daily', ...optional({ handover_weekday: null }) },
      { rotation: 'weekly', handover_weekday: pick(['monday', 'sunday']) },
    ])
  const layer = (): Fields => ({
    name: name(),
    users: some([...members, ...members]),
    ...rotation(),
    handover_time: pick(['00:00', '09:30']),
    starts_on: '2026-01-05',
    ...optional({
      shift_length: between(1, 30),
      restrictions: pick<Fields[]>([
        [],
        [{ from: '18:00', to: '09:00' }],
        [{ from: '08:00', to: '18:00', from_weekday: 'monday', to_weekday: 'friday' }],
        [{ from: '08:00', to: '18:00', from_weekday: null }],
      ]),
    }),
  })
  const scheduleKeys = keys('schedule', 2)
  const schedules = collect(scheduleKeys, () => ({
    name: name(),
    timezone: pick(['UTC', 'Europe/Berlin']),
    layers: Array.from({ length: between(0, 2) }, layer),
    ...optional({ description: pick(LONG_TEXTS) }),
  }))
  const recipients = [
    ...targetKeys.map((key) => ({ targets: [key] })),
    ...scheduleKeys.map((key) => ({ schedules: [key] })),
    ...targetKeys.flatMap((key) => ({ targets: [key], ...optional({ schedules: some(scheduleKeys) }) })),
  ]
  const policyKeys = recipients.length > 0 ? keys('policy', 3) : []
  const policies = collect(policyKeys, () => ({
    name: name(),
    steps: Array.from({ length: between(1, 3) }, (_, n) => ({ after_minutes: n * 10, ...pick<Fields>(recipients) })),
    ...optional({ repeat_count: between(0, 10), repeat_after_minutes: between(1, 10_080) }),
  }))

  const monitorDefaults = (): Fields =>
    optional({
      interval_seconds: between(120, 86_400),
      timeout_ms: between(30_000, 60_000),
      tags: some(TEXTS.filter((text) => text === text.trim())),
      notification_targets: some(targetKeys),
      failure_threshold: between(1, 10),
      monitoring_regions: some(REGIONS),
      domain_monitoring: optional({ enabled: flip(), expiry_warning_days: days() }),
      runbook_url: pick([null, `https://wiki.example.com/\${b}`]),
      notes: pick([null, ...LONG_TEXTS]),
    })

  const groupKeys = keys('group', 4)
  const groups = collect(groupKeys, (key, index) => ({
    // Siblings have different names
    name: `${key} ${name()}`,
    ...optional({
      description: pick(LONG_TEXTS),
      parent_group: pick([null, ...groupKeys.slice(index + 1)]),
      escalation_policy: pick([null, ...policyKeys]),
      monitor_defaults: monitorDefaults(),
    }),
  }))

  const headers = (): Fields =>
    optional({
      Authorization: pick([SECRETS.Authorization, `Bearer ${reference()}`]),
      Cookie: SECRETS.Cookie,
      Accept: 'text/html',
      'X-Latin': 'Zürich',
      '7': reference(),
      'X-Blank': '',
      'X-Mixed': `${reference()} \${x} $\${y} ${reference()}`,
    })
  const keywords = (): Fields[] =>
    Array.from({ length: between(1, 3) }, () => ({ text: pick(TEXTS), should_contain: flip() }))
  const http = (): Fields => ({
    target: pick([`https://${HOST}/`, `http://${HOST}:8080/päth?q=\${a}#b`, `https://${HOST}/${reference()}`]),
    http_config: optional({
      method: pick(['GET', 'POST', 'PUT']),
      headers: headers(),
      body: pick([null, '', `{"key": "${reference()}"}`, ...LONG_TEXTS]),
      follow_redirects: flip(),
      expected_status: pick([null, [200], ['2xx', 404], ['200-299', '500-503', 401]]),
      slow_response_threshold_ms: pick([null, 1, 60_000]),
      verify_ssl: flip(),
      ip_version: pick(['auto', '4', '6']),
    }),
    ...optional({
      ssl_monitoring: optional({
        enabled: flip(),
        check_expiry: flip(),
        check_validity: flip(),
        expiry_warning_days: days(),
        ignore_self_signed: flip(),
      }),
      domain_monitoring: optional({ enabled: flip(), expiry_warning_days: days() }),
    }),
  })
  const SETTINGS: Record<string, () => Fields> = {
    HTTP: http,
    KEYWORD: () => ({
      ...http(),
      keyword_config: {
        keywords: keywords(),
        ...optional({ match_mode: pick(['all', 'any']), case_sensitive: flip() }),
      },
    }),
    ICMP: () => ({
      target: pick(['192.0.2.1', '2001:db8::1', HOST]),
      icmp_config: optional({
        packet_count: between(1, 3),
        packet_size: between(8, 1400),
        timeout_ms: between(100, 900),
        ttl: between(1, 255),
        max_packet_loss_percent: between(0, 99),
      }),
    }),
    TCP: () => ({
      target: HOST,
      tcp_config: {
        port: between(1, 65_535),
        ...optional({
          protocol: pick(['smtp', 'ssh', 'generic']),
          protocol_validation: {
            enabled: flip(),
            ...optional({
              send: pick(['', `LOGIN ${reference()}\r\n`, `ping \${x}\n`]),
              expect: pick(TEXTS),
            }),
          },
        }),
      },
    }),
    DNS: () => ({
      target: HOST,
      dns_config: optional({
        record_entries: pick([
          [{ record_type: 'A' }],
          [
            { record_type: 'TXT', expected_values: [`\${a} "b"`], match_mode: 'any' },
            { record_type: 'MX', expected_values: [], match_mode: 'exact' },
          ],
        ]),
        dns_server: pick([null, '192.0.2.53']),
        resolution_timeout_ms: between(100, 900),
      }),
    }),
    HEARTBEAT: () => ({
      heartbeat_config: pick<Fields>([
        { expected_interval_seconds: between(60, 2_592_000), ...optional({ grace_period_seconds: 0 }) },
        { schedule: '0 3 * * *', ...optional({ timezone: pick([null, 'Europe/Berlin']), grace_period_seconds: 60 }) },
      ]),
      ...optional({ heartbeat_token: randomUUID() }),
    }),
  }
  const monitorKeys = Object.keys(SETTINGS).map((type, n) => pick([`${type.toLowerCase()}-${n}`, `${n}`]))
  const monitors = collect(monitorKeys, (_, index) => {
    const type = Object.keys(SETTINGS)[index]!
    return {
      name: name(),
      type,
      ...SETTINGS[type]!(),
      ...optional({
        ...(type !== 'HEARTBEAT' && { interval_seconds: between(120, 86_400), timeout_ms: between(30_000, 60_000) }),
        failure_threshold: between(1, 10),
        recovery_threshold: between(1, 10),
        reminder_interval_minutes: between(0, 1440),
        ...(type !== 'HEARTBEAT' && { monitoring_regions: some(REGIONS) }),
        group: pick([null, ...groupKeys]),
        escalation_policy: pick([null, ...policyKeys]),
        tags: some(TEXTS.filter((text) => text === text.trim())).slice(0, 20),
        notification_targets: some(targetKeys),
        depends_on: some(monitorKeys.slice(index + 1)),
        notes: pick([null, ...LONG_TEXTS]),
        runbook_url: pick([null, `https://wiki.example.com/ä?\${b}`]),
        status: pick(['active', 'paused']),
      }),
    }
  })

  const windows = collect(keys('window', 2), () => ({
    name: name(),
    ...pick<Fields>([
      { monitors: [pick(monitorKeys)] },
      { groups: [pick(groupKeys)] },
      { monitors: [...monitorKeys].reverse(), groups: groupKeys },
    ]),
    starts_at: pick(['2030-01-06T02:00:00.000Z', '2030-01-06T03:00:00.5+01:00']),
    ends_at: '2030-01-06T03:00:00Z',
    ...optional({
      description: pick(LONG_TEXTS),
      recurrence: pick([
        null,
        {
          cron: pick(['0 2 * * 0', '*/30 1-3 1,15 * *']),
          duration_minutes: between(1, 20),
          ...optional({ timezone: pick(['UTC', 'Europe/Berlin']), until: pick([null, '2031-01-01T00:00:00Z']) }),
        },
      ]),
    }),
  }))

  const component = (monitor: string): Fields => ({
    monitor,
    ...optional({ display_name: pick([null, ...TEXTS]), description: pick(LONG_TEXTS) }),
  })
  const pages = collect(keys('page', 2), (_, index) => ({
    name: name(),
    ...optional({
      slug: `page-${seed}-${index}`,
      description: pick(LONG_TEXTS),
      logo_url: pick([null, 'https://example.com/logo.svg']),
      theme: pick(['auto', 'light', 'dark']),
      accent_color: pick(['#ABCDEF', '#2563eb']),
      custom_domain: pick([null, `Status-${seed}-${index}.example.net`]),
      is_published: flip(),
      show_uptime_days: pick([30, 60, 90]),
      is_indexed: flip(),
      allows_subscribers: flip(),
      contact_url: pick([null, 'https://example.com/contact', 'mailto:ops@example.com']),
      timezone: pick([null, 'Europe/Berlin', 'Asia/Kolkata']),
      sections: Array.from({ length: between(0, 2) }, () => ({
        name: name(),
        ...optional({ components: some(monitorKeys).map(component) }),
      })),
    }),
    // Each password is hashed slowly
    ...(index === 0 && seed % 3 === 0 && { password: SECRETS.password }),
  }))

  return {
    version: 1,
    ...optional({
      source: pick(['default', 'shop.repository']),
      monitor_defaults: monitorDefaults(),
      escalation_policy: pick([null, ...policyKeys]),
    }),
    variables,
    notification_targets: targets,
    on_call_schedules: schedules,
    escalation_policies: policies,
    groups,
    monitors,
    maintenance_windows: windows,
    status_pages: pages,
  }
}
