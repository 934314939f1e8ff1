import { randomBytes } from 'node:crypto'
import { createUuidV7 } from '../../../src/core/platform/id.ts'

export const createUuid = (at: number): string => createUuidV7(at, randomBytes(10))
