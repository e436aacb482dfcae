import { FilterIcon, FilterRemoveIcon } from '@blueprintjs/icons'
import type { RefObject } from 'react'
import { type HoveredCell, useHoveredCell } from '../../../core/table/hovered-cell.ts'
import { type AlertPageContext, useAlertPage } from '../page-context.tsx'
import { type CellFilter, filterOfCell, filters, wordText } from './filters.ts'
import { filteredIn, filteredOut, isDeniable } from '../search.ts'

/**
 * Two small buttons over the hovered cell: filter for its value, or exclude its value (rule QUEUE-66). They float above
 * the rows, since a row is an option of a listbox and may not contain buttons. For keyboard users, the facts of the
 * open alert have the same buttons.
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

/** The button "filter in" and, if the filter can be negated, "filter out". */
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

/** The filter of the hovered cell. */
function filterAt({ cell }: HoveredCell, { queue }: AlertPageContext): CellFilter | undefined {
  const alert = queue.alertOf(cell.closest('[role=option]')?.id.replace(/^alert-/, '') ?? '')
  return alert && filterOfCell(cell.dataset['cell'] ?? '', alert)
}
