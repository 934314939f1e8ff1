/**
 * Compares the service's reports in a scenario with the script. Pure: a driver passes a report and receives the
 * findings of each rule. `acceptance.ts` defines which findings must be empty.
 */
import { isWithin, type Outage, type Scenario, type Span, type Trouble } from './script.ts'
import {
  ALLOWED_MS,
  computeSilenceMs,
  computeStretchedMs,
  type ExpectedDowntime,
  excludeSpans,
  findFirstVisibleUp,
  GROUPING_MS,
  getMonitor,
  isReportedAfterwards,
  listBlindSpans,
  listExpectedDowntimes,
  listUnmeasuredSpans,
  listVisibleParts,
  sumLengthMs,
  WRITE_MS,
} from './truth.ts'

/** `other` is a message about an incident that neither opens nor resolves it. */
export type IncidentEventKind = 'opened' | 'reopened' | 'resolved' | 'other'

/** An incident was opened, reopened or resolved. */
export interface IncidentEvent {
  incident: string
  monitor: string
  kind: IncidentEventKind
  /** When the service wrote the event, not the earlier moment it is dated to. */
  atMs: number
}

/** A message that a receiver accepted. */
export interface Message {
  id: string
  receiver: string
  atMs: number
  /** Incidents in the message; several if they were grouped. */
  entries: { incident: string; monitor: string; kind: IncidentEventKind }[]
}

/** All reports of the service in a scenario. Times are ms since the scenario began. */
export interface Report {
  events: IncidentEvent[]
  /** Spans of the status `down` in the status history. `toMs` is the end of the scenario for an open span. */
  downs: (Span & { monitor: string })[]
  /** Downtime from other sources of the same service. Sources that the driver does not read are left out. */
  downtimes: { name: string; monitor: string; downMs: number }[]
  /** Spans of the status `unknown` after the first other status; absent if the driver does not read them. */
  unknowns?: (Span & { monitor: string })[]
  /** Starts of the checks of each monitor; absent if the driver does not read them. */
  checks?: ReadonlyMap<string, readonly number[]>
  /** Status entries that end when they begin; absent if the driver does not read them. */
  empty?: { monitor: string; atMs: number }[]
  messages: Message[]
}

export interface DowntimeError {
  monitor: string
  /** Reported minus true downtime. */
  errorMs: number
  intervalMs: number
  /**
   * Whether a region was in trouble meanwhile. Both other regions must then fail, and the first that passes ends the outage,
   * so the reported downtime is shorter on average.
   */
  isShortened: boolean
}

export interface Judgement {
  scenario: string
  falseAlarms: string[]
  missed: string[]
  /** Reported or resolved later than allowed. */
  late: string[]
  /** Events whose message no receiver got. `repeated` are events that a receiver got twice. */
  lost: string[]
  repeated: string[]
  /** Accepted later than 15 s after the receiver's return. */
  lateAfterReturn: string[]
  /** Differing figures for the same downtime. */
  inconsistent: string[]
  /** Messages that mix several causes. */
  mixed: string[]
  /** Monitors of an overloaded machine that are unknown, or that are checked more rarely than its speed allows. */
  neglected: string[]
  detectionMs: number[]
  recoveryMs: number[]
  afterReturnMs: number[]
  downtimeErrors: DowntimeError[]
  /** Number of messages for the start and for the end of each reported cause. */
  messagesPerCause: number[]
}

/** Maximum duration of a check whose target answers, and of its start. */
const CHECK_MS = 5_000

/** Tolerance between figures of the same downtime, which are rounded to whole seconds. */
const EQUAL_MS = 1_500

export function judge(scenario: Scenario, report: Report): Judgement {
  const downs = listExpectedDowntimes(scenario)
  const found = new Findings(scenario, report, downs)
  const sustainedDowns = downs.filter(({ outage }) => !outage.isFlap)
  for (const down of sustainedDowns) found.judgeDown(down)
  for (const trouble of scenario.troubles) if (trouble.kind === 'receiver') found.judgeReturn(trouble)
  found.judgeAlarms()
  found.judgeMessages()
  found.judgeDowntimes()
  found.judgeOverload()
  return found.judgement
}

const isBeginning = ({ kind }: { kind: IncidentEventKind }): boolean => kind === 'opened' || kind === 'reopened'

class Findings {
  readonly judgement: Judgement
  readonly #scenario: Scenario
  readonly #report: Report
  readonly #downs: readonly ExpectedDowntime[]

  constructor(scenario: Scenario, report: Report, downs: readonly ExpectedDowntime[]) {
    this.#scenario = scenario
    this.#report = report
    this.#downs = downs
    this.judgement = {
      scenario: scenario.name,
      ...{
        falseAlarms: [],
        missed: [],
        late: [],
        lost: [],
        repeated: [],
        lateAfterReturn: [],
        inconsistent: [],
        mixed: [],
        neglected: [],
      },
      ...{ detectionMs: [], recoveryMs: [], afterReturnMs: [], downtimeErrors: [], messagesPerCause: [] },
    }
  }

