import { FilterIcon, FilterRemoveIcon } from '@blueprintjs/icons'
import type { RefObject } from 'react'
import { type HoveredCell, useHoveredCell } from '../../../core/table/hovered-cell.ts'
import { type AlertPageContext, useAlertPage } from '../page-context.tsx'
import { type CellFilter, filterOfCell, filters, wordText } from './filters.ts'
import { filteredIn, filteredOut, isDeniable } from '../search.ts'

/**
 * Two small buttons over the cell that the pointer is on: only what shows the same, or all but that (rule QUEUE-66).
 * They float above the rows, since a row is an option of a listbox and holds no buttons; by keyboard, the facts of the
 * open alert have the same.
 */
export function CellFilters({ list }: { readonly list: RefObject<HTMLElement | null> }) {
  const alertPage = useAlertPage()
  const hovered = useHoveredCell(list)
  const filter = hovered && filterAt(hovered, alertPage)
  if (filter === undefined) return null
  return (
    <span className="dt-cell-filters" style={{ top: hovered!.top, right: hovered!.right }}>
      <FilterButtons filter={filter} />
    </span>
  )
}

/** Filter in, and where that can be said, filter out. */
export function FilterButtons({ filter: { key, word } }: { readonly filter: CellFilter }) {
  const { search, go } = useAlertPage()
  const label = `${filters[key].title.toLowerCase()} ${wordText(key, word)}`
  return (
    <>
      <button
        type="button"
        className="dt-in-out"
        aria-label={`Only ${label}`}
        title={`Only ${label}`}
        onClick={() => go(filteredIn(search, key, word))}
      >
        <FilterIcon size={12} />
      </button>
      {isDeniable(key) && (
        <button
          type="button"
          className="dt-in-out"
          aria-label={`Not ${label}`}
          title={`Not ${label}`}
          onClick={() => go(filteredOut(search, key, word))}
        >
          <FilterRemoveIcon size={12} />
        </button>
      )}
    </>
  )
}

/** What the cell of an alert filters by. */
function filterAt({ cell }: HoveredCell, { queue }: AlertPageContext): CellFilter | undefined {
  const alert = queue.alertOf(cell.closest('[role=option]')?.id.replace(/^alert-/, '') ?? '')
  return alert && filterOfCell(cell.dataset['cell'] ?? '', alert)
}
