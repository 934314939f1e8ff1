/** Buffers metrics until the metrics library is loaded: loading it takes a tenth of the server's start. */
import type { Meter } from '../core/meter.ts'

export interface BufferedMeter {
  meter: Meter
  /** Replays the buffered metrics to `to` and then forwards all new ones. */
  forwardTo(to: Meter): void
}

export function createBufferedMeter(): BufferedMeter {
  let taker: Meter | null = null
  let untold: ((meter: Meter) => void)[] = []
  return {
    meter: {
      declare: (name, labels) => {
        if (taker === null) untold.push((meter) => meter.declare(name, labels))
        else taker.declare(name, labels)
      },
      add: (counter, labels, by = 1) => {
        if (taker === null) untold.push((meter) => meter.add(counter, labels, by))
        else taker.add(counter, labels, by)
      },
      observe: (histogram, labels, value) => {
        if (taker === null) untold.push((meter) => meter.observe(histogram, labels, value))
        else taker.observe(histogram, labels, value)
      },
      set: (gauge, labels, value) => {
        if (taker === null) untold.push((meter) => meter.set(gauge, labels, value))
        else taker.set(gauge, labels, value)
      },
    },
    forwardTo: (to) => {
      taker = to
      for (const replay of untold) replay(to)
      untold = []
    },
  }
}
