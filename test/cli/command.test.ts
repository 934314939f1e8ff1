import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommanderError } from 'commander'
import { ProgramCommand, UsageError } from '../../src/cli/command.ts'

const put = () =>
  new ProgramCommand('put')
    .summary('put it there')
    .description('x '.repeat(200))
    .argument('<FILE>')
    .argument('[PLACE]')
    .option('--name <NAME>', 'of the thing')
    .option('--quick', 'without looking')
    .action(() => {})

function read(...args: string[]) {
  const command = put().parse(args, { from: 'user' })
  return { operands: command.args, options: command.opts() }
}

test('options and operands are accepted in any order, and the last value of an option counts', () => {
  const { operands, options } = read('--name', 'a', 'file', '--quick', '--name=b', 'place')
  assert.deepEqual([operands, options], [['file', 'place'], { name: 'b', quick: true }])
  assert.deepEqual(read('file').options, {})
})

test('a single hyphen and everything after a double hyphen are operands', () => {
  assert.deepEqual(read('-').operands, ['-'])
  assert.deepEqual(read('--', '--name').operands, ['--name'])
})

test('--help needs no operands', (t) => {
  t.mock.method(process.stdout, 'write', () => true)
  for (const args of [['--help'], ['-h'], ['--quick', '-h'], ['a', 'b', 'c', '--help']])
    assert.throws(
      () => read(...args),
      (error) => error instanceof CommanderError && error.exitCode === 0,
    )
})

for (const [args, message] of [
  [[], 'FILE is missing'],
  [['a', 'b', 'c'], '"c" is an unexpected argument'],
  [['a', '--nmae', 'x'], 'unknown option "--nmae" (did you mean --name?)'],
  [['a', '--wholly-different'], 'unknown option "--wholly-different"'],
  [['a', '--wholly-different=x'], 'unknown option "--wholly-different"'],
  [['a', '-x'], 'unknown option "-x"'],
  [['a', '--__proto__'], 'unknown option "--__proto__"'],
  [['a', '--toString'], 'unknown option "--toString"'],
  [['a', '--quick=yes'], '--quick takes no value'],
  [['a', '--help=yes'], '--help takes no value'],
  [['a', '--name'], '--name needs a value'],
  [['a', '--name='], '--name needs a value'],
  [['a', '--name', '--quick'], '--name needs a value before "--quick"; if "--quick" is the value, write --name=…'],
  [['a', 'b', '\u001b[2J'], '"\\x1b[2J" is an unexpected argument'],
] as const)
  test(`"${args.join(' ').replace('\u001b', '')}" is refused: ${message.replace('\u001b', '')}`, () => {
    assert.throws(
      () => read(...args),
      (error: Error) => error instanceof UsageError && error.message === message,
    )
  })

test('a value that looks like an option is accepted after an equals sign', () => {
  assert.deepEqual(read('a', '--name=--quick').options, { name: '--quick' })
})

test('the help of a command lists its usage, its summary and every option in lines that fit a terminal', () => {
  const text = put().helpInformation()
  assert.match(text, /^Usage: watchkeeper put FILE \[PLACE\] \[OPTIONS\]\n\nPut it there\.\n\n/)
  assert.match(text, /^ {2}--name NAME +of the thing\n {2}--quick +without looking\n {2}--help +show this help$/m)
  for (const line of text.split('\n')) assert.ok(line.length <= 100, line)
})
