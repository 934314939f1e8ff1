/** Inspects the machine: Node version, memory, open-file limit and clock. */

import { execFile } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import { openFileLimit } from '../../runtime/open-files.ts'
import { createFailure, createPass, createWarning, type Finding } from './finding.ts'

/** The minimum version of `package.json`. */
const OLDEST_NODE = '24.7'

/** A server with a few hundred monitors takes 150 MB; peaks of requests and results need additional memory. */
const LOW_MEMORY = 256 * 1024 * 1024

/** Enough for 2,000 checks, 1,000 event streams and the database. */
const LOW_FILES = 4_096

export interface Machine {
  nodeVersion: string
  /** Bytes of the machine, or of the container if it has less. */
  memory: number
  processors: number
  /** Null when it is unknown or unlimited. */
  openFiles: number | null
  /** Whether the clock is synchronized; null when it is unknown. */
  isClockSet: boolean | null
}

export async function findMachine(signal: AbortSignal): Promise<Machine> {
  const constrained = process.constrainedMemory()
  return {
    nodeVersion: process.versions.node,
    memory: constrained > 0 ? Math.min(constrained, totalmem()) : totalmem(),
    processors: availableParallelism(),
    openFiles: openFileLimit(),
    isClockSet: await isClockSet(signal),
  }
}

function isClockSet(signal: AbortSignal): Promise<boolean | null> {
  const { promise, resolve } = Promise.withResolvers<boolean | null>()
  execFile('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'], { signal, timeout: 3_000 }, (error, stdout) =>
    resolve(error ? null : stdout.trim() === 'yes'),
  )
  return promise
}

function isOlderNode(version: string): boolean {
  const [major, minor] = version.split('.').map(Number) as [number, number]
  const [oldestMajor, oldestMinor] = OLDEST_NODE.split('.').map(Number) as [number, number]
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor)
}

export function judgeMachine({ nodeVersion, memory, processors, openFiles, isClockSet }: Machine): Finding[] {
  const mebibytes = Math.round(memory / 1024 / 1024)
  return [
    isOlderNode(nodeVersion)
      ? createFailure(
          'Node',
          `${nodeVersion} is too old`,
          `Use Node ${OLDEST_NODE} or newer. "npm ci" installs a suitable version next to the program.`,
        )
      : createPass('Node', nodeVersion),
    memory < LOW_MEMORY
      ? createWarning('Memory', `only ${mebibytes} MiB`, 'Give the machine or container at least 512 MiB.')
      : createPass('Memory', `${mebibytes} MiB, ${processors} processors`),
    openFiles !== null && openFiles < LOW_FILES
      ? createWarning(
          'Open files',
          `limit of ${openFiles} for programs started from this shell`,
          'Set LimitNOFILE=65536 in the systemd unit, ulimit -n 65536 in a shell, or "ulimits" for a container.',
        )
      : createPass('Open files', openFiles === null ? 'no known limit' : `limit of ${openFiles}`),
    judgeClockSync(isClockSet),
  ]
}

function judgeClockSync(isSet: boolean | null): Finding {
  if (isSet === true) return createPass('Clock', 'synchronized (NTP)')
  if (isSet === null)
    return createPass('Clock', 'synchronization unknown (in a container, the host synchronizes the clock)')
  return createWarning('Clock', 'not synchronized', 'Run timedatectl set-ntp true, or install chrony.')
}
