/** Second factors: time-based one-time passwords (RFC 6238), and recovery codes for a lost authenticator. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Actor } from '../../core/accounts/access.ts'
import {
  formatRecoveryCode,
  normalizeRecoveryCode,
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
} from '../../core/accounts/credential.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import {
  consumeRecoveryCode,
  consumeStep,
  countRecoveryCodes,
  deleteFactor,
  enableFactor,
  findSecondFactor,
  insertRecoveryCodes,
  type SecondFactorRow,
  saveStartedFactor,
} from '../../store/accounts/second-factors.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import type { FactorKeys } from '../platform/sealing/seal.ts'
import { type BaseWork, transact } from '../platform/work.ts'

const ISSUER = 'Watchkeeper'

/** RFC 4226, section 4, recommends 160 bits. */
const SECRET_BYTES = 20

interface StartedFactor {
  /** Base32, for manual entry. */
  secret: string
  /** URI that authenticators scan as a QR code. */
  uri: string
}

/** Reports that a code is required too. Only a client with the right password receives this error. */
const createCodeRequiredProblem = (): Problem =>
  new Problem('INVALID_CREDENTIALS', 'This account has a second factor: send its current code as `totp`', {
    totp_required: true,
  })

const createCodeInvalidProblem = (): Problem =>
  new Problem('INVALID_CREDENTIALS', 'This code is wrong, expired or already used', { totp_required: true })

/** The message names the command, because only the server operator can fix this. */
const createUnreadableProblem = (): Problem =>
  new Problem(
    'INVALID_CREDENTIALS',
    'The second factor of this account cannot be read, because the secret of this server was changed. The ' +
      'operator can remove it: watchkeeper reset-second-factor',
    { totp_required: true },
  )

const createNotEnabledProblem = (): Problem => new Problem('CONFLICT', 'This account has no second factor')
const createAlreadyEnabledProblem = (): Problem => new Problem('CONFLICT', 'This account already has a second factor')

interface FactorState {
  isEnabled: boolean
  recoveryCodesLeft: number
}

export async function readFactorState(db: Reader, userId: string): Promise<FactorState> {
  const isEnabled = Boolean((await findSecondFactor(db, userId))?.enabled_at)
  return { isEnabled, recoveryCodesLeft: await countRecoveryCodes(db, userId) }
}

/**
 * Creates a secret, which has no effect until `enableSecondFactor`. It replaces an earlier unconfirmed secret.
 *
 * @throws Problem CONFLICT when a second factor is enabled
 */
export async function startSecondFactor(
  context: Context,
  keys: FactorKeys,
  user: { id: string; email: string },
): Promise<StartedFactor> {
  const secret = toBase32(randomBytes(SECRET_BYTES))
  const factor = {
    user_id: user.id,
    secret: keys.seal(secret, user.id),
    enabled_at: null,
    last_step: 0,
    created_at: context.now(),
  }
  if (!(await context.store.transact((tx) => saveStartedFactor(tx, factor)))) throw createAlreadyEnabledProblem()
  return { secret, uri: formatTotpUri(ISSUER, user.email, secret) }
}

/**
 * @returns recovery codes for a lost authenticator; each works once, and they cannot be read again
 * @throws Problem CONFLICT, VALIDATION_ERROR on `code`
 */
export async function enableSecondFactor(
  context: Context,
  keys: FactorKeys,
  actor: Actor,
  code: string,
): Promise<string[]> {
  const { userId } = actor
  return transact(context, { actor }, async ({ tx, at, logAudit }) => {
    const factor = await findSecondFactor(tx, userId)
    if (!factor) throw new Problem('CONFLICT', 'No secret has been created yet; start the setup first')
    if (factor.enabled_at !== null) throw createAlreadyEnabledProblem()
    const secret = keys.open(factor.secret, userId)
    if (secret === null) throw new Problem('CONFLICT', 'The secret cannot be read; start the setup again')
    const step = findTotpStep(secret, code, at)
    if (step === null)
      throw createInvalid({
        field: 'code',
        message: 'must be the current code of the authenticator app; check the clock of the device',
      })
    if (!(await enableFactor(tx, userId, factor.secret, { step, now: at }))) throw createAlreadyEnabledProblem()
    const codes = Array.from({ length: RECOVERY_CODES }, () => formatRecoveryCode(randomBytes(RECOVERY_CODE_BYTES)))
    const hashes = codes.map((each) => keys.hash(normalizeRecoveryCode(each)!, userId))
    await insertRecoveryCodes(tx, userId, hashes)
    await logAudit({ action: 'second_factor.enabled', resourceType: 'user', resourceId: userId })
    return codes
  })
}

