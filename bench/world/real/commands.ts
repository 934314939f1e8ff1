/** Commands of the system, run to their end. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** @throws Error with the command and its own message */
export async function run(command: string, ...args: string[]): Promise<string> {
  try {
    return (await execute(command, args)).stdout
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new Error(`${[command, ...args].join(' ')}: ${stderr?.trim() || error}`)
  }
}

interface BatchOptions {
  /** Goes on after a command that fails, and reports none of them. */
  force?: boolean
}

/**
 * Runs commands of `ip`, one per line, in two processes: first those of IPv4 and of links, then those that begin with `-6`.
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
  // A command that ends early says why by itself
  running.child.stdin!.on('error', () => {})
  running.child.stdin!.end(`${lines.join('\n')}\n`)
  await running.catch((error: { stderr?: string }) => {
    if (!force) throw new Error(`ip ${flags.join(' ')}: ${error.stderr?.trim()}`)
  })
}
