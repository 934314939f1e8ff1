/** Jobs that send pings with the real curl, as documented. */
import { spawn } from 'node:child_process'
import type { Job, PingClient } from '../script.ts'
import { toNamespaceCommand } from './network.ts'

/** Same as in the README, except for the retries. */
const OPTIONS: Readonly<Record<PingClient, readonly string[]>> = {
  'no retry': [],
  '--retry 3': ['--retry', '3'],
  '--retry 3 --retry-connrefused': ['--retry', '3', '--retry-connrefused'],
}

/** Sends one ping without waiting for its end. */
export function ping(site: string, { client }: Job, url: string): void {
  const [command, ...args] = [...toNamespaceCommand(site), 'curl', '-sm', '10', ...OPTIONS[client], url]
  spawn(command!, args, { stdio: 'ignore' }).on('error', () => {})
}
