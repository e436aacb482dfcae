import { type FocusEvent, useEffect, useRef } from 'react'
import type { Node } from '../../core/flow/flow.tsx'

/** The card under the middle of a dragged one. */
export function cardUnder({ id, position, width = 0, height = 0 }: Node, nodes: readonly Node[]): string | undefined {
  const [x, y] = [position.x + width / 2, position.y + height / 2]
  return nodes.find(
    (node) =>
      node.id !== id &&
      x >= node.position.x &&
      x <= node.position.x + (node.width ?? 0) &&
      y >= node.position.y - 8 &&
      y <= node.position.y + (node.height ?? 0) + 8,
  )?.id
}

/**
 * Selects a card that gets the focus by keyboard. A pressed card is not selected yet: the user may be starting to drag
 * it, and the canvas must keep its size until then.
 */
export function selectFocused({ target }: FocusEvent, select: (key: string) => void): void {
  const id =
    target instanceof Element && target.matches('.react-flow__node:focus-visible')
      ? target.getAttribute('data-id')
      : null
  if (id !== null) select(id)
}

/** Focuses the selected card, unless the user is typing. */
export function useFocused(key: string | undefined): void {
  const known = useRef(key)
  useEffect(() => {
    if (key === undefined || key === known.current) return
    known.current = key
    const isTyping = document.activeElement?.matches('input, textarea, select') === true
    if (!isTyping)
      document.querySelector<HTMLElement>(`.te-canvas [data-id="${CSS.escape(key)}"]`)?.focus({ preventScroll: true })
  }, [key])
}
