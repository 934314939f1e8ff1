/**
 * The part of the network with which a probe verifies its own connection. Tests and simulations replace it. No method
 * rejects. No method needs a time limit, because the caller has one.
 */
import type { RoutePath, Witness } from '../../core/probes/witness.ts'

/** Reaction of the probe's name servers to a name that no cache can hold. */
export interface DnsHealth {
  /** `unknown`: no good answer, and never one to such a question before. */
  kind: 'answers' | 'silent' | 'refused' | 'failing' | 'unknown'
  /** Address of the name server with the best answer; null when none answered. */
  server: string | null
  /** Age of a reused answer. */
  ageMs?: number
}

/** Whether this machine has a usable default route for one IP version: a link with a carrier. */
export interface UplinkStatus {
  isUp: boolean
  /** For display: `interface eth0 has no carrier`. Null when there is no trouble. */
  trouble: string | null
}

export interface WitnessNetwork {
  /**
   * Reaches a host as in its last check: one TCP connection that is closed at once, one echo request, or one DNS query
   * over UDP.
   *
   * @param signal aborts the attempt
   * @returns whether the host answered; a refused connection is no answer. May stay pending until the signal aborts
   */
  reach(witness: Witness, signal: AbortSignal): Promise<boolean>
  /** @returns null without a route */
  findPath(address: string): Promise<RoutePath | null>
  /**
   * Names of the interfaces that are up, as in `RoutePath`. Takes a tenth of a millisecond, too long for every check.
   */
  readInterfaces(): ReadonlySet<string>
  /** Queries the name servers of this machine for a name that no cache can hold. Ends within a few seconds. */
  queryFreshName(): Promise<DnsHealth>
  readUplink(family: 4 | 6): Promise<UplinkStatus>
}
