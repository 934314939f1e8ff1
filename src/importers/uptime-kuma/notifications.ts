/** Notifications of Uptime Kuma. `SERVICES` lists the services that Watchkeeper can send to. */
import type { Conversion, Fields } from '../conversion.ts'
import { addTarget, SERVICE_ADVICE, type TargetDraft, toServiceConfig } from '../resources.ts'
import { parseNested, toFields, toFlag, toText } from '../values.ts'
import type { KumaSource } from './source.ts'

interface Service {
  channel: TargetDraft['channel']
  /** Returns one config per recipient. */
  read(config: Fields): Fields[]
  /** Settings without a counterpart, and the note about them. */
  lost?: readonly (readonly [setting: string, note: string])[]
}

/** By the `type` of the notification. */
const SERVICES: Readonly<Record<string, Service>> = {
  slack: {
    channel: 'slack',
    read: ({ slackwebhookURL }) => [{ webhook_url: toText(slackwebhookURL) ?? '' }],
    lost: [
      ['slackchannel', 'Messages go to the channel of the webhook, not to the configured channel.'],
      ['slackchannelnotify', 'Messages do not mention @channel.'],
    ],
  },
  smtp: {
    channel: 'email',
    read: ({ smtpTo, smtpCC, smtpBCC }) => listAddresses(smtpTo, smtpCC, smtpBCC).map((address) => ({ address })),
    lost: [
      ['smtpHost', 'The mail server of the installation sends the emails (WK_SMTP_URL).'],
      ['customSubject', 'The subject of the emails is fixed.'],
    ],
  },
  webhook: {
    channel: 'webhook',
    read: ({ webhookURL }) => [{ url: toText(webhookURL) ?? '' }],
    lost: [
      ['webhookURL', 'The body has another form and is signed: adapt the receiver (docs/webhooks.md).'],
      ['webhookAdditionalHeaders', 'Additional headers are not sent.'],
    ],
  },
  discord: toService(
    'discord',
    ({ discordWebhookUrl, threadId }) => ({ webhook_url: discordWebhookUrl, thread_id: threadId }),
    [
      ['discordUsername', 'The sender of the messages is Watchkeeper.'],
      ['discordPrefixMessage', 'Messages have no prefix.'],
    ],
  ),
  teams: toService('microsoft_teams', ({ webhookUrl }) => ({ webhook_url: webhookUrl })),
  telegram: toService(
    'telegram',
    ({ telegramBotToken, telegramChatID, telegramMessageThreadID, telegramServerUrl }) => ({
      bot_token: telegramBotToken,
      chat_id: telegramChatID,
      message_thread_id: telegramMessageThreadID,
      server_url: telegramServerUrl,
    }),
    [['telegramTemplate', 'The template is not used.']],
  ),
  ntfy: toService(
    'ntfy',
    ({ ntfytopic, ntfyserverurl, ntfyaccesstoken }) => ({
      topic: ntfytopic,
      server_url: ntfyserverurl,
      access_token: ntfyaccesstoken,
    }),
    [['ntfyusername', 'A user name and password are not used: create an access token in ntfy.']],
  ),
  gotify: toService('gotify', ({ gotifyserverurl, gotifyapplicationToken }) => ({
    server_url: gotifyserverurl,
    app_token: gotifyapplicationToken,
  })),
  pushover: toService('pushover', ({ pushoverapptoken, pushoveruserkey, pushoverdevice }) => ({
    app_token: pushoverapptoken,
    user_key: pushoveruserkey,
    device: pushoverdevice,
  })),
  PagerDuty: toService('pagerduty', ({ pagerdutyIntegrationKey, pagerdutyIntegrationUrl }) => ({
    routing_key: pagerdutyIntegrationKey,
    server_url: toText(pagerdutyIntegrationUrl)?.replace(/\/v2\/enqueue\/?$/, ''),
  })),
  mattermost: toService('mattermost', ({ mattermostWebhookUrl, mattermostchannel }) => ({
    webhook_url: mattermostWebhookUrl,
    channel: mattermostchannel,
  })),
  'rocket.chat': toService('rocket_chat', ({ rocketwebhookURL, rocketchannel }) => ({
    webhook_url: rocketwebhookURL,
    channel: rocketchannel,
  })),
  GoogleChat: toService('google_chat', ({ googleChatWebhookURL }) => ({ webhook_url: googleChatWebhookURL })),
  matrix: toService('matrix', ({ homeserverUrl, internalRoomId, accessToken }) => ({
    server_url: homeserverUrl,
    room_id: internalRoomId,
    access_token: accessToken,
  })),
}

/** A service of webhook targets. */
function toService(service: string, read: (config: Fields) => Fields, lost: Service['lost'] = []): Service {
  return { channel: 'webhook', read: (config) => [toServiceConfig(service, read(config))], lost }
}

const listAddresses = (...fields: unknown[]): string[] => [
  ...new Set(
    fields.flatMap((field) => (toText(field) ?? '').split(/[,;]/).map((text) => readAddress(text.trim()))),
  ).difference(new Set([''])),
]

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
    for (const [setting, note] of service.lost ?? []) if (isSet(config[setting])) item.note(note)
    const isEnabled = row.active === undefined || toFlag(row.active)
    const draft = { channel: service.channel, config: recipient, isDefault: toFlag(row.is_default), isEnabled }
    return addTarget(conversion, item, draft) ?? []
  })
}

const isSet = (value: unknown): boolean => value === true || (typeof value === 'string' && value.trim() !== '')
