/**
 * Finds out whether the name servers of this machine resolve names at this moment. It asks for fresh random names, which
 * no cache can hold: a caching server answers known names for days after its line has failed.
 */
import { getDomain } from 'tldts'
import { BoundedMap } from '../../core/platform/bounded-map.ts'
import { type Heard, REACTIONS, type Reaction, startNameRound } from './name-round.ts'

/** `unknown`: the servers give no good answer now, but never gave one to such a question before. */
type NameVerdict = 'answers' | 'failing' | 'refused' | 'silent' | 'unknown'

interface NameAnswer {
  kind: NameVerdict
  /** The name server with the best answer; null when none answered. */
  server: string | null
  /** When it was found, on the clock of the witness, ms. */
  at: number
}

export type NameTrouble = Exclude<NameVerdict, 'answers' | 'unknown'>

/** For the end of a message. */
export const TROUBLE_WORDS: Record<NameTrouble, string> = {
  failing: "the probe's name servers fail for every name",
  refused: "the probe's name servers refuse every question",
  silent: "the probe's name servers do not answer",
}

/** The best answer that a parent has led to: a later failure of a parent without one proves nothing. */
type Grade = Extract<Reaction, 'outside' | 'inside'>

/** What was learned, as plain data: grades by parent, by list of name servers. */
export type NameWitnessState = Record<string, Record<string, Grade>>

interface NameWitnessOptions {
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
const GENERIC: readonly string[] = ['com', 'org']

/** Domains of the fleet that one round asks for, the latest ones that resolved. */
const DOMAINS_PER_ROUND = 2

/** Parents with a grade, for each list of name servers. */
const MOST_GRADES = 16

/** Lists of name servers that are remembered: a machine that loses its link may lose its list for a while, too. */
const MOST_LISTS = 4

/** How often grades are confirmed while names resolve. */
const CONFIRM_MS = 10 * 60_000

/** Shortest time between two rounds, and the one for a minute with many rounds. Bounds what name servers are asked. */
const GAP_MS = 1_000
const LONG_GAP_MS = 2_000
const MANY_ROUNDS = 10
const MINUTE_MS = 60_000

/** How long found trouble is taken for granted where waiting for another round would delay a check. */
const TROUBLE_MS = 30_000

export class NameWitness {
  readonly #servers: () => readonly string[]
  readonly #answerMs: () => number
  readonly #now: () => number
  /** The latest domain comes last. */
  #domains: string[] = []
  readonly #gradesByList = new BoundedMap<string, Map<string, Grade>>(MOST_LISTS)
  /** Starts of the rounds in the last minute. */
  #starts: number[] = []
  #latest: Promise<NameAnswer> | null = null
  #isAsking = false
  #confirmedAt = Number.NEGATIVE_INFINITY
  #found: { trouble: NameTrouble; at: number } | null = null
  #cancel: () => void = () => {}

  constructor({ servers, answerMs = () => ANSWER_MS, now = () => performance.now() }: NameWitnessOptions) {
    this.#servers = servers
    this.#answerMs = answerMs
    this.#now = now
  }

