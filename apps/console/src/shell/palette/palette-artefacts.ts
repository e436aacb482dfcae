import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { Failure } from '@carapace/shared/core/failure'
import { getArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { call } from '../../core/call/call.ts'

/**
 * Artefacts of a program by number or title, with the names of their kinds and the paths of their pages; none of one
 * that is not shown to the person. Fetched when somebody searches in a program: every kind's fields come along.
 */
export async function artefactsCalled(programUuid: string, words: string, limit: number, signal: AbortSignal) {
  const { artefacts } = await call(getArtefacts, { program_uuid: programUuid, q: words, limit }, { signal }).catch(
    noneOfStrangers,
  )
  return artefacts.map(({ uuid, code, title, kind }) => ({
    uuid,
    code,
    title,
    kind: artefactKindNamed(kind)!.title,
    to: artefactKindNamed(kind)!.page,
  }))
}

function noneOfStrangers(problem: unknown): { artefacts: [] } {
  if (problem instanceof Failure && problem.code === 'NOT_FOUND') return { artefacts: [] }
  throw problem
}
