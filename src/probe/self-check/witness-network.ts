/**
 * The part of the network that a probe uses to find out whether its own connection works. Tests and simulated worlds
 * replace it. No method rejects, and none needs a time limit of its own: the caller stops waiting by its own clock.
 */
import type { RoutePath, Witness } from '../../core/probes/witness.ts'

/** What the probe's name servers do with a name that no cache can hold. */
export interface DnsHealth {
  /** `unknown`: no good answer, and there never was one to such a question. */
  kind: 'answers' | 'silent' | 'refused' | 'failing' | 'unknown'
  /** Address of the name server that gave the best answer; null when none gave any. */
  server: string | null
  /** How old the answer is, where an earlier one is given again. */
  ageMs?: number
}

/** Whether this machine has a way out over one IP version: a link, a carrier, a default route. */
export interface UplinkStatus {
  isUp: boolean
  /** For people: `interface eth0 has no carrier`. Null when there is none. */
  trouble: string | null
}

export interface WitnessNetwork {
  /**
   * Reaches a host as it was reached before: one TCP connection that is closed at once, one echo request, or one DNS
   * query over UDP.
   *
   * @param signal ends the attempt
   * @returns whether the host answered; a refused connection is no answer. May stay pending until the signal aborts
   */
  reach(witness: Witness, signal: AbortSignal): Promise<boolean>
  /** @returns null without a route */
  findPath(address: string): Promise<RoutePath | null>
  /** Names of the interfaces that are up, as in `Path`. Takes a tenth of a millisecond, too long for every check. */
  readInterfaces(): ReadonlySet<string>
  /** Asks the name servers of this machine for a name that no cache can hold. Ends by itself within a few seconds. */
  queryFreshName(): Promise<DnsHealth>
  readUplink(family: 4 | 6): Promise<UplinkStatus>
}
