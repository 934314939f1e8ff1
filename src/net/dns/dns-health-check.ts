/**
 * Checks whether the name servers of this machine resolve names at the moment. It queries fresh random names, which no
 * cache can hold. A caching server still answers known names for days after it has lost its uplink.
 */
import { getDomain } from 'tldts'
import { BoundedMap } from '../../core/platform/maps.ts'
import { type ParentReaction, REACTIONS, type Reaction, startDnsHealthRound } from './dns-health-round.ts'

/** `unknown`: the servers give no good answer now, and have never given one to such a question. */
type DnsVerdict = 'answers' | 'failing' | 'refused' | 'silent' | 'unknown'

interface DnsHealth {
  kind: DnsVerdict
  /** The name server with the best answer; null when none answered. */
  server: string | null
  /** Time of the finding in ms, on the clock of the health check. */
  at: number
}

export type DnsTrouble = Exclude<DnsVerdict, 'answers' | 'unknown'>

/** For the end of a message. */
export const DNS_TROUBLE_MESSAGES: Record<DnsTrouble, string> = {
  failing: "the probe's name servers fail for every name",
  refused: "the probe's name servers refuse every query",
  silent: "the probe's name servers do not respond",
}

/**
 * Grade of a parent, a domain below which fresh names are queried: the best answer so far. A later failure below a
 * parent without a grade proves nothing.
 */
type ParentGrade = Extract<Reaction, 'outside' | 'inside'>

/** Learned grades as plain data: grades by parent, by list of name servers. */
export type DnsHealthState = Record<string, Record<string, ParentGrade>>

interface DnsHealthCheckOptions {
  /** Current addresses of the name servers. */
  servers: () => readonly string[]
  /** Time limit for the answers of one round, ms. */
  answerMs?: (() => number) | undefined
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

const ANSWER_MS = 1_500

/**
 * Parents in addition to the domains of the monitored targets. They are zones with NSEC3 opt-out, where a cache cannot
 * synthesize answers, and different organizations operate them. The signed root and zones with NSEC are unsuitable: see
 * `dns-health-round.ts`.
 */
const GENERIC_PARENTS: readonly string[] = ['com', 'org']

/** Domains of monitored targets queried per round: the latest ones that resolved. */
const DOMAINS_PER_ROUND = 2

/** Maximum of graded parents for each list of name servers. */
const MAX_GRADES = 16

/** Maximum of remembered lists of name servers. A machine that loses its link may lose its list for a while, too. */
const MAX_LISTS = 4

/** Interval between two confirmations of the grades while names resolve. */
const CONFIRM_MS = 10 * 60_000

/**
 * Minimum time between two rounds, and the minimum after a minute with many rounds. They limit the load on the name
 * servers.
 */
const GAP_MS = 1_000
const LONG_GAP_MS = 2_000
const MANY_ROUNDS = 10
const MINUTE_MS = 60_000

/** How long detected trouble stays valid for a check that cannot wait for another round. */
const TROUBLE_MS = 30_000

export class DnsHealthCheck {
  readonly #servers: () => readonly string[]
  readonly #answerMs: () => number
  readonly #now: () => number
  /** Ordered by time; the latest domain comes last. */
  #domains: string[] = []
  readonly #gradesByList = new BoundedMap<string, Map<string, ParentGrade>>(MAX_LISTS)
  /** Start times of the rounds in the last minute. */
  #starts: number[] = []
  #latest: Promise<DnsHealth> | null = null
  #isRunning = false
  #confirmedAt = Number.NEGATIVE_INFINITY
  #lastTrouble: { trouble: DnsTrouble; at: number } | null = null
  #cancel: () => void = () => {}

  constructor({ servers, answerMs = () => ANSWER_MS, now = () => performance.now() }: DnsHealthCheckOptions) {
    this.#servers = servers
    this.#answerMs = answerMs
    this.#now = now
  }

