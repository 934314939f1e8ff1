/** Counts expensive work of tests for the runner. */
import { channel } from 'node:diagnostics_channel'

/** Carries the kind of each piece of work. */
export const WORK_CHANNEL = 'watchkeeper:test-work'

/** Names the file that collects the counts of all processes of a run. */
export const COUNTS_VARIABLE = 'WK_TEST_COUNTS'

export type Work = 'databases' | 'apps' | 'processes' | 'threads'

const work = channel(WORK_CHANNEL)

export const countWork = (kind: Work): void => work.publish(kind)
