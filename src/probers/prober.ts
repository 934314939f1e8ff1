import type { Static, TSchema } from 'typebox'
import type { TlsTerms } from '../core/monitors/tls-terms.ts'
import type { EgressPolicy } from '../core/platform/egress.ts'
import type { FailureResponse } from '../core/results/failure-response.ts'
import type { Observation, Verdict } from '../core/results/verdict.ts'
import type { CheckContext } from '../net/connection/dial.ts'

export interface SettingsRefusal {
  /** Of the setting, as the schema has it. */
  key: string
  message: string
}

/** A monitor type: how to look at a target, and what to make of what was seen. */
export interface Prober<S extends TSchema = TSchema, O extends Observation = Observation> {
  /** What a user may configure, with bounds and defaults. */
  settings: S
  /** Why this target cannot be checked, or must not be: `must be a URL`; null when it can. */
  refuseTarget(target: string, egress: EgressPolicy): string | null
  /** What the schema cannot say: settings that do not fit each other, the target or the egress policy. */
  refuseSettings?(settings: Static<S>, target: string, egress: EgressPolicy): SettingsRefusal | null
  /**
   * Looks at the target until `context.deadline` at the latest. A target that fails is an observation too.
   *
   * @throws ProbeTrouble for trouble at home
   */
  observe(target: string, settings: Static<S>, context: CheckContext): Promise<O>
  /** Host and port that show a certificate, as `endpoint` writes them; absent or null where none is shown. */
  tlsEndpoint?(target: string, settings: Static<S>, terms: TlsTerms | undefined): string | null
  /** Pure. */
  judge(observation: O, settings: Static<S>): Verdict
  /** What a target that failed answered; null when it did not. Asked after the verdict, which is not to wait for it. */
  captureResponse?(observation: O, settings: Static<S>): Promise<FailureResponse | null>
}

/** Ties the types of a prober's parts together. */
export const defineProber = <S extends TSchema, O extends Observation>(prober: Prober<S, O>): Prober<S, O> => prober
