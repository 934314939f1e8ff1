/** Notifications of Uptime Kuma. `SERVICES` lists the services that Watchkeeper can send to. */
import type { Conversion, Fields, Item } from '../conversion.ts'
import { NO_OWN_SERVER, toOwnServer, VERIFIED } from '../mail-server.ts'
import { addTarget, SERVICE_ADVICE, type TargetDraft, toServiceConfig } from '../resources.ts'
import { parseNested, toFields, toFlag, toNumber, toText } from '../values.ts'
import type { KumaSource } from './source.ts'

interface Service {
  channel: TargetDraft['channel']
  /** Returns one config per recipient. */
  read(config: Fields): Fields[]
  /** Settings that `read` uses. */
  uses: readonly string[]
  /** Notes about other settings; null for a setting whose loss has no effect. All others get a general note. */
  lost?: readonly (readonly [setting: RegExp, note: string | null])[]
  /** Returns a note about the configs; null for none. */
  findNote?: (configs: readonly Fields[]) => string | null
}

/** By the `type` of the notification. */
const SERVICES: Readonly<Record<string, Service>> = {
  slack: {
    channel: 'slack',
    read: ({ slackwebhookURL }) => [{ webhook_url: toText(slackwebhookURL) ?? '' }],
    uses: ['slackwebhookURL'],
    lost: [
      [/^slackchannelnotify$/, 'Messages do not mention @channel.'],
      [/^slackchannel$/, 'Messages go to the channel of the webhook, not to the configured channel.'],
    ],
  },
  smtp: {
    channel: 'email',
    read: (config) =>
      listAddresses(config.smtpTo, config.smtpCC, config.smtpBCC).map((address) => ({
        address,
        ...readMailServer(config),
      })),
    uses: [
      'smtpTo',
      'smtpCC',
      'smtpBCC',
      'smtpHost',
      'smtpPort',
      'smtpSecure',
      'smtpUsername',
      'smtpPassword',
      'smtpFrom',
    ],
    lost: [
      [/^smtpIgnoreTLSError$/, VERIFIED],
      [/^smtpIgnore/, null],
      [/^custom(Subject|Body)$/, 'The subject and the text of the emails are fixed.'],
    ],
    findNote: ([config]) => (config?.smtp_url === undefined ? NO_OWN_SERVER : null),
  },
  webhook: {
    channel: 'webhook',
    read: ({ webhookURL }) => [{ url: toText(webhookURL) ?? '' }],
    uses: [],
    lost: [
      [/^webhookAdditionalHeaders$/, 'Additional headers are not sent.'],
      [/^webhook/, 'The body has another form and is signed: adapt the receiver. The API reference describes it.'],
    ],
  },
  discord: toService('discord', { webhook_url: 'discordWebhookUrl', thread_id: 'threadId' }, [
    [/^discordUsername$/, 'The sender of the messages is Watchkeeper.'],
    [/^discordPrefixMessage$/, 'Messages have no prefix.'],
    [/^(discordChannelType|postName)$/, null],
  ]),
  teams: toService('microsoft_teams', { webhook_url: 'webhookUrl' }),
  telegram: toService(
    'telegram',
    {
      bot_token: 'telegramBotToken',
      chat_id: 'telegramChatID',
      message_thread_id: 'telegramMessageThreadID',
      server_url: 'telegramServerUrl',
    },
    [[/^telegram(Use)?Template/, 'The template is not used.']],
  ),
  ntfy: toService('ntfy', { topic: 'ntfytopic', server_url: 'ntfyserverurl', access_token: 'ntfyaccesstoken' }, [
    [/^ntfy(username|password)$/, 'A user name and password are not used: create an access token in ntfy.'],
    [/^ntfyAuthenticationMethod$/, null],
  ]),
  gotify: toService('gotify', { server_url: 'gotifyserverurl', app_token: 'gotifyapplicationToken' }),
  pushover: toService('pushover', {
    app_token: 'pushoverapptoken',
    user_key: 'pushoveruserkey',
    device: 'pushoverdevice',
  }),
  PagerDuty: toService('pagerduty', { routing_key: 'pagerdutyIntegrationKey', server_url: 'pagerdutyIntegrationUrl' }, [
    [/^pagerdutyAutoResolve$/, 'A recovery resolves the alert.'],
  ]),
  mattermost: toService('mattermost', { webhook_url: 'mattermostWebhookUrl', channel: 'mattermostchannel' }),
  'rocket.chat': toService('rocket_chat', { webhook_url: 'rocketwebhookURL', channel: 'rocketchannel' }),
  GoogleChat: toService('google_chat', { webhook_url: 'googleChatWebhookURL' }),
  matrix: toService('matrix', {
    server_url: 'homeserverUrl',
    room_id: 'internalRoomId',
    access_token: 'accessToken',
  }),
}

