import { Failure } from '@carapace/shared/core/failure'
import type { EvidenceItem } from '@carapace/shared/interface-agreement/exchange'
import type { WorkProductRow } from '@carapace/shared/interface-agreement/row'
import { workProducts } from '@carapace/shared/lifecycle/compliance/work-products'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Services } from '../../module.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import { type EvidencePart, programNamed } from './evidence.queries.ts'
import type { Party } from '../party.ts'

const byCode = new Map(workProducts.map((product) => [product.code, product]))
/** The kind of artefacts that stand for a work product by its code. */
export const codedKind = 'work-product'

/**
 * The artefacts that rows consist of (rule AGREEMENT-32). A row without a reference has none.
 *
 * @param kinds the kinds that may be seen
 */
export function evidenceParts(rows: Iterable<WorkProductRow>, kinds: readonly string[]): EvidencePart[] {
  return [...rows].flatMap(({ id: row, iso_reference: code }) => {
    const product = byCode.get(code)
    if (!product) return []
    const parts = [...product.kinds.map((kind) => ({ row, kind, code: null })), { row, kind: codedKind, code }]
    return parts.filter(({ kind }) => kinds.includes(kind))
  })
}

/**
 * The program of the own side whose artefacts are evidence, if the caller may see it; undefined: there is none, or not
 * for them.
 */
export async function evidenceProgram(
  db: Database | Tx,
  caller: Caller,
  { programUuid }: Party,
): Promise<{ readonly uuid: string; readonly name: string } | undefined> {
  if (programUuid === null) return undefined
  try {
    await seeProgram(db, caller, programUuid)
  } catch (error) {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return undefined
    throw error
  }
  return { uuid: programUuid, name: await programNamed(db, caller.org, programUuid) }
}

/** The bills of materials of a program that the caller sees; none without the licence for them. */
export async function billsSeen(
  db: Database | Tx,
  { org, licence }: Caller,
  programUuid: string,
  services: Services,
): Promise<EvidenceItem[]> {
  return licence.modules.includes('LIFECYCLE_SBOM') ? services.billsOfProgram(db, org, programUuid) : []
}
