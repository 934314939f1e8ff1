/**
 * Finds out whether the name servers of this machine resolve names at this moment. It asks for fresh random names, which
 * no cache can hold: a caching server answers known names for days after its line has failed.
 */
import { getDomain } from 'tldts'
import { BoundedMap } from '../../core/platform/bounded-map.ts'
import { type ParentReaction, REACTIONS, type Reaction, startDnsHealthRound } from './dns-health-round.ts'

/** `unknown`: the servers give no good answer now, but never gave one to such a question before. */
type DnsVerdict = 'answers' | 'failing' | 'refused' | 'silent' | 'unknown'

interface DnsHealth {
  kind: DnsVerdict
  /** The name server with the best answer; null when none answered. */
  server: string | null
  /** When it was found, on the clock of the witness, ms. */
  at: number
}

export type DnsTrouble = Exclude<DnsVerdict, 'answers' | 'unknown'>

/** For the end of a message. */
export const DNS_TROUBLE_MESSAGES: Record<DnsTrouble, string> = {
  failing: "the probe's name servers fail for every name",
  refused: "the probe's name servers refuse every query",
  silent: "the probe's name servers do not respond",
}

/** The best answer that a parent has led to: a later failure of a parent without one proves nothing. */
type ParentGrade = Extract<Reaction, 'outside' | 'inside'>

/** What was learned, as plain data: grades by parent, by list of name servers. */
export type DnsHealthState = Record<string, Record<string, ParentGrade>>

interface DnsHealthCheckOptions {
  /** Addresses of the name servers as they are now. */
  servers: () => readonly string[]
  /** How long a round waits for answers. */
  answerMs?: (() => number) | undefined
  /** Milliseconds on any steady clock. */
  now?: () => number
}

const ANSWER_MS = 1_500

/**
 * Parents beside the fleet's own domains. Zones with NSEC3 opt-out, below which a cache cannot make up answers, run by
 * different organizations. The signed root and zones with NSEC are no use: see `name-round.ts`.
 */
const GENERIC_PARENTS: readonly string[] = ['com', 'org']

/** Domains of the fleet that one round asks for, the latest ones that resolved. */
const DOMAINS_PER_ROUND = 2

/** Parents with a grade, for each list of name servers. */
const MAX_GRADES = 16

/** Lists of name servers that are remembered: a machine that loses its link may lose its list for a while, too. */
const MAX_LISTS = 4

/** How often grades are confirmed while names resolve. */
const CONFIRM_MS = 10 * 60_000

/** Shortest time between two rounds, and the one for a minute with many rounds. Bounds what name servers are asked. */
const GAP_MS = 1_000
const LONG_GAP_MS = 2_000
const MANY_ROUNDS = 10
const MINUTE_MS = 60_000

/** How long found trouble is taken for granted where waiting for another round would delay a check. */
const TROUBLE_MS = 30_000

export class DnsHealthCheck {
  readonly #servers: () => readonly string[]
  readonly #answerMs: () => number
  readonly #now: () => number
  /** The latest domain comes last. */
  #domains: string[] = []
  readonly #gradesByList = new BoundedMap<string, Map<string, ParentGrade>>(MAX_LISTS)
  /** Starts of the rounds in the last minute. */
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

  /** Notes that a name server had addresses for a name. Its domain becomes a parent of later questions. */
  recordResolved(name: string): void {
    const domain = getDomain(name)
    if (domain !== null && domain !== this.#domains.at(-1)) this.#addDomain(domain)
    if (this.#now() - this.#confirmedAt < CONFIRM_MS) return
    this.#confirmedAt = this.#now()
    void this.getHealth()
  }

  /**
   * Never rejects. The answer is at most 1 s old, or 2 s when it is asked for all the time; questions that come together
   * share one round.
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

  /** Null unless the name servers are known to have trouble. */
  async findTrouble(): Promise<DnsTrouble | null> {
    const { kind } = await this.getHealth()
    return kind === 'answers' || kind === 'unknown' ? null : kind
  }

  /** As `findTrouble`, without a wait while trouble was found lately; it is looked for again meanwhile. */
  async findTroubleSoon(): Promise<DnsTrouble | null> {
    const trouble = this.findTrouble()
    const isRecent = this.#lastTrouble !== null && this.#now() - this.#lastTrouble.at < TROUBLE_MS
    return isRecent ? this.#lastTrouble!.trouble : trouble
  }

  /** Ends the round that is under way. */
  close(): void {
    this.#cancel()
  }

  /** What has been learned so far, to be restored after a restart. */
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

  /** The latest domains of the fleet, one that has led outside before, and the generic ones. */
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
 * One answer from outside is enough. Without it, parents that led outside before count first: a server that still answers
 * from its own zones may have lost its line.
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

/** A parent that fails while another one leads outside has trouble of its own, and loses its grade. */
function removeFailedGrades(reactions: readonly ParentReaction[], grades: Map<string, ParentGrade>): void {
  if (!reactions.some(({ reaction }) => reaction === 'outside')) return
  for (const { parent, reaction } of reactions) if (reaction !== 'outside') grades.delete(parent)
}
