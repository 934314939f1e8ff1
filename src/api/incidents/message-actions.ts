/** Actions of recipients on their messages: the page behind the acknowledge link, and the buttons in Slack. */
import type { FastifyRequest } from 'fastify'
import { createAcknowledgeLinks } from '../../channels/signed-links.ts'
import { isRecent, parseSlackAction, type SlackRequest } from '../../channels/slack-message.ts'
import { getOutageStart, type Incident } from '../../core/incidents/incident.ts'
import { isSnoozed, OFFERED_MINUTES } from '../../core/incidents/snooze.ts'
import { describeAcknowledgement, type OutageState } from '../../core/notifications/acknowledge-link.ts'
import { escapeHtml } from '../../core/platform/text/plain-text.ts'
import { formatDurationText, formatIsoTime, formatTimeText, MINUTE_MS } from '../../core/platform/time/time.ts'
import {
  type AlertLink,
  acknowledgeByLink,
  findAlertLink,
  type LinkedIncident,
  snoozeByLink,
} from '../../services/incidents/acknowledge-link.ts'
import { applySlackAction } from '../../services/incidents/slack-actions.ts'
import type { Api } from '../platform/api.ts'
import {
  acceptForms,
  LINK_PAGE_ROUTE,
  type LinkPage,
  renderButtonForm,
  renderParagraph,
  sendLinkPage,
} from '../platform/link-page.ts'
import type { Resource } from '../platform/resource.ts'

const PATH = '/acknowledge/:token'

const getToken = ({ params }: FastifyRequest): string => (params as { token: string }).token

/**
 * The acknowledge link in alerts of open incidents: a page with a button that acknowledges, and buttons that snooze.
 */
export const registerAcknowledgeLinkRoutes: Resource = (api, { context, config }) => {
  const { baseUrl, secret, acknowledgeLinks = true } = config
  const links = createAcknowledgeLinks(secret)

  /** Acknowledges or snoozes. A length that the page does not offer changes nothing. */
  const changeByLink = (request: FastifyRequest) => {
    const { snooze } = request.query as { snooze?: string }
    if (snooze === undefined) return acknowledgeByLink(context, links, getToken(request))
    const minutes = OFFERED_MINUTES.find((offered) => String(offered) === snooze)
    if (minutes === undefined) return findAlertLink(context, links, getToken(request))
    return snoozeByLink(context, links, getToken(request), minutes)
  }

  api.register(async (scope) => {
    acceptForms(scope as Api)
    scope.get(PATH, LINK_PAGE_ROUTE, async (request, reply) => {
      const link = acknowledgeLinks ? await findAlertLink(context, links, getToken(request)) : null
      return sendLinkPage(reply, createAcknowledgePage(link, baseUrl))
    })
    scope.post(PATH, LINK_PAGE_ROUTE, async (request, reply) => {
      const link = acknowledgeLinks ? await changeByLink(request) : null
      return sendLinkPage(reply, createAcknowledgePage(link, baseUrl))
    })
  })
}

/**
 * The page behind the acknowledge link of an alert. It also offers to snooze.
 *
 * @param link null if the link is invalid
 */
function createAcknowledgePage(link: AlertLink | null, baseUrl: string): LinkPage {
  if (!link) return INVALID
  if (link.isExpired) return EXPIRED
  const page = link.changed.length > 0 ? createDonePage(link) : (createFormPage(link) ?? createOverPage(link))
  const status = link.isReadOnly && hasOpen(link) ? 403 : 200
  return { status, ...page, content: page.content + renderDashboardLink(link.incidents, baseUrl) }
}

const INVALID: LinkPage = {
  status: 404,
  title: 'This link is not valid',
  content: renderParagraph(
    'The link is incomplete, its incident was deleted, the notification target that received it is deleted or disabled, or its recipient has left the organization.',
  ),
}

const EXPIRED: LinkPage = {
  status: 410,
  title: 'This link has expired',
  content: renderParagraph('A link in an alert is valid for seven days. Use a newer alert, or the dashboard.'),
}

type Content = Pick<LinkPage, 'title' | 'content'>

function createDonePage({ targetName, changed, now }: AlertLink): Content {
  const until = changed[0]!.incident.snoozedUntil
  const done = until === null ? 'acknowledged' : `snoozed for ${formatMinutes((until - now) / MINUTE_MS)}`
  return {
    title: changed.length === 1 ? `${done[0]!.toUpperCase()}${done.slice(1)}` : `${changed.length} incidents ${done}`,
    content:
      renderTitles(changed) +
      (until === null ? '' : renderParagraph(`Until ${formatTime(until)}. ${SNOOZE_EFFECT}`)) +
      renderParagraph(`The timeline names the notification target ${renderStrong(targetName)}.`),
  }
}

const SNOOZE_EFFECT = 'A snooze sends no reminders and no escalations. You are notified again at its end.'

const formatMinutes = (minutes: number): string => formatDurationText(minutes * 60)

