/**
 * Secrets at rest. A canary in the database shows at once whether the service has the key that the database was sealed
 * with. Secrets that are not sealed with the present key are sealed with it in the background.
 */
import { type Fields, isUnopened, partSecrets, SEALED } from '../../core/platform/sealed-fields.ts'
import { hasFormer, presentSecret, type ServiceSecret } from '../../core/platform/service-secret.ts'
import {
  factorSecrets,
  findSealState,
  insertSealState,
  monitorSettings,
  moveSealState,
  type Sealable,
  type SealState,
  targetConfigs,
} from '../../store/platform/seal-state.ts'
import type { Vault } from '../../store/platform/session.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { opened, placeOfMonitor, placeOfTarget, sealedBy } from '../../store/platform/vault.ts'
import type { Context } from './context.ts'
import { type FactorKeys, makeFactorKeys } from './factor-keys.ts'
import { keyIdOf, makeSeal, sealedWith } from './seal.ts'

const CANARY = 'watchkeeper'
const CANARY_PLACE = 'canary'

type Works = Pick<Context, 'store' | 'now'>

export interface Sealing {
  vault: Vault
  factorKeys: FactorKeys
  /** Says which key is the present one. */
  keyId: string
}

/** The database was sealed with a key that this service does not have. */
export class ForeignSealError extends Error {
  override readonly name = 'ForeignSealError'
  readonly sealedWith: string
  readonly keyId: string

  constructor(sealed: string, keyId: string) {
    super(`The secrets in the database were sealed with the key ${sealed}, and this server has ${keyId}`)
    this.sealedWith = sealed
    this.keyId = keyId
  }
}

/**
 * @param onUnopened told once of each place whose secrets no key opens
 * @throws ForeignSealError
 */
export async function beginSealing(
  context: Works,
  secret: ServiceSecret,
  onUnopened: (place: string) => void,
): Promise<Sealing> {
  const seal = makeSeal(secret, 'stored secret')
  const keyId = keyIdOf(presentSecret(secret))
  const canary = seal.close(CANARY, CANARY_PLACE)
  await context.store.transact(async (tx) => {
    await insertSealState(tx, { key_id: keyId, canary, seals_from: context.now(), place: '', done_at: null })
    for (;;) {
      const found = (await findSealState(tx))!
      if (seal.open(found.canary, CANARY_PLACE) !== CANARY) throw new ForeignSealError(found.key_id, keyId)
      // With a former secret at hand it begins anew although it was done: a server that had yet to change wrote with it since
      if (found.key_id === keyId && !hasFormer(secret)) return
      const anew = { key_id: keyId, canary, place: '', done_at: null }
      if (await moveSealState(tx, found, anew)) return
    }
  })
  const told = onceEach(onUnopened)
  const vault: Vault = {
    seal: seal.close,
    open: (sealed, place) => {
      const text = seal.open(sealed, place)
      if (text === null) told(place)
      return text
    },
  }
  return { vault, factorKeys: makeFactorKeys(secret), keyId }
}

/** Changes nothing. @returns the key that sealed what is there, when none of these secrets opens it; otherwise null */
export async function foreignKey(db: Reader, secrets: readonly Uint8Array[]): Promise<string | null> {
  const found = await findSealState(db)
  if (!found) return null
  const opens = (secret: Uint8Array) => makeSeal(secret, 'stored secret').open(found.canary, CANARY_PLACE) === CANARY
  return secrets.some(opens) ? null : found.key_id
}

/** From now on the present key is the right one, whatever was sealed with another. @returns whether it was not before */
export async function acceptSecret(context: Works, secret: ServiceSecret): Promise<boolean> {
  const seal = makeSeal(secret, 'stored secret')
  const keyId = keyIdOf(presentSecret(secret))
  return context.store.transact(async (tx) => {
    const found = await findSealState(tx)
    if (!found || seal.open(found.canary, CANARY_PLACE) === CANARY) return false
    const canary = seal.close(CANARY, CANARY_PLACE)
    return moveSealState(tx, found, { key_id: keyId, canary, place: '', done_at: null })
  })
}

/** Most places that are remembered as told. */
const MOST_TOLD = 10_000

function onceEach(tell: (place: string) => void): (place: string) => void {
  const told = new Set<string>()
  return (place) => {
    if (told.has(place) || told.size >= MOST_TOLD) return
    told.add(place)
    tell(place)
  }
}

/** Rows of one transaction: a few milliseconds in SQLite, where nobody else writes meanwhile. */
const AT_ONCE = 200

/** What a text becomes; null when it is well sealed, or holds no secret. */
type Renew = (sealing: Sealing, text: string, id: string) => string | null

interface Stage {
  name: string
  rows: Sealable
  renew: Renew
}

const renewFields =
  (placeOf: (id: string) => string): Renew =>
  ({ vault, keyId }, text, id) => {
    const fields = JSON.parse(text) as Fields
    if (isUnopened(fields) && sealedWith(String(fields[SEALED])) === keyId) return null
    const whole = isUnopened(fields) ? opened(vault, fields, placeOf(id)) : fields
    if (isUnopened(whole)) return null
    return partSecrets(whole).secret === null ? null : sealedBy(vault, whole, placeOf(id))
  }

const renewFactor: Renew = ({ factorKeys, keyId }, text, id) => {
  if (sealedWith(text) === keyId) return null
  const secret = factorKeys.open(text, id)
  return secret === null ? null : factorKeys.seal(secret, id)
}

/** In this order; a place is `<stage> <mark of the last row>`. */
const STAGES: readonly [Stage, ...Stage[]] = [
  { name: 'monitors', rows: monitorSettings, renew: renewFields(placeOfMonitor) },
  { name: 'targets', rows: targetConfigs, renew: renewFields(placeOfTarget) },
  { name: 'factors', rows: factorSecrets, renew: renewFactor },
]

/**
 * Seals some of what is not sealed with the present key. Any number of servers may do so; after a crash it goes on where
 * it was.
 *
 * @returns when to go on, Unix ms; null when nothing is left
 */
export async function sealSome(context: Works, sealing: Sealing, rowsAtOnce = AT_ONCE): Promise<number | null> {
  return context.store.transact(async (tx) => {
    const at = context.now()
    const state = await findSealState(tx)
    // With another key a newer server is at work, whose business it is now
    if (state?.done_at !== null || state.key_id !== sealing.keyId) return null
    const next = await sealStage(tx, sealing, state, rowsAtOnce)
    await moveSealState(tx, state, next === null ? { done_at: at } : { place: next })
    return next === null ? null : at
  })
}

/** @returns the place that it came to; null at the end */
async function sealStage(tx: Tx, sealing: Sealing, state: SealState, limit: number): Promise<string | null> {
  const [name = '', after = ''] = state.place.split(' ')
  const index = Math.max(
    0,
    STAGES.findIndex((stage) => stage.name === name),
  )
  const { rows, renew } = STAGES[index]!
  const some = await rows.list(tx, after, limit)
  const renewed = some.map(({ mark, id, text }) => ({ mark, before: text, after: renew(sealing, text, id) }))
  await rows.replace(
    tx,
    renewed.filter((one): one is typeof one & { after: string } => one.after !== null),
  )
  if (some.length === limit) return `${STAGES[index]!.name} ${some.at(-1)!.mark}`
  return STAGES[index + 1] ? `${STAGES[index + 1]!.name} ` : null
}
