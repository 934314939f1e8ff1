/**
 * A request with an `Idempotency-Key` is done once, however often it is sent. Its key, its work and its answer are one
 * transaction: after a crash either all of them are there, or nothing is. Of two requests with one key at a time, the
 * second waits for the transaction of the first.
 */
import { Problem } from '../../core/platform/errors.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import { HeldTransaction } from '../../store/platform/held-transaction.ts'
import {
  claimIdempotencyKey,
  deleteExpiredIdempotencyKeys,
  findIdempotencyKey,
  type IdempotencyRow,
  type KeyOfRequest,
  saveAnswer,
} from '../../store/platform/idempotency-keys.ts'
import type { Context } from './context.ts'
import type { Seal } from './seal.ts'

const REMEMBERED_MS = DAY_MS

export interface IdempotentRequest extends KeyOfRequest {
  /** Hash of everything that makes it the same request. */
  fingerprint: string
}

export interface Answer {
  status: number
  body: string
}

type Writer = Pick<Context, 'store' | 'now'>

/**
 * Finds the answer that the request already had.
 *
 * @returns null when it is still to be carried out
 * @throws Problem IDEMPOTENCY_CONFLICT when the key belongs to another request, or the answer is lost
 */
export async function findAnswer(
  { store, now }: Writer,
  seal: Seal,
  request: IdempotentRequest,
): Promise<Answer | null> {
  const row = await findIdempotencyKey(store.db, request)
  if (row === null || row.expires_at <= now()) return null
  if (row.fingerprint !== request.fingerprint)
    throw conflict('This Idempotency-Key was used for another request; choose a new one')
  const body = row.body === null ? null : seal.open(row.body, placeOf(request))
  if (row.status !== null && body !== null) return { status: row.status, body }
  throw conflict(
    'The first request with this Idempotency-Key was carried out, but its answer is lost; see what is there',
  )
}

/** Another request with the same key was faster: its answer is the answer. */
class KeyTaken extends Problem {
  constructor() {
    super('IDEMPOTENCY_CONFLICT', 'Another request with this Idempotency-Key is being worked on; try again in a moment')
  }
}

/**
 * The transaction that carries a request out. Its work throws `KeyTaken` when another request holds the key.
 *
 * @param onTaken runs then as well, for the caller that sees only the answer
 */
export function holdKey(
  { store, now }: Writer,
  seal: Seal,
  request: IdempotentRequest,
  onTaken: () => void,
): HeldTransaction<Answer> {
  const taken = () => {
    onTaken()
    return new KeyTaken()
  }
  return new HeldTransaction<Answer>({
    begin: async (tx) => {
      const row = rowOf(request, now())
      const isOurs = await claimIdempotencyKey(tx, row, now()).catch((error) => {
        throw store.traits.isBusy(error) ? taken() : error
      })
      if (!isOurs) throw taken()
    },
    end: (tx, answer) => saveAnswer(tx, request, sealed(seal, request, answer)),
  })
}

const rowOf = (request: IdempotentRequest, now: number): IdempotencyRow => ({
  ...request,
  attempt: '',
  state: 'committed',
  status: null,
  body: null,
  lease_until: now,
  created_at: now,
  expires_at: now + REMEMBERED_MS,
})

/** Stores an answer that was not known in time for the transaction of its work. */
export async function rememberLate(
  { store }: Writer,
  seal: Seal,
  request: IdempotentRequest,
  answer: Answer,
): Promise<void> {
  await store.transact((tx) => saveAnswer(tx, request, sealed(seal, request, answer)))
}

const sealed = (seal: Seal, request: KeyOfRequest, { status, body }: Answer): Answer => ({
  status,
  body: seal.close(body, placeOf(request)),
})

const placeOf = ({ scope, key }: KeyOfRequest): string => `${scope} ${key}`

const conflict = (message: string): Problem => new Problem('IDEMPOTENCY_CONFLICT', message)

/** @returns how many there were */
export const forgetOldKeys = (context: Writer): Promise<number> =>
  context.store.transact((tx) => deleteExpiredIdempotencyKeys(tx, context.now()))
