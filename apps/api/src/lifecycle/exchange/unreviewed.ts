import { artefactRows } from '../../graph/artefacts/artefacts.queries.ts'
import { noteVersions, updateArtefacts } from '../../graph/artefacts/written.queries.ts'
import type { Place } from './archive-import.queries.ts'
import type { Waiting } from './archive-pieces.ts'

type Unreviewed = Waiting['unreviewed']

/**
 * Takes back approvals that the archive has no review of: the importing user changes the status, as a new state after
 * the history of the archive (rules EXCHANGE-33, GRAPH-11).
 */
export async function endApprovals(
  { tx, org, programUuid, userUuid }: Place,
  seq: number,
  things: readonly Unreviewed[],
): Promise<void> {
  const rows = await artefactRows(
    tx,
    org,
    programUuid,
    things.map(({ uuid }) => uuid),
  )
  const changed = [...rows.values()].map((row) => ({
    ...row,
    status: 'IN_PROCESS' as const,
    seq,
    revision: row.revision + 1,
    updatedByUuid: userUuid,
  }))
  await updateArtefacts(tx, org, changed)
  await noteVersions(tx, 'changed', userUuid, changed)
}

/** The sentence about them in the result of the job. */
export function unreviewedMessage(things: readonly Unreviewed[]): string {
  const [were, are] = things.length === 1 ? ['artefact was', 'is'] : ['artefacts were', 'are']
  const codes = things.map(({ code }) => code).join(', ')
  const sentence = `${were} approved without a review in this archive, and ${are} imported as In process`
  return `${things.length} ${sentence}: ${codes}.`
}
