import { desc, eq, isNotNull } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { releases, software } from '@carapace/shared/sbom/sbom.table'
import type { Database, Tx } from '../../core/db.ts'
import { codeOf } from './software.queries.ts'

/** A release that has a bill of materials, as other modules name it. */
export interface ProgramBill {
  readonly uuid: string
  /** Of its software: SW-012. */
  readonly code: string
  /** Gateway 1.4. */
  readonly title: string
  readonly revision: number
}

const billsAtMost = 50

/** The releases of a program's software that have a bill of materials, the latest first; at most 50. */
export async function billsOfProgram(db: Database | Tx, org: Org, programUuid: string): Promise<ProgramBill[]> {
  const rows = await db
    .select({
      uuid: releases.uuid,
      version: releases.version,
      revision: releases.revision,
      number: software.number,
      name: software.name,
    })
    .from(releases)
    .innerJoin(software, eq(software.uuid, releases.softwareUuid))
    .where(ownedBy(org, releases, eq(software.programUuid, programUuid), isNotNull(releases.documentUuid)))
    .orderBy(desc(releases.createdAt), desc(releases.uuid))
    .limit(billsAtMost)
  return rows.map(({ uuid, version, revision, number, name }) => ({
    uuid,
    code: codeOf(number),
    title: `${name} ${version}`.slice(0, 300),
    revision,
  }))
}
