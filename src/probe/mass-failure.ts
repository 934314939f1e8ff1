/**
 * Whether the failures that a probe sees look like its own: when most of the hosts it tried last have only just begun to
 * fail, the road to all of them is the likelier culprit.
 */
import { MINUTE_MS } from '../core/time.ts'
import { hostOf, isLoopback } from './target-host.ts'

/** How many hosts are looked back at, and how many of them it takes; fewer when fewer are watched, but never one. */
const MOST_HOSTS = 10
const ENOUGH_HOSTS = 5
const FEWEST_HOSTS = 2

/** More than this share of them must fail. */
const FAILING_SHARE = 0.8

/** What was found longer ago is no evidence any more. */
const EVIDENCE_MS = 10 * MINUTE_MS

/** Findings kept: enough to find that many hosts even when one of them is checked far more often than the rest. */
const MOST_FINDINGS = 100

export interface Finding {
  /** As the monitor has it. */
  target: string
  /** Where the check went, if it got there. */
  remoteAddress: string | null
  isFailing: boolean
  /** Milliseconds of any clock that never jumps. */
  at: number
}

/** What was found last. Every check that passes is noted, so noting is cheap and all the thinking is done when asked. */
export class Findings {
  readonly #ring: (Finding | undefined)[] = new Array(MOST_FINDINGS)
  #count = 0

  /** Only what is news: a host that was down all along says nothing about the road to it. */
  note(finding: Finding): void {
    this.#ring[this.#count++ % MOST_FINDINGS] = finding
  }

  lookLikeOurs(now: number): boolean {
    return isMassFailure(latestByHost(this.#latestFirst(now - EVIDENCE_MS)))
  }

  *#latestFirst(since: number): Generator<Finding> {
    const oldest = Math.max(0, this.#count - MOST_FINDINGS)
    for (let i = this.#count - 1; i >= oldest; i--) {
      const finding = this.#ring[i % MOST_FINDINGS]!
      if (finding.at < since) return
      yield finding
    }
  }
}

/** Whether each of the hosts that were tried last fails, the latest first. Checks that needed no network do not count. */
function latestByHost(findings: Iterable<Finding>): boolean[] {
  const failing = new Map<string, boolean>()
  for (const finding of findings) {
    const host = hostOf(finding.target)
    if (failing.has(host) || !needsNetwork(finding)) continue
    failing.set(host, finding.isFailing)
    if (failing.size === MOST_HOSTS) break
  }
  return [...failing.values()]
}

/** Neither the host nor the address the check went to is this machine. */
export const needsNetwork = ({ target, remoteAddress }: Pick<Finding, 'target' | 'remoteAddress'>): boolean =>
  !isLoopback(hostOf(target)) && (remoteAddress === null || !isLoopback(remoteAddress))

/**
 * @param failing whether each host fails, the latest first. The passes from before the trouble are at the end, so some
 *   run from the start must be bad enough, not the whole
 */
export function isMassFailure(failing: readonly boolean[]): boolean {
  if (failing.length < FEWEST_HOSTS) return false
  const needed = Math.min(ENOUGH_HOSTS, failing.length)
  let failed = 0
  return failing.some((isFailing, i) => {
    if (isFailing) failed += 1
    const seen = i + 1
    return seen >= needed && failed > seen * FAILING_SHARE
  })
}
