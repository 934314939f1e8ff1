/**
 * `npm run bench` lists the benches; `npm run bench -- NAME [arguments]` runs one. `--toy` runs it for seconds at a size
 * that only shows that it works.
 *
 * A run has its own process group and its own folder for temporary files. However the run ends, its processes end and
 * the folder is removed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ensureBundle } from '../scripts/ensure-bundle.ts'
import { endRunProcesses } from './support/run-processes.ts'
import { TOY_VARIABLE } from './support/size.ts'

const FOLDER = import.meta.dirname
const TOY_FLAG = '--toy'

/** Returns the names of all benches: the files of this folder. */
export const listBenches = (): string[] =>
  globSync('*.ts', { cwd: FOLDER })
    .map((file) => basename(file, '.ts'))
    .filter((bench) => bench !== 'run')
    .sort()

/** Returns the first sentence of a bench's head comment. */
function readSummary(name: string): string {
  const head = /\/\*\*([\s\S]*?)\*\//.exec(readFileSync(join(FOLDER, `${name}.ts`), 'utf8'))?.[1] ?? ''
  const text = head
    .replace(/^\s*\* ?/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text.split(/[.:](?= |$)/, 1)[0]!
}

function createRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wk-bench-'))
  chmodSync(folder, 0o1777) // some benches start programs as another user
  return folder
}

function startBench(name: string, args: readonly string[], folder: string): ChildProcess {
  const isToy = args.includes(TOY_FLAG)
  const own = args.filter((arg) => arg !== TOY_FLAG)
  return spawn(process.execPath, ['--expose-gc', join(FOLDER, `${name}.ts`), ...own], {
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, TMPDIR: folder, ...(isToy && { [TOY_VARIABLE]: '1' }) },
  })
}

/** @returns the exit code */
async function runBench(name: string, args: readonly string[]): Promise<number> {
  const folder = createRunFolder()
  const child = startBench(name, args, folder)
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>
  // The bench ends in order where it can. Its end leads to the cleanup below
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  const [code, signal] = await ended
  await endRunProcesses(child.pid!, folder)
  rmSync(folder, { recursive: true, force: true })
  return code ?? 128 + constants.signals[signal!]
}

async function main([name, ...args]: string[]): Promise<number> {
  const benches = listBenches()
  if (name === undefined) {
    for (const bench of benches) process.stdout.write(`${bench.padEnd(14)}${readSummary(bench)}\n`)
    return 0
  }
  if (!benches.includes(name)) {
    process.stderr.write(`There is no bench "${name}": ${benches.join(', ')}\n`)
    return 1
  }
  ensureBundle()
  return runBench(name, args)
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
