/** Alerting of Gatus: providers become notification targets. */
import { type Conversion, type Fields, hasReference, type Item } from '../conversion.ts'
import { type FieldTable, type FieldTables, kept, lost, missing, part, repeat } from '../fields.ts'
import { ENCODE_REFERENCE, NO_OWN_SERVER, toOwnServer, VERIFIED } from '../mail-server.ts'
import { addTarget, SERVICE_ADVICE, type TargetDraft, toServiceConfig } from '../resources.ts'
import { isFields, listFields, parseDuration, toFields, toFlag, toNumber, toText } from '../values.ts'
import { ALERT, PROVIDER } from './fields.ts'

interface Provider {
  channel: TargetDraft['channel']
  /** Returns one config per recipient. */
  read(settings: Fields): Fields[]
  /** Fields that not every provider has. */
  fields: FieldTable
  note: string | null
  /** Returns further notes about a config. */
  listNotes?: (settings: Fields, config: Fields) => string[]
}

const OTHER_BODY = 'The body has another form and is signed: adapt the receiver. The API reference describes it.'
const UNUSED_TITLE = lost('title of messages', 'The title of the messages is not used.')
const UNUSED_TEXT = lost('text of messages', 'The text of the messages is fixed.')

/** Fields of several services that change the look of messages. */
const SERVICE_LOSSES: FieldTable = {
  title: UNUSED_TITLE,
  priority: lost('priority', 'The priority is not used.'),
  'resolved-priority': lost('priority of recoveries', 'The priority is not used.'),
  sound: lost('sound', 'The sound is not used.'),
  ttl: lost('lifetime of messages', 'The lifetime of messages is not used.'),
  username: lost('name of the sender', 'The sender of the messages is Watchkeeper.'),
  'avatar-url': lost('picture of the sender', 'The sender of the messages is Watchkeeper.'),
  'message-content': UNUSED_TEXT,
  email: lost('recipient of emails', 'The service forwards no emails.'),
  'disable-firebase': lost('delivery by Firebase', 'The setting disable-firebase is not used.'),
  'disable-cache': lost('cache of messages', 'The setting disable-cache is not used.'),
  click: lost('link of messages', 'Messages link to the monitor.'),
  client: lost('connection to the service', 'The settings of the connection to the service are not used.'),
}

/** Providers that Watchkeeper can send to, by their name in `alerting`. */
const PROVIDERS: Readonly<Record<string, Provider>> = {
  slack: {
    channel: 'slack',
    read: ({ 'webhook-url': url }) => [{ webhook_url: toText(url) ?? '' }],
    fields: { 'webhook-url': kept('address', 'config.webhook_url'), title: UNUSED_TITLE },
    note: null,
  },
  email: {
    channel: 'email',
    read: ({ to, ...settings }) =>
      (toText(to) ?? '')
        .split(',')
        .flatMap((address) => (address.trim() === '' ? [] : { address: address.trim(), ...readMailServer(settings) })),
    fields: {
      to: kept('recipients', 'config.address, one target for each'),
      ...repeat(['host', 'port', 'username', 'password'], kept('mail server', 'config.smtp_url')),
      from: kept('sender', 'config.from'),
      client: part('TLS of the mail server', 'config.smtp_url', VERIFIED),
      'text-body': UNUSED_TEXT,
      'html-body': UNUSED_TEXT,
    },
    note: null,
    listNotes: listMailNotes,
  },
  custom: {
    channel: 'webhook',
    read: ({ url }) => [{ url: toText(url) ?? '' }],
    fields: {
      url: kept('address', 'config.url'),
      ...repeat(['method', 'headers', 'body', 'placeholders', 'client', 'insecure'], missing('request', OTHER_BODY)),
    },
    note: OTHER_BODY,
  },
  discord: toService('discord', { webhook_url: 'webhook-url' }),
  teams: toService('microsoft_teams', { webhook_url: 'webhook-url' }),
  'teams-workflows': toService('microsoft_teams', { webhook_url: 'webhook-url' }),
  telegram: toService('telegram', {
    bot_token: 'token',
    chat_id: 'id',
    message_thread_id: 'topic-id',
    server_url: 'api-url',
  }),
  googlechat: toService('google_chat', { webhook_url: 'webhook-url' }),
  mattermost: toService('mattermost', { webhook_url: 'webhook-url', channel: 'channel' }),
  rocketchat: toService('rocket_chat', { webhook_url: 'webhook-url', channel: 'channel' }),
  matrix: toService('matrix', { server_url: 'server-url', room_id: 'internal-room-id', access_token: 'access-token' }),
  ntfy: toService('ntfy', { topic: 'topic', server_url: 'url', access_token: 'token' }),
  gotify: toService('gotify', { server_url: 'server-url', app_token: 'token' }),
  pushover: toService('pushover', { app_token: 'application-token', user_key: 'user-key', device: 'device' }),
  pagerduty: toService('pagerduty', { routing_key: 'integration-key' }),
}

