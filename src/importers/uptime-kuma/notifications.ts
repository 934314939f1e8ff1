/** Notifications of Uptime Kuma. `SERVICES` lists the services that Watchkeeper can send to. */
import type { Conversion, Fields } from '../conversion.ts'
import { type FieldTable, type FieldTables, kept, lost, missing, none, part, repeat } from '../fields.ts'
import { NO_OWN_SERVER, toOwnServer, VERIFIED } from '../mail-server.ts'
import { addTarget, SERVICE_ADVICE, type TargetDraft, toServiceConfig } from '../resources.ts'
import { parseNested, toFields, toFlag, toNumber, toText } from '../values.ts'
import type { KumaSource } from './source.ts'

interface Service {
  channel: TargetDraft['channel']
  /** Returns one config per recipient. */
  read(config: Fields): Fields[]
  /** Settings that not every notification has. */
  fields: FieldTable
  /** Returns a note about the configs; null for none. */
  findNote?: (configs: readonly Fields[]) => string | null
}

const SENDER = lost('name or picture of the sender', 'The sender of the messages is Watchkeeper.')
const PRIORITY = lost('priority', 'The priority is not used.')
const SOUND = lost('sound', 'The sound is not used.')
const TEMPLATE = lost('text of messages', 'The template is not used.')
const NO_EFFECT = none('look of the messages')
const OTHER_BODY = 'The body has another form and is signed: adapt the receiver. The API reference describes it.'
const FIXED_TEXT = lost('subject and text', 'The subject and the text of the emails are fixed.')
const NTFY_USER = lost('user and password', 'A user name and password are not used: create an access token in ntfy.')

/** By the `type` of the notification. */
const SERVICES: Readonly<Record<string, Service>> = {
  slack: {
    channel: 'slack',
    read: ({ slackwebhookURL }) => [{ webhook_url: toText(slackwebhookURL) ?? '' }],
    fields: {
      slackwebhookURL: kept('address', 'config.webhook_url'),
      slackchannelnotify: lost('mention of the channel', 'Messages do not mention @channel.'),
      slackchannel: lost('channel', 'Messages go to the channel of the webhook, not to the configured channel.'),
      ...repeat(['slackusername', 'slackiconemo'], SENDER),
      ...repeat(['slackTemplate', 'slackUseTemplate'], TEMPLATE),
      ...repeat(['slackrichmessage', 'slackbutton', 'slackIncludeGroupName'], NO_EFFECT),
    },
  },
  smtp: {
    channel: 'email',
    read: (config) =>
      listAddresses(config.smtpTo, config.smtpCC, config.smtpBCC).map((address) => ({
        address,
        ...readMailServer(config),
      })),
    fields: {
      ...repeat(['smtpTo', 'smtpCC', 'smtpBCC'], kept('recipients', 'config.address, one target for each')),
      ...repeat(
        ['smtpHost', 'smtpPort', 'smtpSecure', 'smtpUsername', 'smtpPassword'],
        kept('mail server', 'config.smtp_url'),
      ),
      smtpFrom: kept('sender', 'config.from'),
      smtpIgnoreTLSError: lost('whether any certificate is accepted', VERIFIED),
      smtpIgnoreSTARTTLS: lost('whether STARTTLS is left out', 'STARTTLS is used if the server offers it.'),
      ...repeat(['customSubject', 'customBody', 'htmlBody'], FIXED_TEXT),
      smtpAdditionalHeaders: lost('headers of emails', 'Additional headers are not sent.'),
      ...repeat(
        ['smtpDkimDomain', 'smtpDkimKeySelector', 'smtpDkimPrivateKey', 'smtpDkimHashAlgo'],
        lost('DKIM', 'Emails are not signed with DKIM.', 'Let the mail server sign them.'),
      ),
      ...repeat(['smtpDkimheaderFieldNames', 'smtpDkimskipFields'], none('detail of DKIM')),
    },
    findNote: ([config]) => (config?.smtp_url === undefined ? NO_OWN_SERVER : null),
  },
  webhook: {
    channel: 'webhook',
    read: ({ webhookURL }) => [{ url: toText(webhookURL) ?? '' }],
    fields: {
      webhookURL: part('address', 'config.url', OTHER_BODY),
      ...repeat(['webhookContentType', 'webhookCustomBody', 'httpMethod'], missing('request', OTHER_BODY)),
      webhookAdditionalHeaders: lost('headers', 'Additional headers are not sent.'),
    },
    findNote: () => OTHER_BODY,
  },
  discord: toService(
    'discord',
    { webhook_url: 'discordWebhookUrl', thread_id: 'threadId' },
    {
      discordUsername: SENDER,
      discordPrefixMessage: lost('prefix', 'Messages have no prefix.'),
      ...repeat(['discordMessageTemplate', 'discordUseMessageTemplate'], TEMPLATE),
      ...repeat(['discordChannelType', 'postName', 'discordMessageFormat', 'disableUrl'], NO_EFFECT),
      discordSuppressNotifications: lost('silent messages', 'Messages are not silent.'),
    },
  ),
  teams: toService('microsoft_teams', { webhook_url: 'webhookUrl' }, { teamsEnableTags: NO_EFFECT }),
  telegram: toService(
    'telegram',
    {
      bot_token: 'telegramBotToken',
      chat_id: 'telegramChatID',
      message_thread_id: 'telegramMessageThreadID',
      server_url: 'telegramServerUrl',
    },
    {
      ...repeat(['telegramTemplate', 'telegramUseTemplate', 'telegramTemplateParseMode'], TEMPLATE),
      telegramSendSilently: lost('silent messages', 'Messages are not silent.'),
      telegramProtectContent: lost('protection against forwarding', 'Messages can be forwarded.'),
    },
  ),
  ntfy: toService(
    'ntfy',
    { topic: 'ntfytopic', server_url: 'ntfyserverurl', access_token: 'ntfyaccesstoken' },
    {
      ...repeat(['ntfyusername', 'ntfypassword'], NTFY_USER),
      ntfyAuthenticationMethod: none('kind of credentials'),
      ...repeat(['ntfyPriority', 'ntfyPriorityDown'], PRIORITY),
      ...repeat(['ntfyCustomTitle', 'ntfyCustomMessage', 'ntfyUseTemplate'], TEMPLATE),
      ntfyIcon: NO_EFFECT,
      ntfyCall: lost('phone call', 'No phone is called.'),
    },
  ),
  gotify: toService(
    'gotify',
    { server_url: 'gotifyserverurl', app_token: 'gotifyapplicationToken' },
    { gotifyPriority: PRIORITY },
  ),
  pushover: toService(
    'pushover',
    { app_token: 'pushoverapptoken', user_key: 'pushoveruserkey', device: 'pushoverdevice' },
    {
      pushoverpriority: PRIORITY,
      ...repeat(['pushoversounds', 'pushoversounds_up'], SOUND),
      pushovertitle: TEMPLATE,
      pushoverttl: lost('lifetime of messages', 'The lifetime of messages is not used.'),
    },
  ),
  PagerDuty: toService(
    'pagerduty',
    { routing_key: 'pagerdutyIntegrationKey', server_url: 'pagerdutyIntegrationUrl' },
    {
      pagerdutyAutoResolve: lost('effect of a recovery', 'A recovery resolves the alert.'),
      pagerdutyPriority: PRIORITY,
    },
  ),
  mattermost: toService(
    'mattermost',
    { webhook_url: 'mattermostWebhookUrl', channel: 'mattermostchannel' },
    repeat(['mattermostusername', 'mattermosticonurl', 'mattermosticonemo'], SENDER),
  ),
  'rocket.chat': toService(
    'rocket_chat',
    { webhook_url: 'rocketwebhookURL', channel: 'rocketchannel' },
    { ...repeat(['rocketusername', 'rocketiconemo'], SENDER), rocketbutton: NO_EFFECT },
  ),
  GoogleChat: toService(
    'google_chat',
    { webhook_url: 'googleChatWebhookURL' },
    { ...repeat(['googleChatTemplate', 'googleChatUseTemplate'], TEMPLATE), googleChatMaxRetries: none('retries') },
  ),
  matrix: toService(
    'matrix',
    { server_url: 'homeserverUrl', room_id: 'internalRoomId', access_token: 'accessToken' },
    repeat(['matrixTemplate', 'matrixUseTemplate'], TEMPLATE),
  ),
}

