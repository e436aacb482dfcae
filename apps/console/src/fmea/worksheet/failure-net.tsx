import { CrossIcon } from '@blueprintjs/icons'
import type { getImpact, Link } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { Segments } from '../../graph/editing/segments.tsx'
import { impactLayout } from '../../graph/impact/impact-layout.ts'
import { ImpactPicture } from '../../graph/impact/impact-picture.tsx'
import { usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { type GraphState, linksAt, nodeAt, suspectsAt } from '../../graph/store/graph-state.ts'
import { IconButton } from '../../core/ui/tooltip.tsx'

type Reached = z.output<typeof getImpact.output>['nodes'][number]

/** Maximum number of failures that are drawn on each side. */
const mostDrawn = 100

/** The failures that lead to one, or to which it leads, with their distance. */
export function reachedFrom(graph: GraphState, uuid: string, side: 'upstream' | 'downstream', depth: number) {
  const nodes: Reached[] = []
  const links = new Map<string, Link>()
  const seen = new Set([uuid])
  let frontier = [uuid]
  for (let step = 1; step <= depth && frontier.length > 0; step += 1) {
    const next: string[] = []
    for (const at of frontier)
      for (const link of linksAt(graph, at)) {
        const [here, there] = side === 'upstream' ? [link.to, link.from] : [link.from, link.to]
        if (link.kind !== 'results-in' || here !== at) continue
        const node = nodeAt(graph, there)
        if (!node || nodes.length >= mostDrawn) continue
        links.set(link.uuid, link)
        if (seen.has(there)) continue
        seen.add(there)
        nodes.push({ ...node, depth: step, via: link.uuid, is_suspect: suspectsAt(graph, there).length > 0 })
        next.push(there)
      }
    frontier = next
  }
  return { nodes, links: [...links.values()] }
}

const depths = [
  { key: '1', label: '1 step' },
  { key: '2', label: '2' },
  { key: '5', label: '5' },
]

/** Causes, modes and effects around a failure, across all levels and FMEAs of the program. */
export function FailureNet({
  failureUuid,
  onClose,
}: {
  readonly failureUuid: string | undefined
  readonly onClose: () => void
}) {
  const graph = usePageGraph((state) => state)
  const { go } = usePageContext()
  const [steps, setSteps] = useState('2')
  const [chosen, setChosen] = useState<string>()
  // the net follows the cursor of the worksheet until a failure in it is chosen
  const [followed, setFollowed] = useState(failureUuid)
  if (followed !== failureUuid) {
    setFollowed(failureUuid)
    setChosen(undefined)
  }
  const centre = chosen ?? failureUuid
  const self = centre === undefined ? undefined : nodeAt(graph, centre)
  const layout = useMemo(
    () =>
      self &&
      impactLayout(
        self,
        reachedFrom(graph, self.uuid, 'upstream', Number(steps)),
        reachedFrom(graph, self.uuid, 'downstream', Number(steps)),
      ),
    [graph, self, steps],
  )
  return (
    <aside className="fw-side" aria-label="Failure net">
      <header className="fw-side-head">
        <h2>Failure net</h2>
        <Segments look="switch" label="Steps" chosen={steps} segments={depths} onChoose={setSteps} />
        <IconButton size="small" icon={<CrossIcon />} label="Close the failure net" onClick={onClose} />
      </header>
      {layout && self ? (
        <>
          <p className="c-note fw-net-note">
            Causes on the left, effects on the right of{' '}
            <button type="button" className="fw-open" onClick={() => go({ open: self.code })}>
              {self.code} {self.title}
            </button>
          </p>
          <ImpactPicture layout={layout} self={self.uuid} onOpen={({ uuid }) => setChosen(uuid)} />
        </>
      ) : (
        <p className="c-note fw-net-note">Put the cursor on a line with a failure.</p>
      )}
    </aside>
  )
}
