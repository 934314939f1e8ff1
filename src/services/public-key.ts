/** What stands for an id in public: always the same, told apart from all others, and no use to whoever has it. */
import { createHash } from 'node:crypto'

/** Sixteen letters and digits. */
export const publicKey = (id: string): string =>
  createHash('sha256').update(`watchkeeper public ${id}`).digest('hex').slice(0, 16)
