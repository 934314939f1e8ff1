/** Evaluations and incidents for tests, with defaults for everything that a test does not set. */

import type { Evaluation } from '../../../src/core/incidents/evaluation.ts'
import type { Incident, IncidentMonitor } from '../../../src/core/incidents/incident.ts'
import type { RuntimeStatus } from '../../../src/core/monitors/monitor.ts'
import type { Judgement } from '../../../src/core/results/state.ts'
import type { ErrorType } from '../../../src/core/results/verdict.ts'

export const SHOP: IncidentMonitor = {
  key: 1,
  id: 'alice-monitor-0',
  organizationId: 'alice',
  projectId: 'alice',
  name: 'Shop',
  type: 'HTTP',
  target: 'https://shop.example.test/',
  status: 'active',
  runtimeStatus: 'up',
}

export const createTestIncident = (over: Partial<Incident> = {}): Incident => ({
  id: 'incident',
  organizationId: SHOP.organizationId,
  projectId: SHOP.projectId,
  monitor: SHOP,
  groupId: null,
  createdBy: null,
  family: 'availability',
  status: 'open',
  severity: 'critical',
  type: 'timeout',
  source: 'system',
  title: '"Shop" is down',
  errorMessage: 'no answer in 10000 ms',
  publicTitle: null,
  statusPageUpdate: null,
  startedAt: 1_000,
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedVia: null,
  snoozedUntil: null,
  snoozedBy: null,
  snoozedVia: null,
  resolvedAt: null,
  resolvedBy: null,
  resolutionNote: null,
  reopenedAt: null,
  reopenings: 0,
  healthyMs: 0,
  affectedRegions: ['eu'],
  affectedMonitorIds: [],
  failureCount: 2,
  createdAt: 1_000,
  updatedAt: 1_000,
  ...over,
})

/** Status and error of each condition; `partly` means one of several regions is down. */
const JUDGEMENTS: Record<string, [Judgement['status'], ErrorType | null]> = {
  up: ['up', null],
  down: ['down', 'timeout'],
  slow: ['degraded', 'slow_response'],
  partly: ['degraded', 'connection_error'],
  unknown: ['unknown', null],
}

export type Condition = 'up' | 'down' | 'slow' | 'partly' | 'unknown'

export const createJudgement = (condition: Condition, errorType?: ErrorType): Judgement => {
  const [status, usual] = JUDGEMENTS[condition]!
  const isWrong = usual !== null
  return {
    status,
    reason: `${status}: because`,
    errorType: errorType ?? usual,
    errorMessage: isWrong ? `${errorType ?? usual} it was` : null,
    affectedRegions: isWrong ? ['eu'] : [],
  }
}

/** Creates an evaluation with one status change to `condition` at `at`; without `from` the status stays. */
export function createEvaluation(
  condition: Condition,
  at: number,
  { from, errorType, ...over }: Partial<Evaluation> & { from?: RuntimeStatus; errorType?: ErrorType } = {},
): Evaluation {
  const judged = createJudgement(condition, errorType)
  const isFailing = condition === 'down' || condition === 'partly'
  return {
    monitorKey: SHOP.key,
    changes: from === undefined ? [] : [{ from, to: judged.status, at, reason: judged.reason }],
    judged,
    failures: isFailing ? 2 : 0,
    failingRegions: isFailing ? ['eu'] : [],
    at,
    ...over,
  }
}
