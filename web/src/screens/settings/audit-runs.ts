/** Runs of entries of the audit log: one action of one person, often one batch. */
import type { Schemas } from '../../api/types.ts'

type Entry = Schemas['AuditEntry']

/** Fewer entries are shown as they are. */
const MIN_RUN = 3

const MINUTE_MS = 60_000

/** Groups adjacent entries with the same action and actor in the same minute. Shorter runs are single entries. */
export function groupRuns(entries: readonly Entry[]): Entry[][] {
  const runs: Entry[][] = []
  for (const entry of entries) {
    const last = runs.at(-1)
    if (last && isSameRun(last[0]!, entry)) last.push(entry)
    else runs.push([entry])
  }
  return runs.flatMap((run) => (run.length < MIN_RUN ? run.map((entry) => [entry]) : [run]))
}

const isSameRun = (one: Entry, other: Entry): boolean =>
  one.action === other.action &&
  one.actor.name === other.actor.name &&
  one.ip === other.ip &&
  toMinute(one) === toMinute(other)

const toMinute = ({ created_at: at }: Entry): number => Math.floor(Date.parse(at) / MINUTE_MS)