  judgeDown(down: ExpectedDowntime): void {
    const begins = this.#report.events.find((event) => isBeginning(event) && this.#isAbout(event, down))
    if (begins === undefined) {
      const isVisible = listVisibleParts(this.#scenario, down).some((part) => sumLengthMs([part]) >= down.allowedMs)
      if (isVisible) this.judgement.missed.push(describe(down))
      // Probes that could not reach the server have measured it
      if (this.#scenario.regions !== undefined && sumLengthMs([down]) >= down.allowedMs) this.#judgeDowntime(down)
      return
    }
    this.#judgeDetection(down, begins)
    this.#judgeRecovery(down, begins)
    this.#judgeDowntime(down)
  }

  #judgeDetection(down: ExpectedDowntime, event: IncidentEvent): void {
    const detectedMs = this.#getReportedAt(event)
    const extraMs = down.outage.monitors.length > 1 ? GROUPING_MS : 0
    const parts = listVisibleParts(this.#scenario, down)
    for (const part of parts) {
      const delayMs = Math.max(0, detectedMs - part.fromMs)
      const limitMs = part.fromMs + down.allowedMs + extraMs
      if (detectedMs <= limitMs) return void this.judgement.detectionMs.push(delayMs)
      if (sumLengthMs([part]) < down.allowedMs) continue
      this.judgement.detectionMs.push(delayMs)
      this.judgement.late.push(
        `${describe(down)}: reported after ${formatSeconds(delayMs)}, allowed ${formatSeconds(down.allowedMs)}`,
      )
      return
    }
  }

  /** The end has the same limit as the start, counted from the first moment in which the service can see it. */
  #judgeRecovery(down: ExpectedDowntime, begins: IncidentEvent): void {
    const { events } = this.#report
    const end = events.findLast((event) => event.monitor === begins.monitor && event.kind === 'resolved')
    const rest = { fromMs: findFirstVisibleUp(this.#scenario, down), toMs: this.#scenario.lengthMs }
    const isOver = end !== undefined && end.atMs >= begins.atMs
    const [part] = this.#filterLongEnough(
      excludeSpans(rest, listBlindSpans(this.#scenario, down.monitor)),
      down.allowedMs,
    )
    if (part === undefined) return
    if (!isOver) return void this.judgement.late.push(`${describe(down)}: never resolved`)
    const delayMs = Math.max(0, this.#getReportedAt(end) - part.fromMs)
    const extraMs = down.outage.monitors.length > 1 ? GROUPING_MS : 0
    this.judgement.recoveryMs.push(delayMs)
    if (delayMs > down.allowedMs + extraMs + computeSilenceMs(this.#scenario, down))
      this.judgement.late.push(`${describe(down)}: resolved after ${formatSeconds(delayMs)}`)
  }

  #filterLongEnough = (parts: readonly Span[], leastMs: number): Span[] =>
    parts.filter((part) => sumLengthMs([part]) >= leastMs)

  /** Compares the reported length of an outage. It is not judged if the service could not see all of it. */
  #judgeDowntime(down: ExpectedDowntime): void {
    const { monitor, plausibleSpan, fromMs, toMs, allowedMs, settingsMs } = down
    const whole = { fromMs: plausibleSpan.fromMs, toMs: toMs + allowedMs }
    if (down.monitor.job !== null) {
      if (sumLengthMs(listVisibleParts(this.#scenario, { ...down, ...whole })) < sumLengthMs([whole])) return
    } else if (sumLengthMs(excludeSpans(whole, listUnmeasuredSpans(this.#scenario, monitor))) < sumLengthMs([whole]))
      return
    const reported = this.#report.downs.filter((span) => span.monitor === monitor.id && hasContact(span, plausibleSpan))
    const intervalMs = monitor.job?.periodMs ?? computeStretchedMs(this.#scenario, monitor.target!.intervalSeconds)
    const errorMs = sumLengthMs(reported) - (toMs - fromMs)
    const isShortened = computeSilenceMs(this.#scenario, down) > 0
    this.judgement.downtimeErrors.push({
      ...{ monitor: monitor.id, errorMs, isShortened },
      intervalMs: intervalMs + settingsMs,
    })
  }

  judgeReturn(trouble: Trouble & { kind: 'receiver' }): void {
    for (const event of this.#report.events.filter(({ atMs }) => isWithin(trouble, atMs))) {
      if (getMonitor(this.#scenario, event.monitor).receiver !== trouble.receiver) continue
      const message = this.#findMessage(event)
      if (message === undefined) continue
      const delayMs = message.atMs - trouble.toMs
      this.judgement.afterReturnMs.push(delayMs)
      if (delayMs > ALLOWED_MS)
        this.judgement.lateAfterReturn.push(
          `${event.monitor} ${event.kind} at ${formatSeconds(event.atMs)}: ${formatSeconds(delayMs)} after`,
        )
    }
  }

  /** Finds incidents and `down` spans of monitors that were up, and recoveries of monitors that were down. */
  judgeAlarms(): void {
    for (const event of this.#report.events)
      if (isBeginning(event) && !this.#downs.some((down) => this.#isAbout(event, down)))
        this.judgement.falseAlarms.push(`${event.monitor} ${event.kind} at ${formatSeconds(event.atMs)}`)
      else if (isBeginning(event) && this.#isOutdated(event))
        this.judgement.falseAlarms.push(
          `${event.monitor} ${event.kind} at ${formatSeconds(event.atMs)}, after it was over`,
        )
    for (const { atMs, entries } of this.#report.messages)
      for (const { incident, monitor, kind } of entries)
        if (isBeginning({ kind }) && !this.#report.events.some((event) => event.incident === incident))
          this.judgement.falseAlarms.push(`${monitor} ${kind} in a message at ${formatSeconds(atMs)}, without an event`)
    for (const event of this.#report.events)
      if (event.kind === 'resolved' && this.#downs.some((down) => isInside(event, down)))
        this.judgement.falseAlarms.push(`${event.monitor} resolved at ${formatSeconds(event.atMs)} while it is down`)
    for (const span of this.#report.downs)
      if (!this.#hasIncident(span) && !this.#isTrue(span))
        this.judgement.falseAlarms.push(`${span.monitor} has the status down from ${formatSeconds(span.fromMs)}`)
  }

  /** Returns whether every region has checked the monitor since its outage ended. */
  #isOutdated = ({ monitor, atMs }: IncidentEvent): boolean =>
    this.#scenario.regions !== undefined &&
    !this.#downs.some(
      ({ monitor: { id, target }, plausibleSpan }) =>
        id === monitor &&
        isWithin({ ...plausibleSpan, toMs: plausibleSpan.toMs + target!.intervalSeconds * 1_000 }, atMs),
    )

  #hasIncident = ({ monitor, fromMs, toMs }: Report['downs'][number]): boolean =>
    this.#report.events.some((event) => event.monitor === monitor && fromMs <= event.atMs && event.atMs <= toMs)

  #isTrue = (span: Report['downs'][number]): boolean =>
    this.#downs.some((down) => down.monitor.id === span.monitor && hasContact(span, this.#extendSuspectSpan(down)))

  judgeMessages(): void {
    for (const event of this.#report.events) if (!this.#isSuppressed(event)) this.#judgeEvent(event)
    for (const outage of this.#scenario.outages) if (!outage.isFlap) this.#countMessages(outage)
    for (const message of this.#report.messages) {
      const causes = new Set(message.entries.map(({ monitor }) => this.#findCauseId(monitor, message.atMs)))
      if (causes.size > 1) this.judgement.mixed.push(`${formatSeconds(message.atMs)}: ${[...causes].join(', ')}`)
    }
  }

  #judgeEvent(event: IncidentEvent): void {
    const { receiver } = getMonitor(this.#scenario, event.monitor)
    const same = (other: Pick<IncidentEvent, 'incident' | 'kind'>) =>
      other.incident === event.incident && other.kind === event.kind
    const wanted = this.#report.events.filter(same).length
    const got = this.#report.messages.filter(
      (message) => message.receiver === receiver && message.entries.some(same),
    ).length
    const isFirst = this.#report.events.find(same) === event
    if (isFirst && got < wanted)
      this.judgement.lost.push(`${event.monitor} ${event.kind} at ${formatSeconds(event.atMs)}`)
    if (isFirst && got > wanted)
      this.judgement.repeated.push(`${event.monitor} ${event.kind}: ${got} messages for ${wanted}`)
  }

  /** While a monitor is flapping its alerts are held; its last event must arrive in some message. */
  #isSuppressed(event: IncidentEvent): boolean {
    const isFlapping = this.#downs.some(({ outage, monitor }) => outage.isFlap && monitor.id === event.monitor)
    const isLast = this.#report.events.findLast(({ monitor }) => monitor === event.monitor) === event
    const hasNews = this.#report.messages.some(
      ({ atMs, entries }) => atMs >= event.atMs && entries.some(({ monitor }) => monitor === event.monitor),
    )
    return isFlapping && (!isLast || hasNews)
  }

  #countMessages(outage: Outage): void {
    for (const isCounted of [isBeginning, ({ kind }: { kind: IncidentEventKind }) => kind === 'resolved']) {
      const count = this.#report.messages.filter(({ entries }) =>
        entries.some((entry) => isCounted(entry) && outage.monitors.includes(entry.monitor)),
      ).length
      if (count > 0) this.judgement.messagesPerCause.push(count)
    }
  }

  judgeDowntimes(): void {
    for (const { monitor, atMs } of this.#report.empty ?? [])
      this.judgement.inconsistent.push(`${monitor}: a status entry of no length at ${formatSeconds(atMs)}`)
    for (const { name, monitor, downMs } of this.#report.downtimes) {
      const historyMs = sumLengthMs(this.#report.downs.filter((span) => span.monitor === monitor))
      if (Math.abs(downMs - historyMs) > EQUAL_MS)
        this.judgement.inconsistent.push(
          `${monitor}: ${formatSeconds(downMs)} in ${name}, ${formatSeconds(historyMs)} in the status history`,
        )
    }
  }

  /** Silence of a busy machine is no evidence. Its checks are late, and punctual again an interval after the overload. */
  judgeOverload(): void {
    const spans = this.#scenario.troubles.filter(({ kind }) => kind === 'overload')
    if (spans.length === 0) return
    for (const { monitor, fromMs } of this.#report.unknowns ?? [])
      this.judgement.neglected.push(`${monitor} is unknown from ${formatSeconds(fromMs)}`)
    const overMs = Math.max(...spans.map(({ toMs }) => toMs))
    for (const [monitor, times] of this.#report.checks ?? []) {
      const { intervalSeconds } = getMonitor(this.#scenario, monitor).target!
      const intervalMs = intervalSeconds * 1_000
      const stretchedMs = computeStretchedMs(this.#scenario, intervalSeconds) + intervalMs
      for (const [index, toMs] of [...times.slice(1), this.#scenario.lengthMs].entries()) {
        const fromMs = times[index]!
        const allowedMs = (fromMs > overMs + intervalMs ? intervalMs : stretchedMs) + CHECK_MS
        if (toMs - fromMs > allowedMs)
          this.judgement.neglected.push(
            `${monitor} has no check for ${formatSeconds(toMs - fromMs)} from ${formatSeconds(fromMs)}`,
          )
      }
    }
  }

  #isAbout = (event: IncidentEvent, down: ExpectedDowntime): boolean =>
    event.monitor === down.monitor.id && isWithin(this.#extendSuspectSpan(down), event.atMs)

  /**
   * Extends the span by an absence, since a result found just before the service stopped may be written after its
   * return. Probes outside the server also check during the absence. Their failures hold until their next check.
   */
  #extendSuspectSpan({ monitor, plausibleSpan }: ExpectedDowntime): Span {
    if (isReportedAfterwards(this.#scenario, plausibleSpan))
      return { ...plausibleSpan, toMs: plausibleSpan.toMs + monitor.target!.intervalSeconds * 1_000 }
    const blind = listBlindSpans(this.#scenario, monitor).find((span) => isWithin(span, plausibleSpan.toMs - 1))
    return blind === undefined
      ? plausibleSpan
      : { ...plausibleSpan, toMs: blind.toMs + plausibleSpan.toMs - blind.fromMs }
  }

  #findCauseId(monitor: string, atMs: number): string {
    const begun = this.#scenario.outages.filter(({ monitors, fromMs }) => monitors.includes(monitor) && fromMs <= atMs)
    return begun.at(-1)?.id ?? `none (${monitor})`
  }

  #findMessage = ({ incident, kind, atMs }: IncidentEvent): Message | undefined =>
    this.#report.messages.find(
      (message) =>
        message.atMs >= atMs && message.entries.some((entry) => entry.incident === incident && entry.kind === kind),
    )

  /**
   * Returns when the message arrived. While the receiver is away the event's own time is used, since the return has a
   * separate rule.
   */
  #getReportedAt(event: IncidentEvent): number {
    const { receiver } = getMonitor(this.#scenario, event.monitor)
    const isAway = this.#scenario.troubles.some(
      (trouble) => trouble.kind === 'receiver' && trouble.receiver === receiver && isWithin(trouble, event.atMs),
    )
    return isAway ? event.atMs : (this.#findMessage(event)?.atMs ?? event.atMs)
  }
}

/** A check may end before the outage begins and be written later. */
const isInside = ({ monitor, atMs }: IncidentEvent, down: ExpectedDowntime): boolean =>
  monitor === down.monitor.id && down.fromMs + WRITE_MS < atMs && atMs < down.toMs

/** Spans that share a border count as touching. */
const hasContact = (one: Span, other: Span): boolean => one.fromMs <= other.toMs && other.fromMs <= one.toMs

const formatSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

const describe = ({ outage, monitor, fromMs, toMs }: ExpectedDowntime): string =>
  `${monitor.id} ${monitor.target?.type ?? 'HEARTBEAT'} ${outage.how} (${outage.id}, ${formatSeconds(fromMs)} to ${formatSeconds(toMs)})`
