/** A status page as strangers see it. A bounded number of queries, however many components it has. */
import { setImmediate as turn } from 'node:timers/promises'
import { DAY_MS } from '../../core/platform/time/time.ts'
import { addUp, type Stretch, uptimePercentage } from '../../core/results/uptime.ts'
import { daysOf, firstDay } from '../../core/status-pages/public-days.ts'
import { componentStatus, overallStatus } from '../../core/status-pages/public-overall.ts'
import type {
  PublicComponent,
  PublicIncident,
  PublicMaintenance,
  PublicSection,
  PublicStatus,
} from '../../core/status-pages/public-status.ts'
import { type PublicWindow, worksOf } from '../../core/status-pages/public-work.ts'
import type { Component, StatusPage } from '../../core/status-pages/status-page.ts'
import type { Reader } from '../../store/platform/store.ts'
import { findListed, type ListedMonitor as Listed } from '../../store/status-pages/public-monitors.ts'
import { findPublishedPage } from '../../store/status-pages/status-pages.ts'
import type { Context } from '../platform/context.ts'
import { type Period, readStretchesOf } from '../results/uptime.ts'
import { type AboutMonitors, readPublicIncidents } from './public-incidents.ts'
import { publicKey } from './public-key.ts'
import { readPublicWindows } from './public-windows.ts'

/** The page as its owners know it. Whoever serves it needs this, and none of it leaves. */
export type PageFacts = Readonly<StatusPage>

/** A monitor behind a component, and the name that the page has for it; one may stand behind several. */
interface ListedMonitor extends Listed {
  componentId: string
  shownAs: string
}

/** A page at a moment. What is made of it may be kept as long as this object is. */
export interface ShownPage {
  readonly status: PublicStatus
  readonly facts: PageFacts
  /** The monitors behind its components, in the order of these. */
  readonly listed: readonly ListedMonitor[]
}

/** How long what is over stays on the page. */
const PAST_MS = 15 * DAY_MS

/** What is over beyond so many is found in the history alone. */
const MOST_PAST = 100

/** How far planned work is announced ahead, and how much of what repeats. */
const AHEAD_MS = 30 * DAY_MS
const MOST_AHEAD = 3
const MOST_MAINTENANCE = 20

/** Monitors whose history is read before other requests get their turn. */
const BATCH = 50

/** @returns null for a page that is not there, or not published: nobody is to tell them apart */
export async function readPublicStatus(
  { store: { db }, now }: Pick<Context, 'store' | 'now'>,
  slug: string,
): Promise<ShownPage | null> {
  const facts = await findPublishedPage(db, slug)
  return facts && showPage(db, facts, now())
}

/** A page as it is, was or would be, published or not. */
export async function showPage(db: Reader, facts: PageFacts, now: number): Promise<ShownPage> {
  const listed = await listedBy(db, facts)
  const period = { from: firstDay(facts.showUptimeDays, now), to: now }
  const pastSince = now - PAST_MS
  const span = { from: Math.min(period.from, pastSince), to: now + 1 }
  const stretches = await readHistory(db, listed, period)
  const incidents = await readPublicIncidents(db, facts.projectId, listed, span, pastSince)
  const windows = await readPublicWindows(db, listed, now)
  const sections = await sectionsOf(facts, listed, stretches, incidents, now)
  const shown = incidents.map(({ incident }) => incident)
  const status: PublicStatus = {
    page: publicFacts(facts),
    overall: overallStatus(sections.flatMap(({ components }) => components.map((component) => component.status))),
    sections,
    openIncidents: shown.filter(({ resolvedAt }) => resolvedAt === null),
    pastIncidents: shown.filter((incident) => isPast(incident, pastSince)).slice(0, MOST_PAST),
    maintenance: maintenanceOf(windows, now),
    readAt: now,
  }
  return { status, facts, listed }
}

const isPast = ({ resolvedAt }: PublicIncident, since: number): boolean => resolvedAt !== null && resolvedAt >= since