  /** Notes that a name server had addresses for a name. Its domain becomes a parent of later questions. */
  noteResolved(name: string): void {
    const domain = getDomain(name)
    if (domain !== null && domain !== this.#domains.at(-1)) this.#remember(domain)
    if (this.#now() - this.#confirmedAt < CONFIRM_MS) return
    this.#confirmedAt = this.#now()
    void this.ask()
  }

  /**
   * Never rejects. The answer is at most 1 s old, or 2 s when it is asked for all the time; questions that come together
   * share one round.
   */
  ask(): Promise<NameAnswer> {
    const now = this.#now()
    this.#starts = this.#starts.filter((start) => now - start < MINUTE_MS)
    const gapMs = this.#starts.length < MANY_ROUNDS ? GAP_MS : LONG_GAP_MS
    const isFresh = this.#isAsking || now - (this.#starts.at(-1) ?? Number.NEGATIVE_INFINITY) < gapMs
    if (this.#latest === null || !isFresh) {
      this.#starts.push(now)
      this.#latest = this.#ask()
    }
    return this.#latest
  }

  ageMs({ at }: NameAnswer): number {
    return this.#now() - at
  }

  /** Null unless the name servers are known to have trouble. */
  async findTrouble(): Promise<NameTrouble | null> {
    const { kind } = await this.ask()
    return kind === 'answers' || kind === 'unknown' ? null : kind
  }

  /** As `findTrouble`, without a wait while trouble was found lately; it is looked for again meanwhile. */
  async findTroubleSoon(): Promise<NameTrouble | null> {
    const trouble = this.findTrouble()
    const isRecent = this.#found !== null && this.#now() - this.#found.at < TROUBLE_MS
    return isRecent ? this.#found!.trouble : trouble
  }

  /** Ends the round that is under way. */
  close(): void {
    this.#cancel()
  }

  /** What has been learned so far, to be restored after a restart. */
  state(): NameWitnessState {
    return Object.fromEntries([...this.#gradesByList].map(([list, grades]) => [list, Object.fromEntries(grades)]))
  }

  restore(state: NameWitnessState): void {
    for (const [list, grades] of Object.entries(state)) this.#gradesByList.set(list, new Map(Object.entries(grades)))
  }

  async #ask(): Promise<NameAnswer> {
    const servers = this.#servers()
    const grades = this.#gradesOf(servers)
    this.#isAsking = true
    const round = startNameRound(servers, this.#parents(grades), this.#answerMs())
    this.#cancel = round.cancel
    const heard = await round.decided
    const answer = { ...judge(heard, grades), at: this.#now() }
    this.#isAsking = false
    this.#note(answer)
    promote(heard, grades)
    void round.over.then(() => demote(heard, grades)).then(() => promote(heard, grades))
    return answer
  }

  #note({ kind, at }: NameAnswer): void {
    if (kind === 'answers') this.#confirmedAt = at
    this.#found = kind === 'answers' || kind === 'unknown' ? null : { trouble: kind, at }
  }

  /** The latest domains of the fleet, one that has led outside before, and the generic ones. */
  #parents(grades: ReadonlyMap<string, Grade>): string[] {
    const graded = [...grades.keys()].filter((parent) => !GENERIC.includes(parent))
    const proven = graded.filter((parent) => grades.get(parent) === 'outside').slice(-1)
    return [...new Set([...this.#domains, ...proven, ...GENERIC])]
  }

  #remember(domain: string): void {
    this.#domains = [...this.#domains.filter((other) => other !== domain), domain].slice(-DOMAINS_PER_ROUND)
  }

  #gradesOf(servers: readonly string[]): Map<string, Grade> {
    const list = servers.join(' ')
    const grades = this.#gradesByList.get(list) ?? new Map<string, Grade>()
    this.#gradesByList.set(list, grades)
    return grades
  }
}

/**
 * One answer from outside is enough. Without it, parents that led outside before count first: a server that still answers
 * from its own zones may have lost its line.
 */
function judge(heard: readonly Heard[], grades: ReadonlyMap<string, Grade>): Omit<NameAnswer, 'at'> {
  const { reaction, server } = bestOf(heard)
  if (reaction === 'outside') return { kind: 'answers', server }
  const isProven = heard.some(({ parent }) => grades.get(parent) === 'outside')
  if (reaction === 'inside') return { kind: isProven ? 'failing' : 'answers', server }
  const hasGrade = heard.some(({ parent }) => grades.has(parent))
  return { kind: hasGrade ? reaction : 'unknown', server }
}

const bestOf = (heard: readonly Heard[]): Heard =>
  heard.reduce((best, entry) => (rank(entry) < rank(best) ? entry : best), {
    parent: '',
    reaction: 'silent',
    server: null,
  })

const rank = ({ reaction }: Heard): number => REACTIONS.indexOf(reaction)

function promote(heard: readonly Heard[], grades: Map<string, Grade>): void {
  for (const { parent, reaction } of heard) {
    if (reaction === 'outside') grades.delete(parent)
    if (reaction === 'outside' || (reaction === 'inside' && !grades.has(parent))) grades.set(parent, reaction)
  }
  for (const parent of [...grades.keys()].slice(0, -MOST_GRADES)) grades.delete(parent)
}

/** A parent that fails while another one leads outside has trouble of its own, and loses its grade. */
function demote(heard: readonly Heard[], grades: Map<string, Grade>): void {
  if (!heard.some(({ reaction }) => reaction === 'outside')) return
  for (const { parent, reaction } of heard) if (reaction !== 'outside') grades.delete(parent)
}
