/** The page behind the acknowledge link of an alert. It also offers to snooze. */
import type { Incident } from '../../core/incidents/incident.ts'
import { isSnoozed, OFFERED_MINUTES } from '../../core/incidents/snooze.ts'
import { describeAcknowledgement, type OutageState } from '../../core/notifications/acknowledge-link.ts'
import { escapeHtml } from '../../core/platform/html.ts'
import { formatIsoTime, MINUTE_MS } from '../../core/platform/time/time.ts'
import { formatDurationText, formatTimeText } from '../../core/platform/time/time-text.ts'
import type { AlertLink, LinkedIncident } from '../../services/incidents/acknowledge-link.ts'
import { type LinkPage, renderButtonForm, renderParagraph } from '../platform/link-page.ts'

/** @param link null if the link is invalid */
export function createAcknowledgePage(link: AlertLink | null, baseUrl: string): LinkPage {
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

const renderIncident = ({ title, startedAt, reopenedAt }: Incident): string =>
  `${renderStrong(title)}<br>since ${formatTime(reopenedAt ?? startedAt)}`

function renderDashboardLink(incidents: readonly LinkedIncident[], baseUrl: string): string {
  const [path, label] =
    incidents.length === 1
      ? [`/incidents/${incidents[0]!.incident.id}`, 'View incident']
      : ['/incidents', 'View incidents']
  return renderParagraph(`<a href="${escapeHtml(baseUrl + path)}">${label}</a>`)
}
