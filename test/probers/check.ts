/** Runs one check against one of the targets, the way the runner does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Value } from 'typebox/value'
import { makeEgressPolicy } from '../../src/core/egress.ts'
import type { ProbeKind } from '../../src/core/protocol.ts'
import type { TlsTerms } from '../../src/core/tls-terms.ts'
import { closeProbeTools, makeProbeTools, type ProbeTools, type ProbeToolsOptions } from '../../src/net/tools.ts'
import { PROBERS } from '../../src/probers/index.ts'
import { type CheckOutcome, runCheck } from '../../src/probers/run-check.ts'

export function makeTools(t: TestContext, options: Partial<ProbeToolsOptions> = {}): ProbeTools {
  const tools = makeProbeTools({ egress: makeEgressPolicy({ mode: 'any' }), ...options })
  t.after(() => closeProbeTools(tools))
  return tools
}

/** Long enough for anything that answers at all. */
const PATIENT_MS = 10_000

export interface CheckOptions {
  type?: ProbeKind
  settings?: Record<string, unknown>
  timeoutMs?: number
  tools?: ProbeTools
  certificateMark?: number
  tls?: TlsTerms
}

export function check(t: TestContext, target: string, options: CheckOptions = {}): Promise<CheckOutcome> {
  const { type = 'HTTP', settings = {}, timeoutMs = PATIENT_MS, tools = makeTools(t) } = options
  const whole = Value.Default(PROBERS[type].settings, structuredClone(settings))
  const { certificateMark = null, tls } = options
  return runCheck({ type, target, settings: whole, timeoutMs, certificateMark, tls }, tools)
}

/** What a user reads of an outcome. */
export const verdictOf = ({ status, errorType, errorMessage }: CheckOutcome) => [status, errorType, errorMessage]

export function fileWith(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'watchkeeper-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'file')
  writeFileSync(path, text)
  return path
}
