import { desc, eq, sql } from 'drizzle-orm'
import type { CombinationRow } from '@carapace/shared/component-configuration/configuration'
import type { decideCombination } from '@carapace/shared/component-configuration/configuration.contract'
import { combinations } from '@carapace/shared/component-configuration/configuration.table'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Tx } from '../core/db.ts'
import type { Read } from './read.ts'

const c = combinations

/** Whether a combination of the variant waits for a decision. */
export async function hasProposal(tx: Tx, org: Org, variantUuid: string): Promise<boolean> {
  return (await tx.$count(c, ownedBy(org, c, eq(c.variantUuid, variantUuid), eq(c.state, 'PROPOSED')))) > 0
}

type Proposal = Pick<typeof c.$inferInsert, 'variantUuid' | 'units' | 'rxswins' | 'note' | 'proposedByUuid'>

/** Adds a proposal with the variant's next number; returns the number. Call `lockConfigurations` first. */
export async function insertProposal(tx: Tx, org: Org, proposal: Proposal): Promise<number> {
  const [last] = await tx
    .select({ number: c.number })
    .from(c)
    .where(ownedBy(org, c, eq(c.variantUuid, proposal.variantUuid)))
    .orderBy(desc(c.number))
    .limit(1)
  const number = (last?.number ?? 0) + 1
  await tx.insert(c).values({ ...proposal, orgUuid: org.uuid, number })
  return number
}

/** A combination. @throws {Failure} NOT_FOUND */
export async function combinationOf(tx: Tx, org: Org, uuid: string): Promise<typeof c.$inferSelect> {
  const [row] = await tx
    .select()
    .from(c)
    .where(ownedBy(org, c, eq(c.uuid, uuid)))
  if (!row) throw new Failure('NOT_FOUND')
  return row
}

type Decision = Pick<Read<typeof decideCombination>, 'decision' | 'note'> & { readonly userUuid: string }

/** Stores who decided what about a combination, as of now. */
export async function updateDecision(
  tx: Tx,
  org: Org,
  uuid: string,
  { decision, note, userUuid }: Decision,
): Promise<void> {
  const now = new Date()
  await tx
    .update(c)
    .set(
      decision === 'WITHDRAWN'
        ? { state: decision, withdrawnByUuid: userUuid, withdrawnAt: now, decisionNote: note }
        : { state: decision, decidedByUuid: userUuid, decidedAt: now, decisionNote: note },
    )
    .where(ownedBy(org, c, eq(c.uuid, uuid)))
}

/** The control units of the approved combination with the highest number; empty if there is none. */
export async function approvedUnits(tx: Tx, org: Org, variantUuid: string): Promise<readonly CombinationRow[]> {
  const [row] = await tx
    .select({ units: c.units })
    .from(c)
    .where(ownedBy(org, c, eq(c.variantUuid, variantUuid), sql`${c.state} = 'APPROVED'`))
    .orderBy(desc(c.number))
    .limit(1)
  return row?.units ?? []
}
