/** Public keys that replace internal ids: stable, unique, and useless for requests. */
import { hash } from 'node:crypto'

/** Sixteen letters and digits. */
export const toPublicKey = (id: string): string => hash('sha256', `watchkeeper public ${id}`, 'hex').slice(0, 16)
