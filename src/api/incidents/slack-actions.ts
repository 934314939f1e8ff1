/** The request URL of Slack apps, which receives the presses of buttons in alerts. */
import { createAcknowledgeLinks } from '../../channels/acknowledge-link.ts'
import { isRecent, parseSlackAction, type SlackRequest } from '../../channels/slack-actions.ts'
import { applySlackAction } from '../../services/incidents/slack-actions.ts'
import { LINK_PAGE_ROUTE } from '../platform/link-page.ts'
import type { Resource } from '../platform/resource.ts'

const PATH = '/slack/actions'

/** Slack sends the whole message with the button. */
const BODY_LIMIT = 262_144

const STATUSES = { done: 200, unknown: 404, forged: 401 } as const

export const registerSlackActionRoutes: Resource = (api, { context, config }) => {
  const { secret, acknowledgeLinks = true } = config
  const links = createAcknowledgeLinks(secret)

  /** @returns the HTTP status; Slack shows a warning beside the button unless it is 200 */
  const receive = async (request: SlackRequest): Promise<number> => {
    if (!acknowledgeLinks) return 404
    if (!isRecent(request, context.now())) return 401
    const action = parseSlackAction(request.body)
    return action ? STATUSES[await applySlackAction(context, links, action, request)] : 400
  }

  api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The signature covers the bytes, so the body is parsed after it was read unchanged
    const asBytes = { parseAs: 'buffer', bodyLimit: BODY_LIMIT } as const
    scope.addContentTypeParser('application/x-www-form-urlencoded', asBytes, (_request, body, done) => done(null, body))
    scope.post(PATH, LINK_PAGE_ROUTE, async ({ headers, body }, reply) => {
      const read = (name: string) => String(headers[`x-slack-${name}`] ?? '')
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const request = { timestamp: read('request-timestamp'), signature: read('signature'), body: bytes }
      return reply.code(await receive(request)).send()
    })
  })
}
