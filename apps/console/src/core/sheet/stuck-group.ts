import { type RefObject, useEffect, useState } from 'react'
import type { GridLine } from './grid-lines.ts'

type GroupLine = GridLine<unknown> & { readonly is: 'group' }

/** The head of the group to which the first row in sight belongs; undefined while that head is in sight itself. */
export function stuckGroup(
  lines: readonly GridLine<unknown>[],
  scrolled: number,
  rowHeight: number,
): GroupLine | undefined {
  if (scrolled <= 0) return undefined
  const first = Math.floor(scrolled / rowHeight)
  const line = lines.slice(0, first + 1).findLast((one): one is GroupLine => one.is === 'group')
  return line === lines[first] && scrolled % rowHeight === 0 ? undefined : line
}

interface Stuck {
  readonly line: GroupLine
  /** px, without the scroll bar. */
  readonly width: number
}

/** The head of a group that stays at the top while its rows scroll below it (rule SHEET-10). */
export function useStuckGroup(
  box: RefObject<HTMLElement | null>,
  lines: readonly GridLine<unknown>[],
  rowHeight: number,
): Stuck | undefined {
  const [stuck, setStuck] = useState<Stuck>()
  useEffect(() => {
    const scroller = box.current
    if (!scroller) return
    const look = () => {
      const line = stuckGroup(lines, scroller.scrollTop, rowHeight)
      const width = scroller.clientWidth
      setStuck((before) => (before?.line === line && before?.width === width ? before : line && { line, width }))
    }
    // with the next frame, which has its layout by then
    const frame = requestAnimationFrame(look)
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      scroller.removeEventListener('scroll', look)
    }
  }, [box, lines, rowHeight])
  return stuck
}
