import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createCommand, createEnvironment } from '../../support/programs/program.ts'
import { defineAttack } from '../attack.ts'
import type { Stage } from '../stage/stage.ts'

/** More than ten times the duration of a refusal; a server that started by mistake is then ended. */
const PATIENCE_MS = 10_000

/** A line of a stack trace. */
const STACK = /^ {4}at .*:\d+:\d+\)?$/m

export const commandLine = defineAttack({
  name: 'command-line',
  title: 'unknown arguments, --help, and an output that takes nothing',
  bar: 'unknown arguments are refused without starting or creating anything, --help explains every command, and no command prints a stack trace',
  databases: ['sqlite'],
  async run(stage) {
    const commands = (await listCommands(stage)).filter((command) => command !== 'version')
    stage.record('commands', commands.length)
    for (const args of [
      ['serve', '--port', '99'],
      ['serve', 'now'],
      ['migrate', '--no-such'],
      ['healthy', '--no-such'],
    ])
      await expectRefusal(stage, args)
    for (const command of commands) await expectHelp(stage, command)
    await expectNoStack(stage)
  },
})

interface CommandResult {
  /** Null when the process had to be killed. */
  code: number | null
  output: string
  hasData: boolean
}

async function run(stage: Stage, args: readonly string[], outputFile?: string): Promise<CommandResult> {
  const dataDir = join(stage.folder(), 'data')
  const output = outputFile === undefined ? null : openSync(outputFile, 'w')
  const [command, ...rest] = createCommand(stage.root, args)
  const child = spawn(command!, rest, {
    cwd: stage.root,
    env: createEnvironment({ WK_DATA_DIR: dataDir, WK_PORT: '0', WK_LOCAL_PROBE: 'off' }),
    stdio: ['ignore', output ?? 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  await Promise.race([ended, delay(PATIENCE_MS, null, { ref: false })])
  if (child.exitCode === null) child.kill('SIGKILL')
  const code = await ended
  if (output !== null) closeSync(output)
  return { code, output: text, hasData: existsSync(dataDir) }
}

/** Returns the commands that `help` lists. */
async function listCommands(stage: Stage): Promise<string[]> {
  const { output } = await run(stage, ['help'])
  return [...output.matchAll(/^ {2}([a-z-]+)\b/gm)].map(([, name]) => name!)
}

async function expectRefusal(stage: Stage, args: readonly string[]): Promise<void> {
  const { code, hasData } = await run(stage, args)
  stage.record(args.join(' '), code === null ? 'started' : `ended with ${code}`)
  stage.expect(code !== null && code !== 0, `${args.join(' ')} is not refused`)
  stage.expect(!hasData, `${args.join(' ')} creates a data folder`)
}

async function expectHelp(stage: Stage, command: string): Promise<void> {
  const { code, output, hasData } = await run(stage, [command, '--help'])
  const isHelp = code === 0 && output.includes(command)
  if (!isHelp) stage.record(`${command} --help`, code === null ? 'started' : `ended with ${code}`)
  stage.expect(isHelp, `${command} --help does not help: ${output.slice(0, 120)}`)
  stage.expect(!hasData, `${command} --help creates a data folder`)
}

async function expectNoStack(stage: Stage): Promise<void> {
  for (const args of [['doctor'], ['help'], ['doctor', '--help']]) {
    const { output } = await run(stage, args, '/dev/full')
    stage.expect(!STACK.test(output), `${args.join(' ')} prints a stack trace on a full output`)
  }
}
