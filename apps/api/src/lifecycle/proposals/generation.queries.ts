import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefactLinks, artefacts } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { ProgramModel } from '@carapace/shared/lifecycle/proposals/model'
import type { Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Database } from '../../core/db.ts'
import { codeOfRow, nodeOf } from '../../graph/artefacts/artefacts.queries.ts'

/**
 * The part of a program's graph from which proposals are made, in the order of codes, and the names of its artefacts.
 */
export async function modelOf(
  db: Database,
  org: Org,
  programUuid: string,
  { kinds, links: linkKinds }: { kinds: readonly string[]; links: readonly string[] },
): Promise<{ model: ProgramModel; nodes: Map<string, Node> }> {
  const rows = await db
    .select({
      uuid: artefacts.uuid,
      kind: artefacts.kind,
      number: artefacts.number,
      title: artefacts.title,
      status: artefacts.status,
      fields: artefacts.fields,
      origin: artefacts.origin,
      revision: artefacts.revision,
    })
    .from(artefacts)
    .where(ownedBy(org, artefacts, and(eq(artefacts.programUuid, programUuid), inArray(artefacts.kind, [...kinds]))))
    .orderBy(artefacts.kind, artefacts.number)
  const links = await db
    .select({ kind: artefactLinks.kind, from: artefactLinks.fromUuid, to: artefactLinks.toUuid })
    .from(artefactLinks)
    .where(
      ownedBy(
        org,
        artefactLinks,
        and(
          eq(artefactLinks.programUuid, programUuid),
          isNull(artefactLinks.removedSeq),
          inArray(artefactLinks.kind, [...linkKinds]),
        ),
      ),
    )
    .orderBy(artefactLinks.addedSeq, artefactLinks.uuid)
  return {
    model: { artefacts: rows.map((row) => ({ ...row, code: codeOfRow(row) })), links },
    nodes: new Map(rows.map((row) => [row.uuid, nodeOf(row)])),
  }
}
