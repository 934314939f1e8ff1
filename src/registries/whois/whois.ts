/** Queries WHOIS servers (RFC 3912): the registry's, and a registrar's if the registry publishes no date. */
import type { DomainAnswer } from '../../core/expiry/domain.ts'
import type { ProbeTools } from '../../net/connection/tools.ts'
import type { TimeBudget } from '../budget.ts'
import { mergeAnswers, toAnswer, toUnknownAnswer, type UnknownAnswer } from '../lookup-answer.ts'
import { getTld } from '../registration-values.ts'
import type { ServerThrottle } from '../server-throttle.ts'
import { findFormat, readWhois, type WhoisFormat, type WhoisReading } from './whois-answer.ts'
import { parseWhoisHost, WhoisDirectory } from './whois-directory.ts'
import { queryWhois, type WhoisServer } from './whois-query.ts'

export interface WhoisOptions {
  /** Unix ms. */
  now: () => number
  throttle: ServerThrottle
  /** Tools for servers named in lists and referrals. */
  net: ProbeTools
  /** Tools for the operator's server. */
  trusted: ProbeTools
  /** Used instead of all servers; null for the registries' servers. */
  onlyServer: { host: string; port: number } | null
  /** Server that lists the server of every top-level domain. */
  iana: string
  /** Port of all servers except the operator's. */
  port: number
}

/** Answer of a server about a domain; `referral` names another server that may have data. */
interface WhoisAnswer {
  kind: 'answered'
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

  async query(domain: string, budget: TimeBudget): Promise<DomainAnswer> {
    const { onlyServer, trusted } = this.options
    const format = findFormat(domain)
    if (onlyServer !== null) {
      // A server that replaces all registries does not support their special queries
      const answered = await this.queryServer(
        domain,
        { ...onlyServer, tools: trusted },
        { ...format, toQuery: toPlainQuery },
        budget,
      )
      return answered.kind === 'answered' ? answered.answer : answered
    }
    const server = await this.findServer(domain, budget)
    if (typeof server !== 'string') return server
    const answered = await this.queryServer(domain, this.toServer(server), format, budget)
    if (answered.kind === 'unknown') return answered
    const { answer, referral } = answered
    if (answer.kind !== 'unknown' || referral === null) return answer
    return this.queryRegistrar(domain, referral, server, answer, budget)
  }

  /** @param known data of the registry without the date */
  private async queryRegistrar(
    domain: string,
    referral: string,
    registry: string,
    known: UnknownAnswer,
    budget: TimeBudget,
  ): Promise<DomainAnswer> {
    const server = parseWhoisHost(referral)
    if (server === null || server === registry || budget.getNextMs() === 0) return known
    const answered = await this.queryServer(domain, this.toServer(server), {}, budget)
    return mergeAnswers(known, answered.kind === 'answered' ? answered.answer : answered)
  }

  /** @returns the registry's server, or why there is none */
  private async findServer(domain: string, budget: TimeBudget): Promise<string | UnknownAnswer> {
    const known = this.directory.find(domain)
    const found = known === undefined ? await this.queryIana(getTld(domain), budget) : known
    if (found !== null) return found
    return toUnknownAnswer('no_source', `the registry of .${getTld(domain)} has no WHOIS server`)
  }

  private async queryIana(tld: string, budget: TimeBudget): Promise<string | null | UnknownAnswer> {
    const { iana, throttle } = this.options
    const whoisServer = this.toServer(iana)
    const received = await throttle.run(iana, async () => {
      const reply = await budget.run((timeoutMs) => queryWhois(whoisServer, tld, undefined, timeoutMs))
      return 'text' in reply ? { kind: 'received' as const, text: reply.text } : reply
    })
    if (received.kind === 'unknown') return received
    const server = this.directory.addFromIana(tld, received.text)
    return server === undefined
      ? toUnknownAnswer('unreadable', `${iana} returned no readable data about .${tld}`)
      : server
  }

  private queryServer(
    domain: string,
    whoisServer: WhoisServer,
    format: WhoisFormat,
    budget: TimeBudget,
  ): Promise<WhoisAnswer | UnknownAnswer> {
    const { host, port } = whoisServer
    const question = (format.toQuery ?? toPlainQuery)(domain)
    return this.options.throttle.run(port === this.options.port ? host : `${host}:${port}`, async () => {
      const reply = await budget.run((timeoutMs) => queryWhois(whoisServer, question, format.charset, timeoutMs))
      return 'text' in reply ? toWhoisAnswer(readWhois(reply.text, domain, host, format), host) : reply
    })
  }

  private toServer(host: string): WhoisServer {
    return { host, port: this.options.port, tools: this.options.net }
  }
}

const toPlainQuery = (domain: string): string => domain

function toWhoisAnswer(reading: WhoisReading, server: string): WhoisAnswer | UnknownAnswer {
  switch (reading.kind) {
    case 'registered':
      return { kind: 'answered', answer: toAnswer(reading.registration), referral: reading.referral }
    case 'unregistered':
      return { kind: 'answered', answer: { kind: 'unregistered', source: 'whois', server }, referral: null }
    case 'limited':
      return toUnknownAnswer('rate_limited', `${server} rate limits queries`)
    case 'refused':
      return toUnknownAnswer('not_published', `${server} refuses to answer`)
    case 'unreadable':
      return toUnknownAnswer('unreadable', `${server} ${reading.why}`)
  }
}
