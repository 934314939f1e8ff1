/**
 * Compares what the service reported in a scenario with the truth of the script. Pure: a driver hands over a report, and gets
 * the findings of each rule. `bar.ts` says which of them must be empty.
 */
import { isWithin, type Outage, type Scenario, type Span, type Trouble } from './script.ts'
import {
  ALLOWED_MS,
  blindSpans,
  type Down,
  downsOf,
  firstSeenUp,
  GATHER_MS,
  lengthMs,
  monitorOf,
  visibleParts,
  WRITE_MS,
  without,
} from './truth.ts'

/** `other` is a message about an incident that neither begins nor ends it. */
export type TurnKind = 'opened' | 'reopened' | 'resolved' | 'other'

/** An incident began, began again or ended. */
export interface Turn {
  incident: string
  monitor: string
  kind: TurnKind
  /** When the service wrote it, not the moment to which it is dated back. */
  atMs: number
}

/** A message that a receiver accepted. */
export interface Message {
  id: string
  receiver: string
  atMs: number
  /** The incidents that it is about: several where they were grouped. */
  entries: { incident: string; monitor: string; kind: TurnKind }[]
}

/** Everything that a service reported in a scenario. Times are ms since the scenario began. */
export interface Report {
  turns: Turn[]
  /** Spans of the status `down`, as the status history has them. `toMs` is the end of the scenario where it has not ended. */
  downs: (Span & { monitor: string })[]
  /** Downtime by other accounts of the same service; an account that the driver does not read is left out. */
  accounts: { name: string; monitor: string; downMs: number }[]
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
  unequal: string[]
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
  const downs = downsOf(scenario)
  const found = new Findings(scenario, report, downs)
  const steady = downs.filter(({ outage }) => !outage.isFlap)
  for (const down of steady) found.judgeDown(down)
  for (const trouble of scenario.troubles) if (trouble.kind === 'receiver') found.judgeReturn(trouble)
  found.judgeAlarms()
  found.judgeMessages()
  found.judgeAccounts()
  return found.judgement
}

const isBeginning = ({ kind }: { kind: TurnKind }): boolean => kind === 'opened' || kind === 'reopened'

class Findings {
  readonly judgement: Judgement
  readonly #scenario: Scenario
  readonly #report: Report
  readonly #downs: readonly Down[]

  constructor(scenario: Scenario, report: Report, downs: readonly Down[]) {
    this.#scenario = scenario
    this.#report = report
    this.#downs = downs
    this.judgement = {
      scenario: scenario.name,
      ...{ falseAlarms: [], missed: [], late: [], lost: [], repeated: [], lateAfterReturn: [], unequal: [], mixed: [] },
      ...{ detectionMs: [], recoveryMs: [], afterReturnMs: [], downtimeErrors: [], messagesPerCause: [] },
    }
  }

