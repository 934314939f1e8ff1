/** A request that the user describes by a template. */
import Type from 'typebox'
import { toTestEvent } from '../../core/incidents/event.ts'
import { hideKeys } from '../../core/platform/plain-text.ts'
import { HEADER_NAME, HEADER_VALUE } from '../../net/http/http-request.ts'
import { defineChannel } from '../channel.ts'
import { refuseUrl, sendRequest } from '../http-send.ts'
import { toNotice } from '../notice/notice.ts'
import { toService } from './setting.ts'
import { refuseTemplate, renderTemplate, toTemplateValues } from './template.ts'

const METHODS = ['POST', 'PUT', 'PATCH', 'GET'] as const
const MAX_HEADERS = 20
const MAX_TEMPLATE_LENGTH = 16_384
const JSON_TYPE = 'application/json'

export const custom = defineChannel({
  ...toService('custom', 'Custom request', 'Sends a request with headers and a body of your choice'),
  docsUrl: null,
  settings: Type.Object(
    {
      service: Type.Literal('custom'),
      url: Type.String({
        title: 'URL',
        minLength: 1,
        maxLength: 2048,
        description: 'An http or https URL without credentials',
        examples: ['https://example.com/alerts'],
      }),
      method: Type.Optional(
        Type.Enum(METHODS, { type: 'string', title: 'Method', description: 'Default: POST. GET sends no body' }),
      ),
      headers: Type.Optional(
        Type.Record(Type.String({ pattern: HEADER_NAME }), Type.String({ maxLength: 2000, pattern: HEADER_VALUE }), {
          title: 'Headers',
          maxProperties: MAX_HEADERS,
          description: 'Headers of the request. All values are stored encrypted and masked in responses',
          examples: [{ Authorization: 'Bearer XXXX' }],
        }),
      ),
      content_type: Type.Optional(
        Type.String({
          title: 'Content type',
          maxLength: 200,
          pattern: '^[\\w.+-]+/[\\w.+-]+(;[\\t\\x20-\\x7e]*)?$',
          description: 'Type of the body. Default: application/json. Values in the body are escaped for this type',
          examples: ['application/json', 'text/plain'],
        }),
      ),
      body: Type.String({
        title: 'Body',
        maxLength: MAX_TEMPLATE_LENGTH,
        description: 'A Mustache template with values such as {{title}}, {{text}} and {{monitor.name}}',
        examples: ['{"text": "{{title}}"}'],
      }),
    },
    { additionalProperties: false },
  ),
  secrets: ['headers'],
  describeRecipient: ({ url }) => hideKeys(url),
  refuse: ({ url, body, content_type = JSON_TYPE }, egress) =>
    refuseUrl('url', url, egress) ?? refuseBody(body, content_type),
  async send({ event }, { url, method = 'POST', headers, content_type = JSON_TYPE, body }, tools) {
    const values = toTemplateValues(event, toNotice(event, tools.baseUrl))
    const text = renderTemplate(body, values, content_type)
    await sendRequest({ url, method, headers: { 'content-type': content_type, ...headers }, body: text }, tools)
    return null
  },
})

/** Values with characters that must be escaped in most formats. */
const SAMPLE = toTestEvent({ organizationId: 'a', projectId: 'b' }, 'Line "1"\nLine <2> & \\3', 0)

function refuseBody(template: string, contentType: string) {
  const message = refuseTemplate(template)
  if (message !== null) return { field: 'body', message }
  if (!/[/+]json\b/.test(contentType)) return null
  const text = renderTemplate(template, toTemplateValues(SAMPLE, toNotice(SAMPLE, 'https://example.com')), contentType)
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return { field: 'body', message: `does not produce valid JSON: ${(error as Error).message}` }
  }
}
