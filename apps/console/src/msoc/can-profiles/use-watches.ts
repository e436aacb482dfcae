import { type BusWatch, getCanStatus } from '@carapace/shared/msoc/can/profiles.contract'
import { useEffect } from 'react'
import { useAnswer } from '../../core/call/use-answer.ts'

/** How often it is asked how far the learning is, ms. */
const askedEveryMs = 5_000

interface Watches {
  /** Undefined until they are known. */
  readonly buses: readonly BusWatch[] | undefined
  readonly problem: string | undefined
  readonly ask: () => void
}

/** How a vehicle's buses are watched, kept up to date while the page is looked at (rule CPR9). */
export function useWatches(vehicle: string): Watches {
  const { data, problem, ask } = useAnswer(getCanStatus, { vehicle })
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) ask()
    }, askedEveryMs)
    return () => clearInterval(timer)
  }, [ask])
  return { buses: data?.buses, problem, ask }
}