/**
 * @param code null when the user was verified in another way
 * @throws Problem CONFLICT, INVALID_CREDENTIALS
 */
export async function disableSecondFactor(
  context: Context,
  keys: FactorKeys,
  actor: Actor,
  code: string | null,
): Promise<void> {
  const { userId } = actor
  await transact(context, { actor }, async (work) => {
    const { tx } = work
    const factor = await findSecondFactor(tx, userId)
    if (!factor?.enabled_at) throw createNotEnabledProblem()
    if (code !== null && !(await takeCode(work, keys, factor, code))) throw createCodeInvalidProblem()
    if (!(await deleteFactor(tx, userId))) throw createNotEnabledProblem()
    await work.logAudit({ action: 'second_factor.disabled', resourceType: 'user', resourceId: userId })
  })
}

/**
 * Verifies the second factor. Call it after the password check, in the transaction that signs in, so that both commit
 * together: a code works only once.
 *
 * @throws Problem INVALID_CREDENTIALS, with `totp_required`
 */
export async function requireSecondFactor(
  work: BaseWork,
  keys: FactorKeys,
  userId: string,
  code: string | undefined,
): Promise<void> {
  const factor = await findSecondFactor(work.tx, userId)
  if (!factor?.enabled_at) return
  if (keys.open(factor.secret, userId) === null) throw createUnreadableProblem()
  if (code === undefined) throw createCodeRequiredProblem()
  if (!(await takeCode(work, keys, factor, code))) throw createCodeInvalidProblem()
}

/**
 * Consumes an authenticator code or a recovery code. Each works only once.
 *
 * @throws Problem INVALID_CREDENTIALS when the stored secret cannot be decrypted
 */
async function takeCode(
  { tx, at }: BaseWork,
  keys: FactorKeys,
  factor: SecondFactorRow,
  code: string,
): Promise<boolean> {
  const userId = factor.user_id
  const secret = keys.open(factor.secret, userId)
  if (secret === null) throw createUnreadableProblem()
  const recovery = normalizeRecoveryCode(code)
  if (recovery !== null) return consumeRecoveryCode(tx, userId, keys.hashes(recovery, userId))
  const step = findTotpStep(secret, code, at)
  return step !== null && consumeStep(tx, userId, step)
}

const STEP_MS = 30_000
const DIGITS = 6

/** Tolerated clock difference in time steps, in both directions. Source: RFC 6238, section 5.2 */
const SKEW_STEPS = 1

// Source: RFC 4648, section 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** @param bytes length is a multiple of five, so that the text needs no padding */
export const toBase32 = (bytes: Buffer): string =>
  toBits(bytes, 8)
    .match(/.{5}/g)!
    .map((bits) => BASE32[Number.parseInt(bits, 2)])
    .join('')

const decodeBase32 = (text: string): Buffer => {
  const values = [...text].map((letter) => BASE32.indexOf(letter))
  return Buffer.from(
    toBits(values, 5)
      .match(/.{8}/g)!
      .map((bits) => Number.parseInt(bits, 2)),
  )
}

const toBits = (values: Iterable<number>, width: number): string =>
  [...values].map((value) => value.toString(2).padStart(width, '0')).join('')

/**
 * Time-based one-time passwords: SHA-1, six digits, 30 s, as every authenticator expects. Source: RFC 6238
 *
 * @param secret Base32
 * @returns the URI that an authenticator scans
 */
export const formatTotpUri = (issuer: string, account: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}` +
  `?issuer=${encodeURIComponent(issuer)}&secret=${secret}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`

/**
 * @param secret Base32
 * @param code as entered; spaces are ignored
 * @returns its time step; null when no step around `at` matches
 */
export function findTotpStep(secret: string, code: string, at: UnixMs): number | null {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const key = decodeBase32(secret)
  const current = Math.floor(at / STEP_MS)
  for (let step = current - SKEW_STEPS; step <= current + SKEW_STEPS; step++)
    if (timingSafeEqual(Buffer.from(token), Buffer.from(computeCode(key, step)))) return step
  return null
}

/** Source: RFC 4226, section 5.3 */
function computeCode(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = digest.at(-1)! & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}