/** In the order of the page. One that was deleted this moment is left out. */
async function listedBy(db: Reader, { sections }: PageFacts): Promise<ListedMonitor[]> {
  const all = sections.flatMap(({ components }) => components)
  const found = await findListed(db, [...new Set(all.map(({ monitorId }) => monitorId))])
  return all.flatMap(({ id: componentId, monitorId, displayName }) => {
    const monitor = found.get(monitorId)
    return monitor ? [{ ...monitor, componentId, shownAs: displayName ?? monitor.name }] : []
  })
}

/** By monitor key. Some monitors at a time, and then others have their turn. */
async function readHistory(db: Reader, listed: readonly Listed[], period: Period): Promise<Map<number, Stretch[]>> {
  const monitors = [...new Map(listed.map((monitor) => [monitor.key, monitor])).values()]
  const history = new Map<number, Stretch[]>()
  for (let start = 0; start < monitors.length; start += BATCH) {
    const batch = monitors.slice(start, start + BATCH)
    const stretches = await readStretchesOf(db, batch, period)
    for (const [index, { key }] of batch.entries()) history.set(key, stretches[index]!)
    await turn()
  }
  return history
}

/** Some components at a time, as above. */
async function sectionsOf(
  { sections, showUptimeDays: days }: PageFacts,
  listed: readonly ListedMonitor[],
  history: ReadonlyMap<number, Stretch[]>,
  incidents: readonly AboutMonitors[],
  now: number,
): Promise<PublicSection[]> {
  const byComponent = new Map(listed.map((monitor) => [monitor.componentId, monitor]))
  const byMonitor = Map.groupBy(
    incidents.flatMap((about) => [...about.monitorKeys].map((key) => ({ key, about }))),
    ({ key }) => key,
  )
  const componentOf = ({ id, description }: Component): PublicComponent[] => {
    const monitor = byComponent.get(id)
    if (!monitor) return []
    const stretches = history.get(monitor.key)!
    const about = (byMonitor.get(monitor.key) ?? []).map((one) => one.about)
    const reported = about.filter(({ incident, isReported }) => isReported && incident.resolvedAt === null)
    return [
      {
        key: publicKey(id),
        name: monitor.shownAs,
        description,
        status: componentStatus(
          monitor.runtimeStatus,
          stretches.at(-1)?.inMaintenance ?? false,
          reported.map(({ incident }) => incident.impact),
        ),
        uptimePercentage: uptimePercentage(addUp(stretches)),
        days: daysOf(
          stretches,
          days,
          now,
          about.map(({ incident }) => incident),
        ),
      },
    ]
  }
  const shown: PublicSection[] = []
  for (const { name, components } of sections) {
    const section: PublicSection = { name, components: [] }
    for (let start = 0; start < components.length; start += BATCH) {
      section.components.push(...components.slice(start, start + BATCH).flatMap(componentOf))
      await turn()
    }
    shown.push(section)
  }
  return shown
}

const OUTLOOK = { mostPast: 0, mostFuture: MOST_AHEAD }

/** Soonest first. */
const maintenanceOf = (windows: readonly PublicWindow[], now: number): PublicMaintenance[] =>
  windows
    .flatMap((window) => worksOf(window, { ...OUTLOOK, since: now, now, until: now + AHEAD_MS }, workKey))
    .sort((a, b) => a.startsAt - b.startsAt || (a.key < b.key ? -1 : 1))
    .slice(0, MOST_MAINTENANCE)
    .flatMap(({ status, key, title, description, startsAt, endsAt, components }) =>
      status === 'completed' ? [] : [{ key, title, description, status, startsAt, endsAt, components }],
    )

/** What tells one time of one window from all the others. */
export const workKey = (windowId: string, startsAt: number): string => publicKey(`${windowId} ${startsAt}`)

const publicFacts = (facts: PageFacts): PublicStatus['page'] => ({
  slug: facts.slug,
  name: facts.name,
  description: facts.description,
  logoUrl: facts.logoUrl,
  accentColor: facts.accentColor,
  theme: facts.theme,
  showUptimeDays: facts.showUptimeDays,
  customDomain: facts.customDomain,
  isIndexed: facts.isIndexed,
  allowsSubscribers: facts.allowsSubscribers,
  contactUrl: facts.contactUrl,
})
