/** Buffers metrics until the metrics library is loaded: loading it takes a tenth of the server's start. */
import type { Meter } from '../core/meter.ts'

export interface BufferedMeter {
  meter: Meter
  /** Replays the buffered metrics to `to` and then forwards all new ones. */
  forwardTo(to: Meter): void
}

export function createBufferedMeter(): BufferedMeter {
  let target: Meter | null = null
  let bufferedCalls: ((meter: Meter) => void)[] = []
  return {
    meter: {
      declare: (name, labels) => {
        if (target === null) bufferedCalls.push((meter) => meter.declare(name, labels))
        else target.declare(name, labels)
      },
      add: (counter, labels, by = 1) => {
        if (target === null) bufferedCalls.push((meter) => meter.add(counter, labels, by))
        else target.add(counter, labels, by)
      },
      observe: (histogram, labels, value) => {
        if (target === null) bufferedCalls.push((meter) => meter.observe(histogram, labels, value))
        else target.observe(histogram, labels, value)
      },
      set: (gauge, labels, value) => {
        if (target === null) bufferedCalls.push((meter) => meter.set(gauge, labels, value))
        else target.set(gauge, labels, value)
      },
    },
    forwardTo: (to) => {
      target = to
      for (const replay of bufferedCalls) replay(to)
      bufferedCalls = []
    },
  }
}
