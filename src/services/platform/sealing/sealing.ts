/**
 * Secrets at rest. A canary in the database shows immediately whether the service has the key that sealed the database.
 * Secrets sealed with other keys are resealed with the current key in the background.
 */
import { type Fields, hasSealedSecrets, SEALED, splitSecrets } from '../../../core/platform/sealing/sealed-fields.ts'
import { getCurrentSecret, hasPrevious, type ServiceSecret } from '../../../core/platform/sealing/service-secret.ts'
import {
  contactMethodConfigs,
  factorSecrets,
  findSealState,
  insertSealState,
  instanceSettingContents,
  monitorSettings,
  moveSealState,
  type Sealable,
  type SealState,
  targetConfigs,
  variableContents,
} from '../../../store/platform/sealing/seal-state.ts'
import {
  openFields,
  sealFields,
  toMonitorSealContext,
  toSettingSealContext,
  toTargetSealContext,
  toVariableSealContext,
} from '../../../store/platform/sealing/vault.ts'
import { setVault, type Vault } from '../../../store/platform/session.ts'
import type { Reader, Store, Tx } from '../../../store/platform/store.ts'
import type { Context } from '../context.ts'
import { computeKeyId, createFactorKeys, createSeal, type FactorKeys, getSealingKeyId } from './seal.ts'

const CANARY = 'watchkeeper'
const CANARY_CONTEXT = 'canary'

type SealingContext = Pick<Context, 'store' | 'now'>

export interface Sealing {
  vault: Vault
  factorKeys: FactorKeys
  /** Id of the current key. */
  keyId: string
}

/** Thrown when the database was sealed with a key this service does not have. */
export class ForeignSealError extends Error {
  override readonly name = 'ForeignSealError'
  readonly sealedWith: string
  readonly keyId: string

  constructor(sealed: string, keyId: string) {
    super(`The secrets in the database were encrypted with the key ${sealed}, but this server has the key ${keyId}`)
    this.sealedWith = sealed
    this.keyId = keyId
  }
}

/**
 * @param onUnopened called once per context whose secrets no key can open
 * @throws ForeignSealError
 */
export async function startSealing(
  context: SealingContext,
  secret: ServiceSecret,
  onUnopened: (sealContext: string) => void,
): Promise<Sealing> {
  const seal = createSeal(secret, 'stored secret')
  const keyId = computeKeyId(getCurrentSecret(secret))
  const canary = seal.close(CANARY, CANARY_CONTEXT)
  await context.store.transact(async (tx) => {
    await insertSealState(tx, { key_id: keyId, canary, cursor: '', done_at: null })
    for (;;) {
      const found = (await findSealState(tx))!
      if (seal.open(found.canary, CANARY_CONTEXT) !== CANARY) throw new ForeignSealError(found.key_id, keyId)
      // With a previous secret configured, sealing restarts even when it was done: a server not yet updated may have
      // written with the previous secret
      if (found.key_id === keyId && !hasPrevious(secret)) return
      const restarted = { key_id: keyId, canary, cursor: '', done_at: null }
      if (await moveSealState(tx, found, restarted)) return
    }
  })
  const reportUnopened = createOnceReporter(onUnopened)
  const vault: Vault = {
    seal: seal.close,
    open: (sealed, sealContext) => {
      const text = seal.open(sealed, sealContext)
      if (text === null) reportUnopened(sealContext)
      return text
    },
  }
  return { vault, factorKeys: createFactorKeys(secret), keyId }
}

/**
 * Checks the canary without changing anything.
 *
 * @returns the id of the sealing key when none of these secrets opens the canary; otherwise null
 */
export async function findForeignKey(db: Reader, secrets: readonly Uint8Array[]): Promise<string | null> {
  const found = await findSealState(db)
  if (!found) return null
  const opens = (secret: Uint8Array) =>
    createSeal(secret, 'stored secret').open(found.canary, CANARY_CONTEXT) === CANARY
  return secrets.some(opens) ? null : found.key_id
}

/**
 * Makes the store decrypt the secrets that one of these secrets opens, without a change of the database.
 *
 * @param secrets none: every secret stays encrypted
 */
export function openForReading({ db }: Pick<Store, 'db'>, [current, ...previous]: readonly Uint8Array[]): void {
  if (current === undefined) return
  const seal = createSeal([current, ...previous], 'stored secret')
  setVault(db, { seal: seal.close, open: seal.open })
}

/**
 * Accepts the current key from now on, even if the database was sealed with another.
 *
 * @returns whether the key was not accepted before
 */
