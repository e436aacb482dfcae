import { eq, isNull, lt, or, sql } from 'drizzle-orm'
import { recoveryCodes, users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Tx } from '../../core/db.ts'

/**
 * Uses up the code of a time step. Returns false if the code of this step or of a later step was used before. If two
 * requests give the same code at once, only one of them succeeds.
 */
export async function takeStep(tx: Tx, org: Org, userUuid: string, step: number): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ totpLastStep: step })
    .where(ownedBy(org, users, eq(users.uuid, userUuid), or(isNull(users.totpLastStep), lt(users.totpLastStep, step))))
    .returning({ uuid: users.uuid })
  return rows.length > 0
}

/** Uses a recovery code up; returns false if the user has no such code. */
export async function takeRecoveryCode(tx: Tx, org: Org, userUuid: string, codeHash: Uint8Array): Promise<boolean> {
  const rows = await tx
    .delete(recoveryCodes)
    .where(ownedBy(org, recoveryCodes, eq(recoveryCodes.userUuid, userUuid), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userUuid: recoveryCodes.userUuid })
  return rows.length > 0
}

/** Replaces a user's recovery codes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  org: Org,
  userUuid: string,
  codeHashes: readonly Uint8Array[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(ownedBy(org, recoveryCodes, eq(recoveryCodes.userUuid, userUuid)))
  if (codeHashes.length > 0)
    await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ codeHash, userUuid, orgUuid: org.uuid })))
}

/** Stores a secret that waits for its first code; returns false if the second factor is already on. */
export async function writeSecret(tx: Tx, org: Org, userUuid: string, totpSecret: Uint8Array): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ totpSecret, totpLastStep: null })
    .where(ownedBy(org, users, eq(users.uuid, userUuid), isNull(users.totpEnabledAt)))
    .returning({ uuid: users.uuid })
  return rows.length > 0
}

/** Switches the second factor on, if it is set up with exactly this secret and not on yet. */
export async function switchOn(tx: Tx, org: Org, userUuid: string, totpSecret: Uint8Array): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ totpEnabledAt: sql`now()` })
    .where(ownedBy(org, users, eq(users.uuid, userUuid), isNull(users.totpEnabledAt), eq(users.totpSecret, totpSecret)))
    .returning({ uuid: users.uuid })
  return rows.length > 0
}

/** Switches the second factor off and deletes its secret and its recovery codes. */
export async function switchOff(tx: Tx, org: Org, userUuid: string): Promise<void> {
  await tx
    .update(users)
    .set({ totpSecret: null, totpEnabledAt: null, totpLastStep: null })
    .where(ownedBy(org, users, eq(users.uuid, userUuid)))
  await replaceRecoveryCodes(tx, org, userUuid, [])
}