/**
 * A service of webhook targets.
 *
 * @param names names of the settings in Uptime Kuma, by our field
 */
function toService(service: string, names: Readonly<Record<string, string>>, lost: Service['lost'] = []): Service {
  const readSetting = (config: Fields, name: string): unknown =>
    // The URL of PagerDuty has the path of its API
    name === 'pagerdutyIntegrationUrl' ? toText(config[name])?.replace(/\/v2\/enqueue\/?$/, '') : config[name]
  const read = (config: Fields): Fields[] => [
    toServiceConfig(
      service,
      Object.fromEntries(Object.entries(names).map(([field, name]) => [field, readSetting(config, name)])),
    ),
  ]
  return { channel: 'webhook', read, uses: Object.values(names), lost }
}

/** Settings of every notification, which are read elsewhere or concern the form. */
const COMMON = new Set(['id', 'name', 'type', 'active', 'isDefault', 'userId', 'user_id', 'applyExisting'])

function noteLosses({ uses, lost = [] }: Service, config: Fields, item: Item): void {
  for (const [setting, value] of Object.entries(config)) {
    if (COMMON.has(setting) || uses.includes(setting) || !isSet(value)) continue
    const [, note] = lost.find(([pattern]) => pattern.test(setting)) ?? [null, `The setting ${setting} is not used.`]
    if (note !== null) item.note(note)
  }
}

const readMailServer = (config: Fields): Fields | null =>
  toOwnServer({
    host: toText(config.smtpHost)?.trim() ?? null,
    port: toNumber(config.smtpPort) ?? null,
    isTls: toFlag(config.smtpSecure),
    user: toText(config.smtpUsername) ?? null,
    password: toText(config.smtpPassword) ?? null,
    from: toText(config.smtpFrom)?.trim() ?? null,
  })

const listAddresses = (...fields: unknown[]): string[] => [
  ...new Set(
    fields.flatMap((field) => splitAddresses(toText(field) ?? '').map((text) => readAddress(text.trim()))),
  ).difference(new Set([''])),
]

/** The name of a recipient may contain a comma: `"Doe, John" <john@example.com>`. */
function splitAddresses(list: string): string[] {
  const texts = list.split('"')
  // Every second text is quoted
  const separated = texts.map((text, index) => (index % 2 === 0 ? text.replace(/[,;]/g, '\n') : text))
  return separated.join('"').split('\n')
}

/** `Ops <ops@example.com>` is also an address. */
const readAddress = (text: string): string => /<([^<>]+)>$/.exec(text)?.[1] ?? text

/**
 * Adds the notification targets.
 *
 * @returns keys by the id of the notification; no keys for a dropped notification
 */
export function addNotifications(conversion: Conversion, source: KumaSource): Map<unknown, string[]> {
  return new Map(source.notifications.map((row) => [row.id, addNotification(conversion, row)]))
}

function addNotification(conversion: Conversion, row: Fields): string[] {
  const config = toFields(parseNested(row.config))
  const type = toText(config.type) ?? 'unknown'
  const service = Object.hasOwn(SERVICES, type) ? SERVICES[type] : undefined
  const name = toText(row.name) ?? type
  if (!service) {
    conversion.report('notification target', name).drop(`Watchkeeper does not send to ${type}.`, SERVICE_ADVICE)
    return []
  }
  const configs = service.read(config)
  if (configs.length === 0)
    conversion.report('notification target', name).drop('It has no recipient.', 'Create the target in the dashboard.')
  return configs.flatMap((recipient) => {
    const title = configs.length > 1 ? `${name} (${recipient.address})` : name
    const item = conversion.report('notification target', title)
    noteLosses(service, config, item)
    const note = service.findNote?.(configs) ?? null
    if (note !== null) item.note(note)
    const isEnabled = row.active === undefined || toFlag(row.active)
    const draft = { channel: service.channel, config: recipient, isDefault: toFlag(row.is_default), isEnabled }
    return addTarget(conversion, item, draft) ?? []
  })
}

const isSet = (value: unknown): boolean => value === true || toText(value) !== null
