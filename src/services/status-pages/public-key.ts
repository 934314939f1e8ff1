/** What stands for an id in public: always the same, told apart from all others, and no use to whoever has it. */
import { hash } from 'node:crypto'

/** Sixteen letters and digits. */
export const toPublicKey = (id: string): string => hash('sha256', `watchkeeper public ${id}`, 'hex').slice(0, 16)
