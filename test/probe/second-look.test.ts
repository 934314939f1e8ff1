import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Blame, SecondLook } from '../../src/probe/second-look.ts'
import { MovableClock, settle } from './movable-clock.ts'

function openSecondLook(t: TestContext, isConnected = true) {
  const clock = new MovableClock()
  const blames = new Map<string, Blame>()
  const self = { isConnected, asked: 0 }
  const look = new SecondLook(clock, async () => {
    self.asked += 1
    return self.isConnected
  })
  t.after(() => look.close())
  const target = (host: string) => `https://${host}.example.com/`
  const fail = (host: string, remoteAddress: string | null = null) =>
    look.failed(target(host), remoteAddress, (blame) => blames.set(host, blame))
  const pass = (host: string, remoteAddress = '192.0.2.1') => look.passed(target(host), remoteAddress)
  return { clock, look, blames, self, fail, pass }
}

test('a single failure stands after a second, without asking anybody', async (t) => {
  const { clock, blames, self, fail } = openSecondLook(t)
  fail('a')
  await clock.pass(999)
  assert.equal(blames.size, 0)
  await clock.pass(1)
  assert.deepEqual([...blames, self.asked], [['a', 'target'], 0])
})

test('a failure stands as soon as something else passes', async (t) => {
  const { blames, fail, pass } = openSecondLook(t)
  fail('a')
  pass('b')
  assert.deepEqual([...blames], [['a', 'target']])
})

test('a pass on this machine clears nobody', async (t) => {
  const { blames, fail, pass } = openSecondLook(t)
  fail('a')
  pass('b', '127.0.0.1')
  assert.equal(blames.size, 0)
})

test('a failure on this machine stands at once', async (t) => {
  const { blames, fail } = openSecondLook(t)
  fail('a', '127.0.0.1')
  assert.deepEqual([...blames], [['a', 'target']])
})

test('failures everywhere are ours when the probe is cut off', async (t) => {
  const { clock, blames, self, fail, pass } = openSecondLook(t, false)
  for (const host of ['a', 'b', 'c', 'd', 'e', 'f']) pass(host)
  await clock.pass(1_000)
  for (const host of ['a', 'b', 'c', 'd', 'e']) fail(host)
  await settle()
  assert.deepEqual([...new Set(blames.values()), blames.size, self.asked], ['probe', 5, 1])
  fail('f')
  await settle()
  assert.equal(blames.get('f'), 'probe')
})

test('failures everywhere are theirs when the probe is well, and it is not asked for each of them', async (t) => {
  const { clock, blames, self, fail } = openSecondLook(t)
  for (const host of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) fail(host)
  await settle()
  for (const host of ['h', 'i', 'j']) fail(host)
  assert.deepEqual([...new Set(blames.values()), blames.size, self.asked], ['target', 10, 1])
  await clock.pass(3_000)
  fail('k')
  await settle()
  assert.equal(self.asked, 2)
})

test('one odd pass among many failures does not clear the probe', async (t) => {
  const { blames, self, fail, pass } = openSecondLook(t, false)
  for (const host of ['a', 'b', 'c', 'd', 'e', 'f']) fail(host)
  pass('lan')
  await settle()
  assert.deepEqual([...new Set(blames.values()), self.asked], ['probe', 1])
})

test('while the self-check runs, time alone decides nothing', async (t) => {
  const clock = new MovableClock()
  const answer = Promise.withResolvers<boolean>()
  const look = new SecondLook(clock, () => answer.promise)
  t.after(() => look.close())
  const blames: Blame[] = []
  look.failed('https://a.example.com/', null, (blame) => blames.push(blame))
  look.failed('https://b.example.com/', null, (blame) => blames.push(blame))
  await clock.pass(1_500)
  assert.deepEqual([blames, clock.alarms], [[], 0])
  answer.resolve(false)
  await settle()
  assert.deepEqual(blames, ['probe', 'probe'])
})

test('a self-check that cannot be made is no evidence against the probe', async (t) => {
  const look = new SecondLook(new MovableClock(), () => Promise.reject(new Error('no socket')))
  t.after(() => look.close())
  const blames: Blame[] = []
  for (const host of ['a', 'b']) look.failed(`https://${host}.example.com/`, null, (blame) => blames.push(blame))
  await settle()
  assert.deepEqual(blames, ['target', 'target'])
})
