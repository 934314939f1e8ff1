/**
 * Compares what the service reported in a scenario with the truth of the script. Pure: a driver hands over a report, and gets
 * the findings of each rule. `bar.ts` says which of them must be empty.
 */
import { isWithin, type Outage, type Scenario, type Span, type Trouble } from './script.ts'
import {
  ALLOWED_MS,
  type ExpectedDowntime,
  excludeSpans,
  findFirstVisibleUp,
  GROUPING_MS,
  getMonitor,
  listBlindSpans,
  listExpectedDowntimes,
  listVisibleParts,
  sumLengthMs,
  WRITE_MS,
} from './truth.ts'

/** `other` is a message about an incident that neither begins nor ends it. */
export type IncidentEventKind = 'opened' | 'reopened' | 'resolved' | 'other'

/** An incident began, began again or ended. */
export interface IncidentEvent {
  incident: string
  monitor: string
  kind: IncidentEventKind
  /** When the service wrote it, not the moment to which it is dated back. */
  atMs: number
}

/** A message that a receiver accepted. */
export interface Message {
  id: string
  receiver: string
  atMs: number
  /** The incidents that it is about: several where they were grouped. */
  entries: { incident: string; monitor: string; kind: IncidentEventKind }[]
}

/** Everything that a service reported in a scenario. Times are ms since the scenario began. */
export interface Report {
  events: IncidentEvent[]
  /** Spans of the status `down`, as the status history has them. `toMs` is the end of the scenario where it has not ended. */
  downs: (Span & { monitor: string })[]
  /** Downtime by other accounts of the same service; an account that the driver does not read is left out. */
  downtimes: { name: string; monitor: string; downMs: number }[]
  messages: Message[]
}

export interface DowntimeError {
  monitor: string
  /** Reported less true downtime. */
  errorMs: number
  intervalMs: number
}

export interface Judgement {
  scenario: string
  falseAlarms: string[]
  missed: string[]
  /** Reported or recovered later than allowed. */
  late: string[]
  /** Turns whose message no receiver got, and turns that a receiver got twice. */
  lost: string[]
  repeated: string[]
  /** Accepted later than 15 s after the receiver's return. */
  lateAfterReturn: string[]
  /** Accounts of the same downtime that differ. */
  inconsistent: string[]
  /** Messages about several causes at once. */
  mixed: string[]
  detectionMs: number[]
  recoveryMs: number[]
  afterReturnMs: number[]
  downtimeErrors: DowntimeError[]
  /** For each cause that was reported: messages of its beginning, and of its end. */
  messagesPerCause: number[]
}

/** Accounts of the same downtime are rounded to whole seconds. */
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
      },
      ...{ detectionMs: [], recoveryMs: [], afterReturnMs: [], downtimeErrors: [], messagesPerCause: [] },
    }
  }

  judgeDown(down: ExpectedDowntime): void {
    const begins = this.#report.events.find((event) => isBeginning(event) && this.#isAbout(event, down))
    if (begins === undefined) {
      const isVisible = listVisibleParts(this.#scenario, down).some((part) => sumLengthMs([part]) >= down.allowedMs)
      if (isVisible) this.judgement.missed.push(describe(down))
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

  /** The end has the same bar as the beginning, from the first moment in which the service can see it. */
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
    if (delayMs > down.allowedMs + extraMs)
      this.judgement.late.push(`${describe(down)}: resolved after ${formatSeconds(delayMs)}`)
  }

  #filterLongEnough = (parts: readonly Span[], leastMs: number): Span[] =>
    parts.filter((part) => sumLengthMs([part]) >= leastMs)

  /** What an outage lasted for the service. Where the service could not see all of it, its length is not judged. */
  #judgeDowntime(down: ExpectedDowntime): void {
    const { monitor, plausibleSpan, fromMs, toMs, allowedMs, settingsMs } = down
    const whole = { fromMs: plausibleSpan.fromMs, toMs: toMs + allowedMs }
    if (sumLengthMs(listVisibleParts(this.#scenario, { ...down, ...whole })) < sumLengthMs([whole])) return
    const reported = this.#report.downs.filter((span) => span.monitor === monitor.id && hasContact(span, plausibleSpan))
    const intervalMs = monitor.job?.periodMs ?? monitor.target!.intervalSeconds * 1_000
    const errorMs = sumLengthMs(reported) - (toMs - fromMs)
    this.judgement.downtimeErrors.push({ monitor: monitor.id, errorMs, intervalMs: intervalMs + settingsMs })
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

  /** An incident or a status `down` of a monitor that was up, and a recovery of one that was down. */
  judgeAlarms(): void {
    for (const event of this.#report.events)
      if (isBeginning(event) && !this.#downs.some((down) => this.#isAbout(event, down)))
        this.judgement.falseAlarms.push(`${event.monitor} ${event.kind} at ${formatSeconds(event.atMs)}`)
    for (const event of this.#report.events)
      if (event.kind === 'resolved' && this.#downs.some((down) => isInside(event, down)))
        this.judgement.falseAlarms.push(`${event.monitor} resolved at ${formatSeconds(event.atMs)} while it is down`)
    for (const span of this.#report.downs)
      if (!this.#hasIncident(span) && !this.#isTrue(span))
        this.judgement.falseAlarms.push(`${span.monitor} has the status down from ${formatSeconds(span.fromMs)}`)
  }

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

  /** While a monitor is flapping its alerts are held; its last turn must arrive, in this or another message. */
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
    for (const { name, monitor, downMs } of this.#report.downtimes) {
      const historyMs = sumLengthMs(this.#report.downs.filter((span) => span.monitor === monitor))
      if (Math.abs(downMs - historyMs) > EQUAL_MS)
        this.judgement.inconsistent.push(
          `${monitor}: ${formatSeconds(downMs)} in ${name}, ${formatSeconds(historyMs)} in the status history`,
        )
    }
  }

  #isAbout = (event: IncidentEvent, down: ExpectedDowntime): boolean =>
    event.monitor === down.monitor.id && isWithin(this.#extendSuspectSpan(down), event.atMs)

  /** What a check found just before the service was stopped may be written when it goes on. */
  #extendSuspectSpan({ monitor, plausibleSpan }: ExpectedDowntime): Span {
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

  /** When the message arrived. While a receiver is away none can: its return has a rule of its own. */
  #getReportedAt(event: IncidentEvent): number {
    const { receiver } = getMonitor(this.#scenario, event.monitor)
    const isAway = this.#scenario.troubles.some(
      (trouble) => trouble.kind === 'receiver' && trouble.receiver === receiver && isWithin(trouble, event.atMs),
    )
    return isAway ? event.atMs : (this.#findMessage(event)?.atMs ?? event.atMs)
  }
}

/** A check may end before the outage begins and be written after that. */
const isInside = ({ monitor, atMs }: IncidentEvent, down: ExpectedDowntime): boolean =>
  monitor === down.monitor.id && down.fromMs + WRITE_MS < atMs && atMs < down.toMs

/** Spans that share a border touch. */
const hasContact = (one: Span, other: Span): boolean => one.fromMs <= other.toMs && other.fromMs <= one.toMs

const formatSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

const describe = ({ outage, monitor, fromMs, toMs }: ExpectedDowntime): string =>
  `${monitor.id} ${monitor.target?.type ?? 'HEARTBEAT'} ${outage.how} (${outage.id}, ${formatSeconds(fromMs)} to ${formatSeconds(toMs)})`
