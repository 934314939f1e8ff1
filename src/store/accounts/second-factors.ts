import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../platform/store.ts'
import type { SecondFactorsTable } from '../tables/accounts.ts'

export type SecondFactorRow = Selectable<SecondFactorsTable>

/** The second factor of a user, enabled or only started. */
export async function findSecondFactor(db: Reader, userId: string): Promise<SecondFactorRow | null> {
  const row = await db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row ?? null
}

/**
 * Starts or restarts enrollment.
 *
 * @returns false when an enabled factor exists; that factor is kept
 */
export async function saveStartedFactor(tx: Tx, factor: Insertable<SecondFactorsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('second_factors')
    .values(factor)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: factor.secret, last_step: factor.last_step, created_at: factor.created_at })
        .where('second_factors.enabled_at', 'is', null),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false when it has been enabled in the meantime, or enrollment was restarted with another secret */
export async function enableFactor(
  tx: Tx,
  userId: string,
  secret: string,
  { step, now }: { step: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ enabled_at: now, last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('enabled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** @returns false when this code or a later one was already used: the second of two concurrent calls updates no row */
export async function consumeStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Deletes the factor and its recovery codes.
 *
 * @returns false when there was none
 */
export async function deleteFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function insertRecoveryCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/**
 * @param hashes under which the code may be stored
 * @returns false when the code does not exist or was already used
 */
export async function consumeRecoveryCode(tx: Tx, userId: string, hashes: readonly string[]): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function countRecoveryCodes(db: Reader, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return n
}
