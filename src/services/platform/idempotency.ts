/**
 * Runs a request with an `Idempotency-Key` once, however often it is sent. The key, the changes and the response are
 * written in one transaction. After a crash either all of them are stored, or none. If two concurrent requests have the
 * same key, the second waits for the first's transaction.
 */
import { Problem } from '../../core/platform/errors.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import {
  claimIdempotencyKey,
  deleteExpiredIdempotencyKeys,
  findIdempotencyKey,
  type IdempotencyRow,
  type KeyOfRequest,
  saveIdempotentResponse,
} from '../../store/platform/idempotency-keys.ts'
import { PendingTransaction } from '../../store/platform/pending-transaction.ts'
import type { Context } from './context.ts'
import type { Seal } from './sealing/seal.ts'

const KEY_LIFETIME_MS = DAY_MS

export interface IdempotentRequest extends KeyOfRequest {
  /** Hash of everything that identifies the request. */
  fingerprint: string
}

export interface StoredResponse {
  status: number
  body: string
}

type Writer = Pick<Context, 'store' | 'now'>

/**
 * Finds the stored response of a request.
 *
 * @returns null when the request was not yet carried out
 * @throws Problem IDEMPOTENCY_CONFLICT when the key belongs to another request, or the response was lost
 */
export async function findStoredResponse(
  { store, now }: Writer,
  seal: Seal,
  request: IdempotentRequest,
): Promise<StoredResponse | null> {
  const row = await findIdempotencyKey(store.db, request)
  if (row === null || row.expires_at <= now()) return null
  if (row.fingerprint !== request.fingerprint)
    throw createConflict('This Idempotency-Key was used for a different request; choose a new key')
  const body = row.body === null ? null : seal.open(row.body, toSealContext(request))
  if (row.status !== null && body !== null) return { status: row.status, body }
  throw createConflict(
    'The first request with this Idempotency-Key was carried out, but its answer was lost; read the resource',
  )
}

/** Thrown when a concurrent request with the same key was first; its response applies. */
class KeyTakenError extends Problem {
  constructor() {
    super('IDEMPOTENCY_CONFLICT', 'Another request with this Idempotency-Key is in progress; try again shortly')
  }
}

/**
 * Creates the transaction that carries out a request. Its work throws `KeyTakenError` when another request holds the
 * key.
 *
 * @param onTaken called as well, for callers that see only the response
 */
export function createIdempotentTransaction(
  { store, now }: Writer,
  seal: Seal,
  request: IdempotentRequest,
  onTaken: () => void,
): PendingTransaction<StoredResponse> {
  const taken = () => {
    onTaken()
    return new KeyTakenError()
  }
  return new PendingTransaction<StoredResponse>({
    atStart: async (tx) => {
      const row = toRow(request, now())
      const isOurs = await claimIdempotencyKey(tx, row, now()).catch((error) => {
        throw store.traits.isBusy(error) ? taken() : error
      })
      if (!isOurs) throw taken()
    },
    atEnd: (tx, answer) => saveIdempotentResponse(tx, request, sealResponse(seal, request, answer)),
  })
}

const toRow = (request: IdempotentRequest, now: number): IdempotencyRow => ({
  ...request,
  attempt: '',
  state: 'committed',
  status: null,
  body: null,
  lease_until: now,
  created_at: now,
  expires_at: now + KEY_LIFETIME_MS,
})

/** Stores a response that was not available within the transaction. */
export async function storeLateResponse(
  { store }: Writer,
  seal: Seal,
  request: IdempotentRequest,
  answer: StoredResponse,
): Promise<void> {
  await store.transact((tx) => saveIdempotentResponse(tx, request, sealResponse(seal, request, answer)))
}

const sealResponse = (seal: Seal, request: KeyOfRequest, { status, body }: StoredResponse): StoredResponse => ({
  status,
  body: seal.close(body, toSealContext(request)),
})

const toSealContext = ({ scope, key }: KeyOfRequest): string => `${scope} ${key}`

const createConflict = (message: string): Problem => new Problem('IDEMPOTENCY_CONFLICT', message)

/** @returns how many keys were deleted */
export const deleteExpiredKeys = (context: Writer): Promise<number> =>
  context.store.transact((tx) => deleteExpiredIdempotencyKeys(tx, context.now()))