export async function acceptSecret(context: SealingContext, secret: ServiceSecret): Promise<boolean> {
  const seal = createSeal(secret, 'stored secret')
  const keyId = computeKeyId(getCurrentSecret(secret))
  return context.store.transact(async (tx) => {
    const found = await findSealState(tx)
    if (!found || seal.open(found.canary, CANARY_CONTEXT) === CANARY) return false
    const canary = seal.close(CANARY, CANARY_CONTEXT)
    return moveSealState(tx, found, { key_id: keyId, canary, cursor: '', done_at: null })
  })
}

/** Maximum number of remembered contexts. */
const MAX_REPORTED = 10_000

function createOnceReporter(report: (sealContext: string) => void): (sealContext: string) => void {
  const reported = new Set<string>()
  return (sealContext) => {
    if (reported.has(sealContext) || reported.size >= MAX_REPORTED) return
    reported.add(sealContext)
    report(sealContext)
  }
}

/** Rows per transaction: a few milliseconds in SQLite, during which no other transaction writes. */
const ROW_BATCH = 200

/** Returns the resealed text; null when the text is sealed with the current key or holds no secret. */
type RewriteSecret = (sealing: Sealing, text: string, id: string) => string | null

interface SealingStage {
  name: string
  rows: Sealable
  rewrite: RewriteSecret
}

const rewriteFields =
  (toContext: (id: string) => string): RewriteSecret =>
  ({ vault, keyId }, text, id) => {
    const fields = JSON.parse(text) as Fields
    if (hasSealedSecrets(fields) && getSealingKeyId(String(fields[SEALED])) === keyId) return null
    const whole = hasSealedSecrets(fields) ? openFields(vault, fields, toContext(id)) : fields
    if (hasSealedSecrets(whole)) return null
    return splitSecrets(whole).secret === null ? null : sealFields(vault, whole, toContext(id))
  }

const rewriteFactor: RewriteSecret = ({ factorKeys, keyId }, text, id) => {
  if (getSealingKeyId(text) === keyId) return null
  const secret = factorKeys.open(text, id)
  return secret === null ? null : factorKeys.seal(secret, id)
}

/** In processing order. The cursor is `<stage> <mark of the last row>`. */
const STAGES: readonly [SealingStage, ...SealingStage[]] = [
  { name: 'monitors', rows: monitorSettings, rewrite: rewriteFields(toMonitorSealContext) },
  { name: 'targets', rows: targetConfigs, rewrite: rewriteFields(toTargetSealContext) },
  { name: 'contacts', rows: contactMethodConfigs, rewrite: rewriteFields(toTargetSealContext) },
  { name: 'variables', rows: variableContents, rewrite: rewriteFields(toVariableSealContext) },
  { name: 'settings', rows: instanceSettingContents, rewrite: rewriteFields(toSettingSealContext) },
  { name: 'factors', rows: factorSecrets, rewrite: rewriteFactor },
]

/**
 * Reseals one batch of secrets with the current key. Safe with several servers; continues at the cursor after a crash.
 *
 * @returns when to continue, Unix ms; null when nothing is left
 */
export async function sealNextRows(
  context: SealingContext,
  sealing: Sealing,
  rowsAtOnce = ROW_BATCH,
): Promise<number | null> {
  return context.store.transact(async (tx) => {
    const at = context.now()
    const state = await findSealState(tx)
    // Another key in the state means that a newer server has taken over
    if (state?.done_at !== null || state.key_id !== sealing.keyId) return null
    const next = await sealStage(tx, sealing, state, rowsAtOnce)
    await moveSealState(tx, state, next === null ? { done_at: at } : { cursor: next })
    return next === null ? null : at
  })
}

/** @returns the next cursor; null at the end */
async function sealStage(tx: Tx, sealing: Sealing, state: SealState, limit: number): Promise<string | null> {
  const [name = '', after = ''] = state.cursor.split(' ')
  const index = Math.max(
    0,
    STAGES.findIndex((stage) => stage.name === name),
  )
  const { rows, rewrite } = STAGES[index]!
  const batch = await rows.list(tx, after, limit)
  const renewed = batch.map(({ mark, id, text }) => ({ mark, before: text, after: rewrite(sealing, text, id) }))
  await rows.replace(
    tx,
    renewed.filter((row): row is typeof row & { after: string } => row.after !== null),
  )
  if (batch.length === limit) return `${STAGES[index]!.name} ${batch.at(-1)!.mark}`
  return STAGES[index + 1] ? `${STAGES[index + 1]!.name} ` : null
}
