import type { Org } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../core/db.ts'
import type { PersonalData } from '../core/personal-data.queries.ts'
import { accountPersonalData, personWith } from './personal-data.queries.ts'

/** All data about a person, from every module. */
export async function dataOf(
  db: Database,
  org: Org,
  uuid: string,
  kept: readonly PersonalData[],
): Promise<Record<string, unknown>> {
  const person = await personWith(db, org, uuid)
  const data: Record<string, unknown> = {}
  for (const module of [accountPersonalData, ...kept]) Object.assign(data, await module.exportData(db, org, person))
  return data
}

/**
 * Anonymises a person (rule ACCOUNT-8): the person's actions stay, under "Former member". The modules go first, while
 * the person's names are known.
 */
export async function erasePerson(
  tx: Tx,
  org: Org,
  { uuid }: { uuid: string },
  kept: readonly PersonalData[],
): Promise<void> {
  const person = await personWith(tx, org, uuid)
  for (const module of [...kept, accountPersonalData]) await module.forget(tx, org, person)
}
