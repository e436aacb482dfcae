import { type RefObject, useEffect, useState } from 'react'
import './table.css'

/** The cell under the pointer, and the place of its buttons: px from the top and the right of the list. */
export interface HoveredCell {
  readonly cell: HTMLElement
  readonly top: number
  readonly right: number
}

const buttonHeight = 22

/**
 * The cell of a list (marked `data-cell`) under the pointer. It stays while the pointer is over its floating buttons
 * (`dt-cell-filters`), and is undefined once the list moves.
 */
export function useHoveredCell(list: RefObject<HTMLElement | null>): HoveredCell | undefined {
  const [hovered, setHovered] = useState<HoveredCell>()

  useEffect(() => {
    const box = list.current
    if (box === null) return undefined
    const onOver = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch' || !(target instanceof Element) || target.closest('.dt-cell-filters')) return
      setHovered(placed(box, target.closest<HTMLElement>('[data-cell]')))
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
  }, [list])

  return hovered
}

function placed(box: HTMLElement, cell: HTMLElement | null): HoveredCell | undefined {
  if (cell === null) return undefined
  const inList = box.getBoundingClientRect()
  const at = cell.getBoundingClientRect()
  return { cell, top: at.top - inList.top + (at.height - buttonHeight) / 2, right: inList.right - at.right + 2 }
}
