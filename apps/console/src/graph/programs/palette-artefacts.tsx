import { ManyToManyIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { Failure } from '@carapace/shared/core/failure'
import { getArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { call } from '../../core/call/call.ts'
import type { FindOptions, Found } from '../../core/install/module-install.ts'

/**
 * Artefacts of a program by number or title; none of a program that the user may not see. The module is loaded when the
 * user searches in a program, together with the fields of every kind.
 */
export async function artefacts(
  words: string,
  programId: string,
  { limit, signal }: FindOptions,
): Promise<readonly Found[]> {
  const found = await call(getArtefacts, { program_uuid: programId, q: words, limit }, { signal }).catch(noneUnseen)
  return found.artefacts.map(({ uuid, code, title, kind }) => ({
    id: uuid,
    kind: 'In this program',
    title,
    detail: `${artefactKindNamed(kind)!.title} · ${code}`,
    icon: <ManyToManyIcon />,
    place: { to: artefactKindNamed(kind)!.page, search: { programId, open: code } },
  }))
}

function noneUnseen(problem: unknown): { artefacts: [] } {
  if (problem instanceof Failure && problem.code === 'NOT_FOUND') return { artefacts: [] }
  throw problem
}
