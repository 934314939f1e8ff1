/**
 * A workflow of Microsoft Teams that posts what its webhook receives:
 * https://support.microsoft.com/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498
 */
import Type from 'typebox'
import { defineChannel } from '../channel.ts'
import { postJson, type ResponseMeaning, refuseUrl } from '../http-send.ts'
import { toNotice } from '../notice/notice.ts'
import { toAdaptiveCard } from './adaptive-card.ts'
import { parseJson, SecretUrl, toService } from './setting.ts'

export const microsoftTeams = defineChannel({
  ...toService('microsoft_teams', 'Microsoft Teams', 'Posts to a channel or chat through a workflow'),
  docsUrl:
    'https://support.microsoft.com/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498',
  settings: Type.Object(
    {
      service: Type.Literal('microsoft_teams'),
      webhook_url: SecretUrl(
        'URL of the workflow "Send webhook alerts to a channel", copied from Teams',
        'https://prod-00.westeurope.logic.azure.com/workflows/XXXX/triggers/manual/paths/invoke?sig=XXXX',
      ),
    },
    { additionalProperties: false },
  ),
  secrets: ['webhook_url'],
  // A workflow with a response of its own answers 200, as its author chose. All answers of workflows name the run.
  // Source: https://learn.microsoft.com/azure/connectors/connectors-native-reqres
  proof: ({ status, headers }) => status === 202 || headers.get('x-ms-workflow-run-id') !== undefined,
  refuse: ({ webhook_url }, egress) =>
    refuseUrl('webhook_url', webhook_url, egress) ??
    (isConnector(new URL(webhook_url)) ? { field: 'webhook_url', message: CONNECTOR_REFUSAL } : null),
  async send({ event }, { webhook_url: url }, tools) {
    const content = toAdaptiveCard(toNotice(event, tools.baseUrl))
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }
    await postJson({ url, json: { type: 'message', attachments: [attachment] }, findMeaning }, tools)
  },
})

const CONNECTOR_REFUSAL =
  'is the address of an Office 365 connector, which Microsoft has retired; create a workflow in Teams and use its URL'

const isConnector = ({ hostname }: URL): boolean =>
  /(^|\.)webhook\.office\.com$/.test(hostname) || /^outlook\.office(365)?\.com$/.test(hostname)

interface Refused {
  error?: { code?: unknown; message?: unknown }
}

/** The workflow was deleted. A workflow that is only turned off can be turned on again. */
const DELETED = 'WorkflowNotFound'

function findMeaning(body: string): ResponseMeaning | null {
  const { code, message } = (parseJson(body) as Refused).error ?? {}
  if (typeof message !== 'string') return null
  return { message, ...(code === DELETED && { permanent: true, disableTarget: true }) }
}
