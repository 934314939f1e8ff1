import { randomBytes } from 'node:crypto'
import { uuidV7 } from '../../../src/core/platform/id.ts'

export const newUuid = (at: number): string => uuidV7(at, randomBytes(10))
