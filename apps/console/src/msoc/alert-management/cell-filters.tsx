import { FilterIcon, FilterRemoveIcon } from '@blueprintjs/icons'
import { type RefObject, useEffect, useState } from 'react'
import { type Desk, useDesk } from './desk.tsx'
import { type CellFilter, filterOfCell, filters, wordText } from './filters.ts'
import { filteredIn, filteredOut, isDeniable } from './search.ts'

/** The cell under the pointer: what it filters by, and where its buttons go, px. */
interface Hovered {
  readonly filter: CellFilter
  readonly top: number
  readonly right: number
}

/**
 * Two small buttons over the cell that the pointer is on: only what shows the same, or all but that (rule AQ66).
 * They float above the rows, since a row is an option of a listbox and holds no buttons; by keyboard, the facts of the open alert have the same.
 */
export function CellFilters({ list }: { readonly list: RefObject<HTMLElement | null> }) {
  const desk = useDesk()
  const hovered = useHovered(list, desk)
  if (hovered === undefined) return null
  return (
    <span className="am-cell-filters" style={{ top: hovered.top, right: hovered.right }}>
      <FilterButtons filter={hovered.filter} />
    </span>
  )
}

/** Filter in, and where that can be said, filter out. */
export function FilterButtons({ filter: { key, word } }: { readonly filter: CellFilter }) {
  const { search, go } = useDesk()
  const said = `${filters[key].title.toLowerCase()} ${wordText(key, word)}`
  return (
    <>
      <button type="button" className="am-in-out" aria-label={`Only ${said}`} title={`Only ${said}`} onClick={() => go(filteredIn(search, key, word))}>
        <FilterIcon size={12} />
      </button>
      {isDeniable(key) && (
        <button type="button" className="am-in-out" aria-label={`Not ${said}`} title={`Not ${said}`} onClick={() => go(filteredOut(search, key, word))}>
          <FilterRemoveIcon size={12} />
        </button>
      )}
    </>
  )
}

function useHovered(list: RefObject<HTMLElement | null>, { queue }: Desk): Hovered | undefined {
  const [hovered, setHovered] = useState<Hovered>()

  useEffect(() => {
    const box = list.current
    if (box === null) return undefined
    const onOver = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch' || !(target instanceof Element) || target.closest('.am-cell-filters')) return
      setHovered(hoveredCell(box, target, queue))
    }
    const hide = () => setHovered(undefined)
    box.addEventListener('pointerover', onOver)
    box.addEventListener('pointerleave', hide)
    box.addEventListener('scroll', hide, { capture: true, passive: true })
    return () => {
      box.removeEventListener('pointerover', onOver)
      box.removeEventListener('pointerleave', hide)
      box.removeEventListener('scroll', hide, { capture: true })
    }
  }, [list, queue])

  return hovered
}

function hoveredCell(box: HTMLElement, target: Element, queue: Desk['queue']): Hovered | undefined {
  const cell = target.closest<HTMLElement>('[data-cell]')
  const alert = queue.alertOf(cell?.closest('[role=option]')?.id.replace(/^alert-/, '') ?? '')
  const filter = alert && filterOfCell(cell?.dataset['cell'] ?? '', alert)
  if (cell === null || filter === undefined) return undefined
  const inList = box.getBoundingClientRect()
  const at = cell.getBoundingClientRect()
  return { filter, top: at.top - inList.top + (at.height - 22) / 2, right: inList.right - at.right + 2 }
}
