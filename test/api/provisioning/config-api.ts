/** A project whose configuration documents a test plans, applies and exports. */
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import type { TestResponse } from '../../support/api/app.ts'
import type { Cleanup } from '../../support/database/stores.ts'
import { makeGroupApi } from '../monitors/group-api.ts'

export async function makeConfigApi(t: Cleanup, dialect: DialectName) {
  const made = await makeGroupApi(t, dialect)
  const { call, alice } = made
  const at = (action: string, project: string) => `/api/projects/${project}/config/${action}`
  const post = (
    action: string,
    document: unknown,
    options: object = {},
    project = alice.projectId,
  ): Promise<TestResponse> => call('POST', at(action, project), { as: alice.session, body: { document, ...options } })
  return {
    ...made,
    plan: (document: unknown, options?: object, project?: string) => post('plan', document, options, project),
    apply: (document: unknown, options?: object, project?: string) => post('apply', document, options, project),
    exportFrom: async (project = alice.projectId) =>
      (await call('GET', at('export', project), { as: alice.session })).body.data,
    /** Creates an empty project. */
    async makeProject(name: string): Promise<string> {
      const { body } = await call('POST', '/api/projects', { as: alice.session, body: { name } })
      return body.data.project.id
    },
  }
}

/** A document with every kind of resource, and with references between all of them. */
export const SHOP = {
  version: 1,
  source: 'shop-repository',
  defaults: { interval_seconds: 120, http_config: { expected_status: [200] } },
  monitor_defaults: { interval_seconds: 300, notification_targets: ['mail'], ssl_monitoring: { enabled: true } },
  variables: {
    token: { name: 'api_token', value: 'planted token', is_secret: true, description: 'For the shop' },
    region: { name: 'region', value: 'eu-1' },
  },
  notification_targets: {
    'on-call': {
      name: 'On-call',
      channel: 'slack',
      config: { webhook_url: 'https://hooks.slack.com/services/T0/B0/secret' },
      is_default: true,
      fallback_target: 'mail',
    },
    mail: { name: 'Mail', channel: 'email', config: { address: 'ops@example.com' }, fallback_target: 'on-call' },
    hook: {
      name: 'Hook',
      channel: 'webhook',
      config: { url: 'https://example.com/hook' },
      is_enabled: false,
      events: ['down', 'recovered'],
      quiet_hours: {
        timezone: 'Europe/Berlin',
        restrictions: [
          { from: '22:00', to: '07:00' },
          { from: '18:00', to: '08:00', from_weekday: 'friday', to_weekday: 'monday' },
        ],
        mode: 'critical_only',
      },
    },
  },
  escalation_policy: 'default',
  on_call_schedules: {
    platform: {
      name: 'Platform',
      description: 'Servers',
      timezone: 'Europe/Berlin',
      layers: [
        {
          name: 'Nights',
          users: [],
          rotation: 'weekly',
          shift_length: 2,
          handover_time: '09:00',
          handover_weekday: 'monday',
          starts_on: '2026-01-05',
          restrictions: [{ from: '18:00', to: '09:00', from_weekday: 'monday', to_weekday: 'tuesday' }],
        },
      ],
    },
  },
  escalation_policies: {
    default: {
      name: 'Default',
      steps: [
        { after_minutes: 0, targets: ['on-call'] },
        { after_minutes: 10, targets: ['mail', 'hook'] },
      ],
      repeat_count: 2,
      repeat_after_minutes: 60,
    },
    quiet: { name: 'Quiet', steps: [{ after_minutes: 0, schedules: ['platform'] }] },
  },
  groups: {
    'eu-west': {
      name: 'West',
      parent_group: 'eu',
      escalation_policy: 'quiet',
      condition: { mode: 'percent', value: 50 },
      monitor_defaults: { tags: ['west'], notification_targets: [] },
    },
    eu: { name: 'Europe', description: 'Servers in Europe' },
  },
  monitors: {
    checkout: {
      name: 'Checkout',
      type: 'HTTP',
      target: 'https://shop.example.com/',
      http_config: {
        headers: { Authorization: 'Bearer planted', Accept: 'text/html', 'X-Key': '{{api_token}} {{region}}' },
      },
      group: 'eu-west',
      depends_on: ['gateway'],
      escalation_policy: 'default',
      notification_targets: ['on-call', 'hook'],
      tags: ['shop', 'prod'],
      ssl_monitoring: { enabled: true, expiry_warning_days: [14] },
      domain_monitoring: { enabled: true },
      notes: 'Call the shop team',
      runbook_url: 'https://wiki.example.com/checkout',
      timeout_ms: 20_000,
      failure_threshold: 3,
      recovery_threshold: 1,
      reminder_interval_minutes: 30,
      monitoring_regions: ['local'],
    },
    gateway: {
      name: 'Gateway',
      type: 'TCP',
      target: 'gateway.example.com',
      tcp_config: { port: 443 },
      status: 'paused',
    },
    backup: { name: 'Backup', type: 'HEARTBEAT', heartbeat_config: { expected_interval_seconds: 86_400 } },
    ping: { name: 'Ping', type: 'ICMP', target: '192.0.2.1', icmp_config: { packet_count: 5 } },
    records: { name: 'Records', type: 'DNS', target: 'example.com', dns_config: { dns_server: '192.0.2.53' } },
    words: {
      name: `Words \${not} a placeholder`,
      type: 'KEYWORD',
      target: 'https://shop.example.com/help',
      keyword_config: { keywords: [{ text: 'Help', should_contain: true }] },
    },
  },
  maintenance_windows: {
    sunday: {
      name: 'Sunday',
      description: 'Backups',
      monitors: ['checkout'],
      groups: ['eu'],
      starts_at: '2030-01-06T02:00:00.000Z',
      ends_at: '2030-01-06T03:00:00.000Z',
      recurrence: { cron: '0 2 * * 0', duration_minutes: 60, timezone: 'Europe/Berlin' },
    },
  },
  status_pages: {
    public: {
      name: 'Shop',
      slug: 'shop',
      description: 'The shop',
      logo_url: 'https://example.com/logo.svg',
      theme: 'dark',
      accent_color: '#112233',
      custom_domain: 'status.example.net',
      is_published: true,
      show_uptime_days: 30,
      is_indexed: false,
      allows_subscribers: false,
      contact_url: 'https://example.com/contact',
      timezone: 'Europe/Berlin',
      password: 'open sesame',
      sections: [
        {
          name: 'Shop',
          components: [{ monitor: 'checkout', display_name: 'Till' }, { monitor: 'gateway' }, { group: 'eu-west' }],
        },
      ],
    },
  },
}