  /** Records that a name server had addresses for a name. Its domain becomes a parent of later questions. */
  recordResolved(name: string): void {
    const domain = getDomain(name)
    if (domain !== null && domain !== this.#domains.at(-1)) this.#addDomain(domain)
    if (this.#now() - this.#confirmedAt < CONFIRM_MS) return
    this.#confirmedAt = this.#now()
    void this.getHealth()
  }

  /**
   * Returns the health of the name servers. Never rejects. The answer is at most 1 s old, or 2 s under constant use.
   * Concurrent calls share one round.
   */
  getHealth(): Promise<DnsHealth> {
    const now = this.#now()
    this.#starts = this.#starts.filter((start) => now - start < MINUTE_MS)
    const gapMs = this.#starts.length < MANY_ROUNDS ? GAP_MS : LONG_GAP_MS
    const isFresh = this.#isRunning || now - (this.#starts.at(-1) ?? Number.NEGATIVE_INFINITY) < gapMs
    if (this.#latest === null || !isFresh) {
      this.#starts.push(now)
      this.#latest = this.#runRound()
    }
    return this.#latest
  }

  getAgeMs({ at }: DnsHealth): number {
    return this.#now() - at
  }

  /** Returns the current trouble of the name servers; null when there is none or it is unknown. */
  async findTrouble(): Promise<DnsTrouble | null> {
    const { kind } = await this.getHealth()
    return kind === 'answers' || kind === 'unknown' ? null : kind
  }

  /**
   * Like `findTrouble`, but returns recently detected trouble without waiting. A new round still runs in the
   * background.
   */
  async findTroubleSoon(): Promise<DnsTrouble | null> {
    const trouble = this.findTrouble()
    const isRecent = this.#lastTrouble !== null && this.#now() - this.#lastTrouble.at < TROUBLE_MS
    return isRecent ? this.#lastTrouble!.trouble : trouble
  }

  /** Cancels the current round. */
  close(): void {
    this.#cancel()
  }

  /** Everything learned so far, for a restore after a restart. */
  getState(): DnsHealthState {
    return Object.fromEntries([...this.#gradesByList].map(([list, grades]) => [list, Object.fromEntries(grades)]))
  }

  restore(state: DnsHealthState): void {
    for (const [list, grades] of Object.entries(state)) this.#gradesByList.set(list, new Map(Object.entries(grades)))
  }

  async #runRound(): Promise<DnsHealth> {
    const servers = this.#servers()
    const grades = this.#getGrades(servers)
    this.#isRunning = true
    const round = startDnsHealthRound(servers, this.#listParents(grades), this.#answerMs())
    this.#cancel = round.cancel
    const reactions = await round.decided
    const answer = { ...judge(reactions, grades), at: this.#now() }
    this.#isRunning = false
    this.#recordHealth(answer)
    updateGrades(reactions, grades)
    void round.over.then(() => removeFailedGrades(reactions, grades)).then(() => updateGrades(reactions, grades))
    return answer
  }

  #recordHealth({ kind, at }: DnsHealth): void {
    if (kind === 'answers') this.#confirmedAt = at
    this.#lastTrouble = kind === 'answers' || kind === 'unknown' ? null : { trouble: kind, at }
  }

  /** The latest domains of monitored targets, one domain that led outside before, and the generic parents. */
  #listParents(grades: ReadonlyMap<string, ParentGrade>): string[] {
    const graded = [...grades.keys()].filter((parent) => !GENERIC_PARENTS.includes(parent))
    const proven = graded.filter((parent) => grades.get(parent) === 'outside').slice(-1)
    return [...new Set([...this.#domains, ...proven, ...GENERIC_PARENTS])]
  }

  #addDomain(domain: string): void {
    this.#domains = [...this.#domains.filter((other) => other !== domain), domain].slice(-DOMAINS_PER_ROUND)
  }

  #getGrades(servers: readonly string[]): Map<string, ParentGrade> {
    const list = servers.join(' ')
    const grades = this.#gradesByList.get(list) ?? new Map<string, ParentGrade>()
    this.#gradesByList.set(list, grades)
    return grades
  }
}

/**
 * Judges a round. One answer from outside is enough. Without one, an inside answer counts as a failure if a parent led
 * outside before. A server that still answers from its own zones may have lost its uplink.
 */
function judge(reactions: readonly ParentReaction[], grades: ReadonlyMap<string, ParentGrade>): Omit<DnsHealth, 'at'> {
  const { reaction, server } = findBest(reactions)
  if (reaction === 'outside') return { kind: 'answers', server }
  const isProven = reactions.some(({ parent }) => grades.get(parent) === 'outside')
  if (reaction === 'inside') return { kind: isProven ? 'failing' : 'answers', server }
  const hasGrade = reactions.some(({ parent }) => grades.has(parent))
  return { kind: hasGrade ? reaction : 'unknown', server }
}

const findBest = (reactions: readonly ParentReaction[]): ParentReaction =>
  reactions.reduce((best, entry) => (getRank(entry) < getRank(best) ? entry : best), {
    parent: '',
    reaction: 'silent',
    server: null,
  })

const getRank = ({ reaction }: ParentReaction): number => REACTIONS.indexOf(reaction)

function updateGrades(reactions: readonly ParentReaction[], grades: Map<string, ParentGrade>): void {
  for (const { parent, reaction } of reactions) {
    if (reaction === 'outside') grades.delete(parent)
    if (reaction === 'outside' || (reaction === 'inside' && !grades.has(parent))) grades.set(parent, reaction)
  }
  for (const parent of [...grades.keys()].slice(0, -MAX_GRADES)) grades.delete(parent)
}

/** Removes the grade of a parent that fails while another parent leads outside: the failure is that parent's own. */
function removeFailedGrades(reactions: readonly ParentReaction[], grades: Map<string, ParentGrade>): void {
  if (!reactions.some(({ reaction }) => reaction === 'outside')) return
  for (const { parent, reaction } of reactions) if (reaction !== 'outside') grades.delete(parent)
}
