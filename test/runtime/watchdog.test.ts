import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLook, type Pulse } from '../../src/runtime/watchdog.ts'

/** @param cpu whether the system reports processor times */
function watch(cpu = true) {
  const pulse: Pulse = new Int32Array(new SharedArrayBuffer(4))
  const state = { cpuMs: 0, silences: 0 }
  const look = createLook({
    pulse,
    limitMs: 60_000,
    readMainCpuMs: () => (cpu ? state.cpuMs : null),
    onSilent: () => state.silences++,
  })
  const pass = (seconds: number, { busy = false, beating = false }) => {
    for (let second = 0; second < seconds; second++) {
      if (busy) state.cpuMs += 1_000
      if (beating) Atomics.add(pulse, 0, 1)
      look()
    }
  }
  return { state, pass }
}

test('the watchdog ends a server whose main thread works for a minute without a turn', () => {
  const { state, pass } = watch()
  pass(3, { beating: true })
  pass(60, { busy: true })
  assert.equal(state.silences, 0)
  pass(1, { busy: true })
  assert.equal(state.silences, 1)
})

test('the watchdog leaves a main thread in peace that starts, waits or has turns', () => {
  const { state, pass } = watch()
  pass(600, { busy: true })
  pass(600, { busy: true, beating: true })
  pass(600, {})
  pass(50, { busy: true, beating: true })
  pass(50, { busy: true })
  assert.equal(state.silences, 0)
})

test('the watchdog counts its looks where the system reports no processor times', () => {
  const { state, pass } = watch(false)
  pass(1, { beating: true })
  pass(60, {})
  assert.equal(state.silences, 1)
})
