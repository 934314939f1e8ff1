/**
 * The sentence that explains the last outage of an incident: its cause, the last good check, and the nearest incident
 * with something in common. Messages and the findings of the API contain it. The dashboard writes the same sentence in the
 * reader's language.
 */
import { hideKeys, toOneLine, truncateTo } from '../platform/text/plain-text.ts'
import { formatBetweenText, formatIsoTime, formatTimeText, type UnixMs } from '../platform/time/time.ts'
import type { CauseKind } from './cause.ts'
import { getOutageStart, type Incident } from './incident.ts'

interface ExplanationFacts {
  /** The last check before the outage that passed; null when there is none. */
  lastGood: { at: UnixMs; responseTimeMs: number | null } | null
  /** The incident that began nearest to it and shares a property; null when there is none. */
  nearest: { monitorName: string; startedAt: UnixMs; shared: readonly CauseKind[] } | null
}

const SHARED: Record<CauseKind, string> = {
  address: 'same address',
  host: 'same host',
  certificate: 'same certificate',
  parent: 'same dependency',
  network: 'same network',
  group: 'same group',
}

const ERROR_LIMIT = 300
const NAME_LIMIT = 80

/** `status 503 since 23:10:31 UTC (12 min). Last good check: 23:10:01 UTC in 36 ms. Payments failed 14 s later (same address).` */
export function formatExplanation(
  incident: Pick<Incident, 'errorMessage' | 'startedAt' | 'reopenedAt' | 'resolvedAt'>,
  { lastGood, nearest }: ExplanationFacts,
  now: UnixMs,
): string {
  const { errorMessage, resolvedAt } = incident
  const startedAt = getOutageStart(incident)
  const [start, end] = [formatIsoTime(startedAt), formatIsoTime(resolvedAt ?? now)]
  const format = (at: UnixMs) => formatMoment(formatIsoTime(at), end)
  const cause = truncateTo(ERROR_LIMIT, toOneLine(hideKeys(errorMessage)))
  const span = resolvedAt === null ? `since ${format(startedAt)}` : `from ${format(startedAt)} to ${format(resolvedAt)}`
  const measured = lastGood?.responseTimeMs == null ? '' : ` in ${Math.round(lastGood.responseTimeMs)} ms`
  return [
    `${cause} ${span} (${formatBetweenText(start, end)}).`,
    lastGood && `Last good check: ${format(lastGood.at)}${measured}.`,
    nearest &&
      `${truncateTo(NAME_LIMIT, toOneLine(nearest.monitorName))} failed ${formatOffset(nearest.startedAt - startedAt)} ` +
        `(${nearest.shared.map((kind) => SHARED[kind]).join(', ')}).`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The time with seconds, without the date of the last moment. */
const formatMoment = (iso: string, last: string): string =>
  iso.slice(0, 10) === last.slice(0, 10) ? `${iso.slice(11, 19)} UTC` : formatTimeText(iso)

function formatOffset(ms: number): string {
  if (Math.abs(ms) < 1_000) return 'at the same time'
  const length = formatBetweenText(formatIsoTime(0), formatIsoTime(Math.abs(ms)))
  return `${length} ${ms > 0 ? 'later' : 'earlier'}`
}
