import { randomBytes } from 'node:crypto'

/** 96 bits of chance. */
const PASSWORD_BYTES = 12

/** For whoever is to sign in and choose another one. */
export const madeUpPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url')
