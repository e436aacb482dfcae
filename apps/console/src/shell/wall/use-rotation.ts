import { useEffect, useState } from 'react'
import { panelAfter, untilNext } from './rotation.ts'

/**
 * Which panel is shown now; one panel stays. A clock that was set, or a sleeping computer, only changes which one it
 * is.
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
