/** `npm run bench` lists the benches; `npm run bench -- NAME [arguments]` runs one. */
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const FOLDER = import.meta.dirname

/** Returns the first sentence of a bench's head comment. */
function readSummary(name: string): string {
  const head = /\/\*\*([\s\S]*?)\*\//.exec(readFileSync(join(FOLDER, `${name}.ts`), 'utf8'))?.[1] ?? ''
  const text = head
    .replace(/^\s*\* ?/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text.split(/[.:](?= |$)/, 1)[0]!
}

function main([name, ...args]: string[]): void {
  const benches = globSync('*.ts', { cwd: FOLDER })
    .map((file) => basename(file, '.ts'))
    .filter((bench) => bench !== 'run')
    .sort()
  if (name === undefined) {
    for (const bench of benches) process.stdout.write(`${bench.padEnd(14)}${readSummary(bench)}\n`)
    return
  }
  if (!benches.includes(name)) {
    process.stderr.write(`There is no bench "${name}": ${benches.join(', ')}\n`)
    process.exitCode = 1
    return
  }
  const child = spawn(process.execPath, ['--expose-gc', join(FOLDER, `${name}.ts`), ...args], { stdio: 'inherit' })
  child.once('exit', (code) => {
    process.exitCode = code ?? 1
  })
}

main(process.argv.slice(2))
