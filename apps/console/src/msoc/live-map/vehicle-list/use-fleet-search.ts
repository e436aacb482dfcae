import { listVehicles, type Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { useEffect, useState } from 'react'
import { call } from '../../../core/call/call.ts'

const typingMs = 250

/**
 * Vehicles that match the words anywhere, also outside the visible part of the world. Without words, nothing is
 * requested.
 */
export function useFleetSearch(words: string): readonly Vehicle[] {
  const [found, setFound] = useState<readonly Vehicle[]>([])
  const q = words.trim()

  useEffect(() => {
    setFound([])
    if (q === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      // vehicles in view are found without the server; a failure only leaves out the rest
      call(listVehicles, { q, limit: 50 }, { signal: controller.signal }).then(
        ({ vehicles }) => setFound(vehicles),
        () => undefined,
      )
    }, typingMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [q])

  return found
}
