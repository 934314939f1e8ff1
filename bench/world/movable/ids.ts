import { createUuidV7 } from '../../../src/core/platform/id.ts'

/** Creates increasing UUIDs of version 7 from time and order only, because the grid offset follows from an id. */
export function createIdGenerator(now: () => number, random: () => number): () => string {
  const bytes = new Uint8Array(10)
  let counter = 0
  return () => {
    for (let place = 2; place < bytes.length; place++) bytes[place] = Math.floor(random() * 256)
    counter = (counter + 1) % 4_096
    bytes[0] = counter >> 8
    bytes[1] = counter & 0xff
    return createUuidV7(now(), bytes)
  }
}
