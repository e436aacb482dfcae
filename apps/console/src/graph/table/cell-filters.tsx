import { FilterIcon, FilterRemoveIcon } from '@blueprintjs/icons'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { RefObject } from 'react'
import { useHoveredCell } from '../../core/table/hovered-cell.ts'
import { usePageContext, usePageGraph } from '../page/page-context.tsx'
import { type ArtefactColumn, wordsIn } from './rows.ts'
import { filteredIn, filteredOut, whereOf, whereText } from '../page/search.ts'
import { useTable } from './table-state.ts'

/** Minimum width of a cell for filter buttons, px: a narrower one has no room beside its own controls. */
const narrowest = 96

interface CellFiltersProps {
  readonly list: RefObject<HTMLElement | null>
  readonly columns: readonly ArtefactColumn[]
}

/** Two small buttons over the hovered cell: show only rows with the same value, or hide them (rule GRAPH-UI-17). */
export function CellFilters({ list, columns }: CellFiltersProps) {
  const { search, go } = usePageContext()
  const isEditing = useTable(({ editing }) => editing !== undefined)
  const hovered = useHoveredCell(list)
  const row = usePageGraph(({ artefacts }) => artefacts.get(hovered?.cell.dataset['row'] ?? ''))
  const column = columns.find(({ key }) => key === hovered?.cell.dataset['cell'])
  const found = row && column && filterOf(column, row)
  if (isEditing || hovered === undefined || found === undefined || hovered.cell.clientWidth < narrowest) return null
  const { key, title } = column!
  const where = whereOf(search.where)
  return (
    <span className="dt-cell-filters" style={{ top: hovered.top, right: hovered.right }}>
      <button
        type="button"
        tabIndex={-1}
        className="dt-in-out"
        aria-label={`Only ${title.toLowerCase()} ${found.text}`}
        title={`Only ${title.toLowerCase()} ${found.text} (f)`}
        onClick={() => go({ where: whereText(filteredIn(where, key, found.words)) }, true)}
      >
        <FilterIcon size={12} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        className="dt-in-out"
        aria-label={`Not ${title.toLowerCase()} ${found.text}`}
        title={`Not ${title.toLowerCase()} ${found.text} (v)`}
        onClick={() => go({ where: whereText(filteredOut(where, key, found.words)) }, true)}
      >
        <FilterRemoveIcon size={12} />
      </button>
    </span>
  )
}

function filterOf(
  column: ArtefactColumn,
  row: Artefact,
): { readonly words: readonly string[]; readonly text: string } | undefined {
  const words = wordsIn(column, row)
  if (words.length === 0) return undefined
  return {
    words,
    text: column
      .choices!.filter(({ word }) => words.includes(word))
      .map(({ text }) => text)
      .join(', '),
  }
}
