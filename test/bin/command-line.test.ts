import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandHelp } from '../../src/bin/command-help.ts'
import { isGiven, readCommandLine, textOf, UsageError } from '../../src/bin/command-line.ts'

const SHAPE = {
  operands: ['FILE', '[PLACE]'],
  options: { name: { value: 'NAME', help: 'of the thing' }, quick: { value: null, help: 'without looking' } },
}

const read = (...args: string[]) => readCommandLine(SHAPE, args)

test('options and operands are read in any order, and the last value of an option counts', () => {
  const line = read('--name', 'a', 'file', '--quick', '--name=b', 'place')
  assert.deepEqual([line.operands, line.isHelp], [['file', 'place'], false])
  assert.deepEqual([textOf(line, 'name'), isGiven(line, 'quick'), isGiven(line, 'help')], ['b', true, false])
  assert.equal(textOf(read('file'), 'name'), undefined)
})

test('a single hyphen is an operand, and so is everything behind two', () => {
  assert.deepEqual(read('-').operands, ['-'])
  assert.deepEqual(read('--', '--name').operands, ['--name'])
})

test('help needs no operands', () => {
  for (const args of [['--help'], ['-h'], ['--quick', '-h'], ['a', 'b', 'c', '--help']])
    assert.equal(read(...args).isHelp, true)
})

for (const [args, message] of [
  [[], 'FILE is missing'],
  [['a', 'b', 'c'], '"c" is one argument too many'],
  [['a', '--nmae', 'x'], 'there is no option "--nmae". Nearest: --name'],
  [['a', '--wholly-different'], 'there is no option "--wholly-different"'],
  [['a', '-x'], 'there is no option "-x"'],
  [['a', '--__proto__'], 'there is no option "--__proto__"'],
  [['a', '--toString'], 'there is no option "--toString"'],
  [['a', '--quick=yes'], '--quick is a switch and takes no value'],
  [['a', '--name'], '--name needs a value behind it'],
  [['a', '--name='], '--name needs a value behind it'],
  [['a', '--name', '--quick'], '--name needs a value before "--quick"; if that is the value, write --name=…'],
  [['a', 'b', '\u001b[2J'], '"\\x1b[2J" is one argument too many'],
] as const)
  test(`"${args.join(' ').replace('\u001b', '')}" is refused: ${message.replace('\u001b', '')}`, () => {
    assert.throws(
      () => readCommandLine(SHAPE, args),
      (error: Error) => error instanceof UsageError && error.message === message,
    )
  })

test('the help of a command lists its usage, its summary and every option in lines that fit a terminal', () => {
  const text = commandHelp('put', { ...SHAPE, summary: 'put it there', details: 'x '.repeat(200) }, SHAPE.options)
  assert.match(text, /^Usage: watchkeeper put FILE \[PLACE\] \[OPTIONS\]\n\nPut it there\.\n\n/)
  assert.match(text, /^ {2}--name NAME +of the thing\n {2}--quick +without looking\n {2}--help +show this and end$/m)
  for (const line of text.split('\n')) assert.ok(line.length <= 100, line)
})
