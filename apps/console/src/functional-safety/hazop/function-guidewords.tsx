import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useState } from 'react'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { guidewordsOf } from '../methods.ts'
import { CellFailures } from './cell-panel.tsx'
import { type Cell, gridOf, stateGlyphs, stateWords } from './grid.ts'
import './hazop.css'

/** The guidewords of one function, each with what was found; opened one by one. */
export function FunctionGuidewords({ function: of }: { readonly function: Artefact }) {
  const graph = usePageGraph((state) => state)
  const [row] = gridOf(graph, [of], guidewordsOf(graph)).rows
  return (
    <section aria-label={`Guidewords of ${of.code}`}>
      {row!.cells.map((cell) => (
        <GuidewordSection key={cell.guideword.key} cell={cell} />
      ))}
    </section>
  )
}

function GuidewordSection({ cell }: { readonly cell: Cell }) {
  const { guideword, state, failures } = cell
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="hz-guide" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{guideword.title}</b>
        <i className={`hz-cell hz-${state} hz-badge`}>
          {stateGlyphs[state]} {stateWords[state]}
        </i>
        <span className="c-note" title={guideword.meaning}>
          {failures.length === 0 ? guideword.meaning : failures.map(({ code, title }) => `${code} ${title}`).join(', ')}
        </span>
      </summary>
      {isOpen && <CellFailures cell={cell} />}
    </details>
  )
}