  judgeDown(down: Down): void {
    const begins = this.#report.turns.find((turn) => isBeginning(turn) && this.#isOf(turn, down))
    if (begins === undefined) {
      const isVisible = visibleParts(this.#scenario, down).some((part) => lengthMs([part]) >= down.allowedMs)
      if (isVisible) this.judgement.missed.push(describe(down))
      return
    }
    this.#judgeDetection(down, begins)
    this.#judgeRecovery(down, begins)
    this.#judgeDowntime(down)
  }

  #judgeDetection(down: Down, turn: Turn): void {
    const detectedMs = this.#reportedAt(turn)
    const extraMs = down.outage.monitors.length > 1 ? GATHER_MS : 0
    const parts = visibleParts(this.#scenario, down)
    for (const part of parts) {
      const delayMs = Math.max(0, detectedMs - part.fromMs)
      const limitMs = part.fromMs + down.allowedMs + extraMs
      if (detectedMs <= limitMs) return void this.judgement.detectionMs.push(delayMs)
      if (lengthMs([part]) < down.allowedMs) continue
      this.judgement.detectionMs.push(delayMs)
      this.judgement.late.push(
        `${describe(down)}: reported after ${seconds(delayMs)}, allowed ${seconds(down.allowedMs)}`,
      )
      return
    }
  }

  /** The end has the same bar as the beginning, from the first moment in which the service can see it. */
  #judgeRecovery(down: Down, begins: Turn): void {
    const { turns } = this.#report
    const end = turns.findLast((turn) => turn.monitor === begins.monitor && turn.kind === 'resolved')
    const rest = { fromMs: firstSeenUp(this.#scenario, down), toMs: this.#scenario.lengthMs }
    const isOver = end !== undefined && end.atMs >= begins.atMs
    const [part] = this.#longEnough(without(rest, blindSpans(this.#scenario, down.monitor)), down.allowedMs)
    if (part === undefined) return
    if (!isOver) return void this.judgement.late.push(`${describe(down)}: never resolved`)
    const delayMs = Math.max(0, this.#reportedAt(end) - part.fromMs)
    const extraMs = down.outage.monitors.length > 1 ? GATHER_MS : 0
    this.judgement.recoveryMs.push(delayMs)
    if (delayMs > down.allowedMs + extraMs)
      this.judgement.late.push(`${describe(down)}: resolved after ${seconds(delayMs)}`)
  }

  #longEnough = (parts: readonly Span[], leastMs: number): Span[] => parts.filter((part) => lengthMs([part]) >= leastMs)

  /** What an outage lasted for the service. Where the service could not see all of it, its length is not judged. */
  #judgeDowntime(down: Down): void {
    const { monitor, suspect, fromMs, toMs, allowedMs, settingsMs } = down
    const whole = { fromMs: suspect.fromMs, toMs: toMs + allowedMs }
    if (lengthMs(visibleParts(this.#scenario, { ...down, ...whole })) < lengthMs([whole])) return
    const reported = this.#report.downs.filter((span) => span.monitor === monitor.id && touches(span, suspect))
    const intervalMs = monitor.job?.periodMs ?? monitor.target!.intervalSeconds * 1_000
    const errorMs = lengthMs(reported) - (toMs - fromMs)
    this.judgement.downtimeErrors.push({ monitor: monitor.id, errorMs, intervalMs: intervalMs + settingsMs })
  }

  judgeReturn(trouble: Trouble & { kind: 'receiver' }): void {
    for (const turn of this.#report.turns.filter(({ atMs }) => isWithin(trouble, atMs))) {
      if (monitorOf(this.#scenario, turn.monitor).receiver !== trouble.receiver) continue
      const message = this.#messageOf(turn)
      if (message === undefined) continue
      const delayMs = message.atMs - trouble.toMs
      this.judgement.afterReturnMs.push(delayMs)
      if (delayMs > ALLOWED_MS)
        this.judgement.lateAfterReturn.push(
          `${turn.monitor} ${turn.kind} at ${seconds(turn.atMs)}: ${seconds(delayMs)} after`,
        )
    }
  }

  /** An incident or a status `down` of a monitor that was up, and a recovery of one that was down. */
  judgeAlarms(): void {
    for (const turn of this.#report.turns)
      if (isBeginning(turn) && !this.#downs.some((down) => this.#isOf(turn, down)))
        this.judgement.falseAlarms.push(`${turn.monitor} ${turn.kind} at ${seconds(turn.atMs)}`)
    for (const turn of this.#report.turns)
      if (turn.kind === 'resolved' && this.#downs.some((down) => isInside(turn, down)))
        this.judgement.falseAlarms.push(`${turn.monitor} resolved at ${seconds(turn.atMs)} while it is down`)
    for (const span of this.#report.downs)
      if (!this.#hasIncident(span) && !this.#isTrue(span))
        this.judgement.falseAlarms.push(`${span.monitor} has the status down from ${seconds(span.fromMs)}`)
  }

  #hasIncident = ({ monitor, fromMs, toMs }: Report['downs'][number]): boolean =>
    this.#report.turns.some((turn) => turn.monitor === monitor && fromMs <= turn.atMs && turn.atMs <= toMs)

  #isTrue = (span: Report['downs'][number]): boolean =>
    this.#downs.some((down) => down.monitor.id === span.monitor && touches(span, this.#suspectOf(down)))

  judgeMessages(): void {
    for (const turn of this.#report.turns) if (!this.#isHeld(turn)) this.#judgeTurn(turn)
    for (const outage of this.#scenario.outages) if (!outage.isFlap) this.#countMessages(outage)
    for (const message of this.#report.messages) {
      const causes = new Set(message.entries.map(({ monitor }) => this.#causeAt(monitor, message.atMs)))
      if (causes.size > 1) this.judgement.mixed.push(`${seconds(message.atMs)}: ${[...causes].join(', ')}`)
    }
  }

  #judgeTurn(turn: Turn): void {
    const { receiver } = monitorOf(this.#scenario, turn.monitor)
    const same = (other: Pick<Turn, 'incident' | 'kind'>) =>
      other.incident === turn.incident && other.kind === turn.kind
    const wanted = this.#report.turns.filter(same).length
    const got = this.#report.messages.filter(
      (message) => message.receiver === receiver && message.entries.some(same),
    ).length
    const isFirst = this.#report.turns.find(same) === turn
    if (isFirst && got < wanted) this.judgement.lost.push(`${turn.monitor} ${turn.kind} at ${seconds(turn.atMs)}`)
    if (isFirst && got > wanted)
      this.judgement.repeated.push(`${turn.monitor} ${turn.kind}: ${got} messages for ${wanted}`)
  }

  /** While a monitor is flapping its alerts are held; its last turn must arrive, in this or another message. */
  #isHeld(turn: Turn): boolean {
    const isFlapping = this.#downs.some(({ outage, monitor }) => outage.isFlap && monitor.id === turn.monitor)
    const isLast = this.#report.turns.findLast(({ monitor }) => monitor === turn.monitor) === turn
    const hasNews = this.#report.messages.some(
      ({ atMs, entries }) => atMs >= turn.atMs && entries.some(({ monitor }) => monitor === turn.monitor),
    )
    return isFlapping && (!isLast || hasNews)
  }

  #countMessages(outage: Outage): void {
    for (const isCounted of [isBeginning, ({ kind }: { kind: TurnKind }) => kind === 'resolved']) {
      const count = this.#report.messages.filter(({ entries }) =>
        entries.some((entry) => isCounted(entry) && outage.monitors.includes(entry.monitor)),
      ).length
      if (count > 0) this.judgement.messagesPerCause.push(count)
    }
  }

  judgeAccounts(): void {
    for (const { name, monitor, downMs } of this.#report.accounts) {
      const historyMs = lengthMs(this.#report.downs.filter((span) => span.monitor === monitor))
      if (Math.abs(downMs - historyMs) > EQUAL_MS)
        this.judgement.unequal.push(
          `${monitor}: ${seconds(downMs)} in ${name}, ${seconds(historyMs)} in the status history`,
        )
    }
  }

  #isOf = (turn: Turn, down: Down): boolean =>
    turn.monitor === down.monitor.id && isWithin(this.#suspectOf(down), turn.atMs)

  /** What a check found just before the service was stopped may be written when it goes on. */
  #suspectOf({ monitor, suspect }: Down): Span {
    const blind = blindSpans(this.#scenario, monitor).find((span) => isWithin(span, suspect.toMs - 1))
    return blind === undefined ? suspect : { ...suspect, toMs: blind.toMs + suspect.toMs - blind.fromMs }
  }

  #causeAt(monitor: string, atMs: number): string {
    const begun = this.#scenario.outages.filter(({ monitors, fromMs }) => monitors.includes(monitor) && fromMs <= atMs)
    return begun.at(-1)?.id ?? `none (${monitor})`
  }

  #messageOf = ({ incident, kind, atMs }: Turn): Message | undefined =>
    this.#report.messages.find(
      (message) =>
        message.atMs >= atMs && message.entries.some((entry) => entry.incident === incident && entry.kind === kind),
    )

  /** When the message arrived. While a receiver is away none can: its return has a rule of its own. */
  #reportedAt(turn: Turn): number {
    const { receiver } = monitorOf(this.#scenario, turn.monitor)
    const isAway = this.#scenario.troubles.some(
      (trouble) => trouble.kind === 'receiver' && trouble.receiver === receiver && isWithin(trouble, turn.atMs),
    )
    return isAway ? turn.atMs : (this.#messageOf(turn)?.atMs ?? turn.atMs)
  }
}

/** A check may end before the outage begins and be written after that. */
const isInside = ({ monitor, atMs }: Turn, down: Down): boolean =>
  monitor === down.monitor.id && down.fromMs + WRITE_MS < atMs && atMs < down.toMs

/** Spans that share a border touch. */
const touches = (one: Span, other: Span): boolean => one.fromMs <= other.toMs && other.fromMs <= one.toMs

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

const describe = ({ outage, monitor, fromMs, toMs }: Down): string =>
  `${monitor.id} ${monitor.target?.type ?? 'HEARTBEAT'} ${outage.how} (${outage.id}, ${seconds(fromMs)} to ${seconds(toMs)})`
