/** Runs one check against one of the test targets, as the runner does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Value } from 'typebox/value'
import type { TlsTerms } from '../../src/core/monitors/monitor.ts'
import { createEgressPolicy } from '../../src/core/platform/egress.ts'
import type { ProbeKind } from '../../src/core/probes/protocol.ts'
import type { TraceLog } from '../../src/core/results/trace-step.ts'
import {
  closeProbeTools,
  createProbeTools,
  type ProbeTools,
  type ProbeToolsOptions,
} from '../../src/net/connection/tools.ts'
import { createResolver } from '../../src/net/dns/resolver.ts'
import { PROBERS } from '../../src/probers/index.ts'
import { type ProberOutcome, runCheck } from '../../src/probers/run-check.ts'
import { NO_RETRY_MS as DNS_PATIENT_MS } from '../support/targets/resolvers.ts'
import { LoopTurnDeadline } from '../support/time/loop-turn-deadline.ts'

export interface TestTools extends Partial<ProbeToolsOptions> {
  /** How long to wait for a name server's answer before asking again. */
  retryDelayMs?: number
}

/** Tools with timeouts so long that a stalled machine causes neither a timeout nor a retry. */
export function makeTools(t: TestContext, { retryDelayMs = DNS_PATIENT_MS, ...options }: TestTools = {}): ProbeTools {
  const { egress = createEgressPolicy({ mode: 'any' }), dnsServers = [] } = options
  const tools = {
    ...createProbeTools({ ...options, egress }),
    resolver: createResolver({ servers: dnsServers, hidesNetwork: egress.hidesNetwork, retryDelayMs: retryDelayMs }),
    deadline: (totalMs: number) => new LoopTurnDeadline(totalMs),
  }
  t.after(() => closeProbeTools(tools))
  return tools
}

/** Long enough for any target that answers. */
const PATIENT_MS = 10_000

export interface CheckOptions {
  type?: ProbeKind
  settings?: Record<string, unknown>
  timeoutMs?: number
  tools?: ProbeTools
  certificateMark?: number
  tls?: TlsTerms
  log?: TraceLog
  knownGood?: readonly string[]
}

export function check(t: TestContext, target: string, options: CheckOptions = {}): Promise<ProberOutcome> {
  const { type = 'HTTP', settings = {}, timeoutMs = PATIENT_MS, tools = makeTools(t) } = options
  const whole = Value.Default(PROBERS[type].settings, structuredClone(settings))
  const { certificateMark = null, tls, log, knownGood = null } = options
  const request = { type, target, settings: whole, timeoutMs, certificateHash: certificateMark, tls, knownGood }
  return runCheck(request, tools, log && { log })
}

/** The parts of an outcome that a user sees. */
export const verdictOf = ({ status, errorType, errorMessage }: ProberOutcome) => [status, errorType, errorMessage]

export function fileWith(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'watchkeeper-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'file')
  writeFileSync(path, text)
  return path
}
