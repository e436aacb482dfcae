import { useEffect, useState } from 'react'
import { panelAfter, untilNext } from './rotation.ts'

/**
 * The index of the current panel; a single panel stays. If the clock is set, or the computer sleeps, only the index
 * changes.
 */
export function useRotation(count: number, everySeconds: number): number {
  const [index, setIndex] = useState(0)

  useEffect(() => {
    const began = Date.now()
    const everyMs = everySeconds * 1_000
    let timer: ReturnType<typeof setTimeout> | undefined
    const turn = () => {
      const shownMs = Date.now() - began
      setIndex(panelAfter(shownMs, everyMs, count))
      timer = setTimeout(turn, untilNext(shownMs, everyMs))
    }
    if (count > 1) turn()
    else setIndex(0)
    return () => clearTimeout(timer)
  }, [count, everySeconds])

  return index
}