const hasOpen = ({ incidents }: AlertLink): boolean => incidents.some(({ state }) => state === 'open')

/** @returns null if no incident is open */
function createFormPage({ targetName, isReadOnly, incidents, now }: AlertLink): Content | null {
  const open = incidents.filter(({ state }) => state === 'open')
  if (open.length === 0) return null
  if (isReadOnly)
    return {
      title: 'Your role cannot acknowledge incidents',
      content:
        renderTitles(open) + renderParagraph('Acknowledging and snoozing need the role responder or a higher role.'),
    }
  const rest = incidents.length - open.length
  const snoozed = open.filter(({ incident }) => isSnoozed(incident, now))
  return {
    title: open.length === 1 ? 'Acknowledge this incident?' : `Acknowledge ${open.length} incidents?`,
    content:
      renderTitles(open) +
      (rest > 0
        ? renderParagraph(`${rest} of ${incidents.length} incidents of this alert need no acknowledgement.`)
        : '') +
      snoozed
        .map(({ incident }) => renderParagraph(escapeHtml(describeSnooze(incident))))
        .slice(0, MAX_LISTED)
        .join('') +
      renderParagraph(`The timeline will name the notification target ${renderStrong(targetName)}.`) +
      renderButtonForm('Acknowledge') +
      renderParagraph(SNOOZE_EFFECT) +
      OFFERED_MINUTES.map((minutes) =>
        renderButtonForm(`Snooze for ${formatMinutes(minutes)}`, `?snooze=${minutes}`),
      ).join(''),
  }
}

const OVER: Record<Exclude<OutageState, 'open'>, { title: string; describe: (incident: Incident) => string }> = {
  acknowledged: { title: 'Already acknowledged', describe: describeAcknowledgement },
  resolved: {
    title: 'Already resolved',
    describe: ({ resolvedAt }) => `Resolved at ${formatTime(resolvedAt)}. No acknowledgement is needed.`,
  },
  reopened: {
    title: 'This link is for an earlier outage',
    describe: ({ reopenedAt }) =>
      `The incident was reopened at ${formatTime(reopenedAt)}. Use the link in the alert about that outage.`,
  },
}

function createOverPage({ incidents }: AlertLink): Content {
  const states = new Set(incidents.map(({ state }) => state))
  const [state] = states
  return {
    title: states.size === 1 ? OVER[state as keyof typeof OVER].title : 'No incident is left to acknowledge',
    content: incidents
      .slice(0, MAX_LISTED)
      .map(({ incident, state }) =>
        renderParagraph(
          `${renderStrong(incident.title)}<br>${escapeHtml(OVER[state as keyof typeof OVER].describe(incident))}`,
        ),
      )
      .join(''),
  }
}

function describeSnooze({ title, snoozedUntil, snoozedBy, snoozedVia }: Incident): string {
  const who =
    snoozedVia === null ? `by ${snoozedBy?.name ?? 'a former user'}` : `via the notification target "${snoozedVia}"`
  return `${title}: snoozed ${who} until ${formatTime(snoozedUntil)}.`
}

const formatTime = (at: number | null): string => formatTimeText(formatIsoTime(at!))

const renderStrong = (text: string): string => `<strong>${escapeHtml(text)}</strong>`

/** Maximum number of listed incidents. */
const MAX_LISTED = 20

function renderTitles(incidents: readonly LinkedIncident[]): string {
  const items = incidents.slice(0, MAX_LISTED).map(({ incident }) => renderIncident(incident))
  if (items.length === 1) return renderParagraph(items[0]!)
  const rest = incidents.length - items.length
  return `<ul>${[...items, ...(rest > 0 ? [`and ${rest} more`] : [])].map((item) => `<li>${item}</li>`).join('')}</ul>\n`
}

const renderIncident = (incident: Incident): string =>
  `${renderStrong(incident.title)}<br>since ${formatTime(getOutageStart(incident))}`

function renderDashboardLink(incidents: readonly LinkedIncident[], baseUrl: string): string {
  const [path, label] =
    incidents.length === 1
      ? [`/incidents/${incidents[0]!.incident.id}`, 'View incident']
      : ['/incidents', 'View incidents']
  return renderParagraph(`<a href="${escapeHtml(baseUrl + path)}">${label}</a>`)
}

const SLACK_PATH = '/slack/actions'

/** Slack sends the whole message with the button. */
const BODY_LIMIT = 262_144

const STATUSES = { done: 200, unknown: 404, forged: 401 } as const

/** The request URL of Slack apps, which receives the presses of buttons in alerts. */
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
    scope.post(SLACK_PATH, LINK_PAGE_ROUTE, async ({ headers, body }, reply) => {
      const read = (name: string) => String(headers[`x-slack-${name}`] ?? '')
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const request = { timestamp: read('request-timestamp'), signature: read('signature'), body: bytes }
      return reply.code(await receive(request)).send()
    })
  })
}
