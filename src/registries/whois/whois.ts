/** Asks WHOIS servers (RFC 3912): the registry's, and a registrar's where the registry tells no date. */
import type { DomainAnswer } from '../../core/expiry/domain.ts'
import type { ProbeTools } from '../../net/connection/tools.ts'
import type { TimeBudget } from '../budget.ts'
import { tldOf } from '../domain-name.ts'
import { answerWith, combine, silent, type Unknown } from '../silence.ts'
import type { Turnstile } from '../turnstile.ts'
import { readWhois, type WhoisReading } from './whois-answer.ts'
import { WhoisDirectory, whoisHost } from './whois-directory.ts'
import { askWhois, type WhoisPlace } from './whois-exchange.ts'
import { habitsFor, type WhoisHabits } from './whois-habits.ts'

export interface WhoisOptions {
  /** Unix ms. */
  now: () => number
  turnstile: Turnstile
  /** What servers are reached with that lists and referrals name. */
  net: ProbeTools
  /** What the operator's own is reached with. */
  trusted: ProbeTools
  /** Takes the place of all servers; null for the registries' own. */
  onlyServer: { host: string; port: number } | null
  /** Knows the server of every top-level domain. */
  iana: string
  /** Of all servers but the operator's. */
  port: number
}

/** What a server said about a domain; `referral` names who else may know. */
interface Told {
  kind: 'told'
  answer: DomainAnswer
  referral: string | null
}

export class Whois {
  private readonly options: WhoisOptions
  private readonly directory: WhoisDirectory

  constructor(options: WhoisOptions) {
    this.options = options
    this.directory = new WhoisDirectory(options.now)
  }

  async ask(domain: string, budget: TimeBudget): Promise<DomainAnswer> {
    const { onlyServer, trusted } = this.options
    const habits = habitsFor(domain)
    if (onlyServer !== null) {
      // Whatever stands in for all registries does not know the question of each
      const told = await this.askAbout(
        domain,
        { ...onlyServer, tools: trusted },
        { ...habits, question: asItIs },
        budget,
      )
      return told.kind === 'told' ? told.answer : told
    }
    const server = await this.serverFor(domain, budget)
    if (typeof server !== 'string') return server
    const told = await this.askAbout(domain, this.place(server), habits, budget)
    if (told.kind === 'unknown') return told
    const { answer, referral } = told
    if (answer.kind !== 'unknown' || referral === null) return answer
    return this.askRegistrar(domain, referral, server, answer, budget)
  }

  /** @param known what the registry said: all but the date */
  private async askRegistrar(
    domain: string,
    referral: string,
    registry: string,
    known: Unknown,
    budget: TimeBudget,
  ): Promise<DomainAnswer> {
    const server = whoisHost(referral)
    if (server === null || server === registry || budget.nextMs() === 0) return known
    const told = await this.askAbout(domain, this.place(server), {}, budget)
    return combine(known, told.kind === 'told' ? told.answer : told)
  }

  /** @returns the registry's server, or why there is none to ask */
  private async serverFor(domain: string, budget: TimeBudget): Promise<string | Unknown> {
    const known = this.directory.find(domain)
    const found = known === undefined ? await this.askIana(tldOf(domain), budget) : known
    if (found !== null) return found
    return silent('no_source', `the registry of .${tldOf(domain)} runs no WHOIS server`)
  }

  private async askIana(tld: string, budget: TimeBudget): Promise<string | null | Unknown> {
    const { iana, turnstile } = this.options
    const place = this.place(iana)
    const heard = await turnstile.pass(iana, async () => {
      const reply = await budget.spend((timeoutMs) => askWhois(place, tld, undefined, timeoutMs))
      return 'text' in reply ? { kind: 'heard' as const, text: reply.text } : reply
    })
    if (heard.kind === 'unknown') return heard
    const server = this.directory.learn(tld, heard.text)
    return server === undefined ? silent('unreadable', `${iana} said nothing of .${tld} that could be read`) : server
  }

  private askAbout(
    domain: string,
    place: WhoisPlace,
    habits: WhoisHabits,
    budget: TimeBudget,
  ): Promise<Told | Unknown> {
    const { host, port } = place
    const question = (habits.question ?? asItIs)(domain)
    return this.options.turnstile.pass(port === this.options.port ? host : `${host}:${port}`, async () => {
      const reply = await budget.spend((timeoutMs) => askWhois(place, question, habits.charset, timeoutMs))
      return 'text' in reply ? judge(readWhois(reply.text, domain, host, habits), host) : reply
    })
  }

  private place(host: string): WhoisPlace {
    return { host, port: this.options.port, tools: this.options.net }
  }
}

const asItIs = (domain: string): string => domain

function judge(reading: WhoisReading, server: string): Told | Unknown {
  switch (reading.kind) {
    case 'registered':
      return { kind: 'told', answer: answerWith(reading.registration), referral: reading.referral }
    case 'unregistered':
      return { kind: 'told', answer: { kind: 'unregistered', source: 'whois', server }, referral: null }
    case 'limited':
      return silent('rate_limited', `${server} says that it was asked too often`)
    case 'refused':
      return silent('not_published', `${server} does not tell us`)
    case 'unreadable':
      return silent('unreadable', `${server} ${reading.why}`)
  }
}
