import { DiagramTreeIcon } from '@blueprintjs/icons'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { ReactElement } from 'react'
import { usePageFact } from '../../core/page/page-facts.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { type ProgramStore, useGraph } from '../store/program-store.ts'
import { useAccess } from '../programs/use-access.ts'
import { pageSubject, useRequest } from '../../core/call/query.ts'

interface OpenArtefactProps {
  readonly program: ProgramStore
  readonly uuid: string
  readonly children: (whole: Artefact, refusal: string | undefined) => ReactElement
}

/** Reads one artefact with its long fields once, for an editor that follows its changes from then on. */
export function OpenArtefact({ program, uuid, children }: OpenArtefactProps) {
  const {
    data,
    problem,
    refetch: again,
  } = useRequest(
    ['artefact of the open program', program.programUuid, uuid],
    async () => (await program.whole(uuid)).artefact,
    pageSubject,
  )
  const { program: about, refusal } = useAccess(program.programUuid)
  const isWhole = useGraph(program, (graph) => graph.isWhole)
  const isGone = useGraph(program, (graph) => graph.isWhole && !graph.artefacts.has(uuid))
  const trouble = useGraph(program, (graph) => graph.problem)
  usePageFact('Program', about?.name)
  if (isGone)
    return (
      <EmptyState icon={<DiagramTreeIcon size={24} />} title="It is gone">
        Somebody removed it, or it was never in this program.
      </EmptyState>
    )
  if (data === undefined && problem !== undefined)
    return (
      <ErrorState title="It did not load" onRetry={again}>
        {problem}
      </ErrorState>
    )
  if (!isWhole && trouble !== undefined)
    return (
      <ErrorState title="The program did not load" onRetry={program.reload}>
        {trouble}
      </ErrorState>
    )
  if (data === undefined || !isWhole || about === undefined)
    return <SkeletonRows rows={12} columns={['1fr', '2fr', '1fr']} />
  return children(data, refusal)
}