/** @param names names of the settings in Gatus, by our field */
function toService(service: string, names: Readonly<Record<string, string>>): Provider {
  const read = (settings: Fields): Fields[] => [
    toServiceConfig(service, Object.fromEntries(Object.entries(names).map(([field, name]) => [field, settings[name]]))),
  ]
  const own = Object.entries(names).map(([field, name]) => [name, kept(field.replaceAll('_', ' '), `config.${field}`)])
  return { channel: 'webhook', read, fields: { ...SERVICE_LOSSES, ...Object.fromEntries(own) }, note: null }
}

/** Gatus begins with TLS only on port 465, and signs in with the sender if there is no user name. */
function readMailServer(settings: Fields): Fields | null {
  const [from, password] = [toText(settings.from)?.trim() ?? null, toText(settings.password) ?? null]
  const port = toNumber(settings.port) ?? null
  return toOwnServer({
    host: toText(settings.host)?.trim() ?? null,
    port,
    isTls: port === 465,
    user: password ? (toText(settings.username) ?? from) : null,
    password,
    from,
  })
}

function listMailNotes({ client }: Fields, { smtp_url: url }: Fields): string[] {
  if (url === undefined) return [NO_OWN_SERVER]
  return [
    ...(hasReference(String(url)) ? [ENCODE_REFERENCE] : []),
    ...(toFields(client).insecure === true ? [VERIFIED] : []),
  ]
}

/** Keys of targets by provider, then by group; the empty group is for all others. */
export type Targets = Map<string, Map<string, string[]>>

export function addProviders(conversion: Conversion, alerting: Fields): Targets {
  return new Map(
    Object.entries(alerting)
      .filter(([, settings]) => isFields(settings))
      .map(([name, settings]) => [name, addProvider(conversion, name, settings as Fields)]),
  )
}

function addProvider(conversion: Conversion, name: string, settings: Fields): Map<string, string[]> {
  const provider = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined
  if (!provider) {
    conversion.report('notification target', name).drop(`Watchkeeper does not send to ${name}.`, SERVICE_ADVICE)
    return new Map()
  }
  const overrides = listFields(settings.overrides).map((override) => [toText(override.group) ?? '', override] as const)
  return new Map(
    [['', settings] as const, ...overrides].map(([group, own]) => {
      const title = group === '' ? name : `${name} ${group}`
      const merged = { ...settings, ...own }
      const configs = provider.read(merged)
      const add = (config: Fields) => addConfig(conversion, title, provider, merged, config, configs.length)
      return [group, configs.flatMap(add)]
    }),
  )
}

function addConfig(
  conversion: Conversion,
  title: string,
  { channel, fields, note, listNotes }: Provider,
  settings: Fields,
  config: Fields,
  count: number,
) {
  const item = conversion.report('notification target', count > 1 ? `${title} ${config.address}` : title)
  if (note !== null) item.note(note)
  for (const one of listNotes?.(settings, config) ?? []) item.note(one)
  item.noteFields(settings, { ...PROVIDER, ...fields })
  return addTarget(conversion, item, { channel, config }) ?? []
}

/** Tables of the providers. */
export const PROVIDER_FIELDS: FieldTables = Object.fromEntries(
  Object.entries(PROVIDERS).map(([name, { fields }]) => [`Provider ${name}`, fields]),
)

/** The targets and thresholds of an endpoint. The first enabled alert decides the thresholds. */
export function readAlerts(targets: Targets, alerting: Fields, endpoint: Fields, item: Item) {
  const alerts = listFields(endpoint.alerts)
    .map(
      (alert) => ({ ...toFields(toFields(alerting[toText(alert.type) ?? ''])['default-alert']), ...alert }) as Fields,
    )
    .filter(({ enabled }) => enabled !== false)
  const findKeys = ({ type }: Fields): string[] => {
    const byGroup = targets.get(toText(type) ?? '')
    return byGroup?.get(toText(endpoint.group) ?? '') ?? byGroup?.get('') ?? []
  }
  const keys = alerts.flatMap(findKeys)
  if (alerts.length > 0 && keys.length === 0)
    item.note('All of its alert providers are dropped: no recipient is notified.', 'Select notification targets.')
  const kept = alerts.filter((alert) => findKeys(alert).length > 0)
  const first = kept[0] ?? alerts[0]
  const readThreshold = (alert: Fields | undefined): number => toNumber(alert?.['failure-threshold']) ?? 3
  if (kept.some((alert) => readThreshold(alert) !== readThreshold(first)))
    item.note('All alerts use the failure threshold of the first one.')
  if (kept.some((alert) => !toFlag(alert['send-on-resolved']))) item.note('Recipients are notified of recoveries too.')
  for (const alert of kept) item.noteFields(alert, ALERT, { path: 'alerts.' })
  const descriptions = new Set(kept.flatMap(({ description }) => toText(description) ?? []))
  const reminderMs = parseDuration(toText(first?.['minimum-reminder-interval']))
  return {
    notificationTargets: keys,
    notes: [...descriptions].join('\n'),
    ...(first && {
      failureThreshold: readThreshold(first),
      recoveryThreshold: toNumber(first['success-threshold']) ?? 2,
      reminderIntervalMinutes: reminderMs ? Math.max(1, reminderMs / 60_000) : null,
    }),
  }
}
