import type { Static, TSchema } from 'typebox'
import type { TlsTerms } from '../core/monitors/monitor.ts'
import type { EgressPolicy } from '../core/platform/egress.ts'
import type { FailureResponse } from '../core/results/failure-response.ts'
import type { Observation, Verdict } from '../core/results/verdict.ts'
import type { CheckContext } from '../net/connection/dial.ts'

export interface SettingsRefusal {
  /** Key of the setting in the schema. */
  key: string
  message: string
}

/** A monitor type: observes a target and judges the observation. */
export interface Prober<S extends TSchema = TSchema, O extends Observation = Observation> {
  /** Settings of the user, with limits and defaults. */
  settings: S
  /** Returns why this target cannot or must not be checked: `must be a URL`; null when it can. */
  refuseTarget(target: string, egress: EgressPolicy): string | null
  /** Refuses settings that the schema cannot exclude: conflicts with each other, the target or the egress policy. */
  refuseSettings?(settings: Static<S>, target: string, egress: EgressPolicy): SettingsRefusal | null
  /**
   * Observes the target, at most until `context.deadline`. A failing target is an observation too.
   *
   * @throws ProbeError for trouble on the probe's side
   */
  observe(target: string, settings: Static<S>, context: CheckContext): Promise<O>
  /** Host and port with a certificate, as formatted by `formatEndpoint`; absent or null when there is none. */
  tlsEndpoint?(target: string, settings: Static<S>, terms: TlsTerms | undefined): string | null
  /** Pure. */
  judge(observation: O, settings: Static<S>): Verdict
  /**
   * Returns the response of a failing target; null without a response. Called after the verdict, which must not wait
   * for it.
   */
  captureResponse?(observation: O, settings: Static<S>): Promise<FailureResponse | null>
}

/** Links the type parameters of the parts of a prober. */
export const defineProber = <S extends TSchema, O extends Observation>(prober: Prober<S, O>): Prober<S, O> => prober