/**
 * A service of webhook targets.
 *
 * @param names names of the settings in Uptime Kuma, by our field
 * @param others settings without a counterpart
 */
function toService(service: string, names: Readonly<Record<string, string>>, others: FieldTable = {}): Service {
  const readSetting = (config: Fields, name: string): unknown =>
    // The URL of PagerDuty has the path of its API
    name === 'pagerdutyIntegrationUrl' ? toText(config[name])?.replace(/\/v2\/enqueue\/?$/, '') : config[name]
  const read = (config: Fields): Fields[] => [
    toServiceConfig(
      service,
      Object.fromEntries(Object.entries(names).map(([field, name]) => [field, readSetting(config, name)])),
    ),
  ]
  const own = Object.entries(names).map(([field, name]) => [name, kept(field.replaceAll('_', ' '), `config.${field}`)])
  return { channel: 'webhook', read, fields: { ...Object.fromEntries(own), ...others } }
}

/** Settings of every notification. */
const COMMON: FieldTable = {
  name: kept('name', 'name'),
  type: kept('service', 'channel, config.service'),
  config: kept('settings of the service', 'config'),
  active: kept('whether it is used', 'is_enabled'),
  ...repeat(['isDefault', 'is_default'], kept('whether new monitors get it', 'is_default')),
  ...repeat(['id', 'userId', 'user_id', 'applyExisting'], none('id, or setting of the form')),
}

/** Tables of the services. */
export const NOTIFICATION_FIELDS: FieldTables = {
  Notification: COMMON,
  ...Object.fromEntries(Object.entries(SERVICES).map(([name, { fields }]) => [`Notification ${name}`, fields])),
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
    item.noteFields(row, COMMON)
    item.noteFields(config, { ...COMMON, ...service.fields })
    const note = service.findNote?.(configs) ?? null
    if (note !== null) item.note(note)
    const isEnabled = row.active === undefined || toFlag(row.active)
    const draft = { channel: service.channel, config: recipient, isDefault: toFlag(row.is_default), isEnabled }
    return addTarget(conversion, item, draft) ?? []
  })
}
