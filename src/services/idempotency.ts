/**
 * A request with an `Idempotency-Key` is done once, however often it is sent. The key is taken before the work begins;
 * the transaction that does the work marks it, so that after a crash it is known whether there is anything to repeat;
 * the answer is kept last.
 */
import { Problem } from '../core/errors.ts'
import { DAY_MS, MINUTE_MS } from '../core/time.ts'
import {
  type Attempt,
  deleteExpiredIdempotencyKeys,
  deleteIdempotencyKey,
  findIdempotencyKey,
  type IdempotencyRow,
  insertIdempotencyKey,
  markCommitted,
  saveAnswer,
  takeOverIdempotencyKey,
} from '../store/idempotency-keys.ts'
import { accompany, type Tx } from '../store/store.ts'
import type { Context } from './context.ts'
import type { Seal } from './seal.ts'

export const REMEMBERED_MS = DAY_MS

/** Longer than any request takes: after it an attempt that has done nothing is taken to be dead. */
const LEASE_MS = MINUTE_MS

export interface IdempotentRequest {
  /** Whose key it is. */
  scope: string
  key: string
  /** Hash of everything that makes it the same request. */
  fingerprint: string
}

/** What to do with a request: carry it out, or give the answer that it had. */
export type Admission = { attempt: Attempt } | { status: number; body: string }

type Writer = Pick<Context, 'store' | 'now' | 'newId'>

/** @throws Problem IDEMPOTENCY_CONFLICT */
export async function admit(context: Writer, seal: Seal, request: IdempotentRequest): Promise<Admission> {
  const now = context.now()
  const row: IdempotencyRow = {
    ...request,
    attempt: context.newId(),
    state: 'working',
    status: null,
    body: null,
    lease_until: now + LEASE_MS,
    created_at: now,
    expires_at: now + REMEMBERED_MS,
  }
  return context.store.transact(async (tx) => {
    if (await insertIdempotencyKey(tx, row)) return { attempt: row }
    const known = await findIdempotencyKey(tx, request.scope, request.key)
    if (known && !isFree(known, request.fingerprint, now)) return answerOf(known, seal)
    if (known && (await takeOverIdempotencyKey(tx, known, row))) return { attempt: row }
    throw conflict('Another request with this Idempotency-Key is being worked on; try again in a moment')
  })
}

/** @throws Problem IDEMPOTENCY_CONFLICT when it is another request's key, or one that is still at work */
function isFree({ expires_at, fingerprint, state, lease_until }: IdempotencyRow, asked: string, now: number): boolean {
  if (expires_at <= now) return true
  if (fingerprint !== asked) throw conflict('This Idempotency-Key was used for another request; choose a new one')
  if (state === 'answered') return false
  if (now < lease_until)
    throw conflict('The first request with this Idempotency-Key is being worked on; try again in a moment')
  return state === 'working'
}

function answerOf(row: IdempotencyRow, seal: Seal): Admission {
  const body = row.body === null ? null : seal.open(row.body, placeOf(row))
  if (row.status !== null && body !== null) return { status: row.status, body }
  throw conflict(
    'The first request with this Idempotency-Key was carried out, but its answer is lost; see what is there',
  )
}

const placeOf = ({ scope, key }: Attempt): string => `${scope} ${key}`

const conflict = (message: string): Problem => new Problem('IDEMPOTENCY_CONFLICT', message)

/**
 * Runs `work`, whose transactions commit only while the attempt holds its key.
 *
 * @param work is given what ends that, to be called when the request is over: what it set in motion may go on
 */
export function carryOut(attempt: Attempt, work: (end: () => void) => void): void {
  let isOver = false
  accompany(async (tx: Tx) => {
    if (!isOver && !(await markCommitted(tx, attempt)))
      throw conflict('Another request with this Idempotency-Key took over')
  }, start)

  function start(): void {
    work(() => {
      isOver = true
    })
  }
}

export async function remember(
  context: Writer,
  seal: Seal,
  attempt: Attempt,
  { status, body }: { status: number; body: string },
): Promise<void> {
  await context.store.transact((tx) => saveAnswer(tx, attempt, status, seal.close(body, placeOf(attempt))))
}

/** The request failed, so that its key may be used again, unless something of it has been done. */
export async function release(context: Writer, attempt: Attempt): Promise<void> {
  await context.store.transact((tx) => deleteIdempotencyKey(tx, attempt))
}

/** @returns how many there were */
export const forgetOldKeys = (context: Writer): Promise<number> =>
  context.store.transact((tx) => deleteExpiredIdempotencyKeys(tx, context.now()))
