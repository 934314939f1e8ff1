/** Dependencies of an app that sends notifications over a real network. */
import assert from 'node:assert/strict'
import type { ApiDeps } from '../../../src/api/platform/deps.ts'
import type { Mailer } from '../../../src/channels/mailer.ts'
import { createSendAttempt } from '../../../src/channels/send-attempt.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { Deadline } from '../../../src/net/connection/deadline.ts'
import { createProbeTools } from '../../../src/net/connection/tools.ts'
import type { Cleanup } from '../database/stores.ts'
import { TEST_CONFIG } from './app.ts'
import { unsubscribe } from './unsubscribe.ts'

/** A timeout longer than any stall of the machine. */
export const PATIENT_MS = 60_000

/** The test receivers check timestamps by the real clock. */
const realNow = () => performance.timeOrigin + performance.now()

/** Sends over a real network, as the program does. */
export function createNetworkDeps(
  t: Cleanup,
  mode: 'any' | 'public' = 'any',
  mailer: Mailer | null = null,
): Partial<ApiDeps> {
  const egress = createEgressPolicy({ mode })
  const net = { ...createProbeTools({ egress }), deadline: () => new Deadline(PATIENT_MS) }
  t.after(() => net.resolver.close())
  return {
    egress,
    sendAttempt: createSendAttempt({ net, now: realNow, mailer, baseUrl: TEST_CONFIG.baseUrl, unsubscribe }, (error) =>
      assert.fail(String(error)),
    ),
  }
}
