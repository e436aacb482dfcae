import { type RefObject, useEffect, useState } from 'react'
import './table.css'

/** The cell under the pointer, and the place of its buttons: px from the top and the right of the list. */
export interface HoveredCell {
  readonly cell: HTMLElement
  readonly top: number
  readonly right: number
}

const buttonHeight = 22
/** How long the pointer rests in a cell before its buttons appear, in ms: they must not catch a click on the row. */
const restMs = 150

/**
 * The cell of a list (marked `data-cell`) in which the pointer rests. It stays while the pointer is over its floating
 * buttons (`dt-cell-filters`), and is undefined once the list moves or is clicked.
 */
export function useHoveredCell(list: RefObject<HTMLElement | null>): HoveredCell | undefined {
  const [hovered, setHovered] = useState<HoveredCell>()

  useEffect(() => {
    const box = list.current
    if (box === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let over: HTMLElement | null = null
    const hide = () => {
      clearTimeout(timer)
      over = null
      setHovered(undefined)
    }
    const isOnButtons = (target: EventTarget | null) => target instanceof Element && target.closest('.dt-cell-filters')
    const onOver = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch' || !(target instanceof Element) || isOnButtons(target)) return
      const cell = target.closest<HTMLElement>('[data-cell]')
      if (cell === over) return
      hide()
      over = cell
      timer = setTimeout(() => setHovered(placed(box, cell)), restMs)
    }
    const onDown = ({ target }: PointerEvent) => {
      if (!isOnButtons(target)) hide()
    }
    box.addEventListener('pointerover', onOver)
    box.addEventListener('pointerdown', onDown)
    box.addEventListener('pointerleave', hide)
    box.addEventListener('scroll', hide, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      box.removeEventListener('pointerover', onOver)
      box.removeEventListener('pointerdown', onDown)
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
