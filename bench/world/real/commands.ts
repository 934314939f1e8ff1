/** Runs system commands to completion. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** @throws Error with the command and its error output */
export async function run(command: string, ...args: string[]): Promise<string> {
  try {
    return (await execute(command, args)).stdout
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new Error(`${[command, ...args].join(' ')}: ${stderr?.trim() || error}`)
  }
}

interface BatchOptions {
  /** Continues after failed commands and reports no failure. */
  force?: boolean
}

/**
 * Runs commands of `ip`, one per line, in two processes: first commands for IPv4 and links, then commands that begin
 * with `-6`.
 *
 * @throws Error with the first message, unless `force` is set
 */
export async function runIpBatch(
  namespace: string,
  lines: readonly string[],
  options: BatchOptions = {},
): Promise<void> {
  const isSix = (line: string): boolean => line.startsWith('-6 ')
  await runBatch(
    ['-n', namespace],
    lines.filter((line) => !isSix(line)),
    options,
  )
  await runBatch(
    ['-6', '-n', namespace],
    lines.filter(isSix).map((line) => line.slice(3)),
    options,
  )
}

async function runBatch(flags: string[], lines: readonly string[], { force = false }: BatchOptions): Promise<void> {
  if (lines.length === 0) return
  const running = execute('ip', [...flags, ...(force ? ['-force'] : []), '-batch', '-'])
  // A command that ends early reports its own error
  running.child.stdin!.on('error', () => {})
  running.child.stdin!.end(`${lines.join('\n')}\n`)
  await running.catch((error: { stderr?: string }) => {
    if (!force) throw new Error(`ip ${flags.join(' ')}: ${error.stderr?.trim()}`)
  })
}
