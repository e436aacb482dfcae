import { useEffect, useRef } from 'react'
import { useTimeRange, useTimeWindow } from '../../../core/time/conductor.ts'
import { liveAgain, wordOf } from '../../../core/time/range.ts'
import { useLiveMap } from '../live-map-context.ts'

/** Into a replay and out of it again: the address says so, and the map follows it. */
export function useReplay(): { enter: (vin?: string) => void; leave: () => void } {
  const { go, search } = useLiveMap()
  const { range } = useTimeRange()
  const window = useTimeWindow()
  return {
    /** A replay's window stands still: a live one stays as it is now. */
    enter: (vin = search.vehicle) =>
      go((before) => ({
        ...before,
        time: wordOf({ mode: 'fixed', from: window.from, to: window.to }),
        replay: new Date(window.from).toISOString(),
        of: vin,
      })),
    leave: () => go((before) => ({ ...before, replay: undefined, of: undefined, time: wordOf(liveAgain(range)) })),
  }
}

/**
 * Keeps the replay as the address has it, and the address as the replay is where it rests (rules MAP-UI-57, MAP-UI-58,
 * MAP-UI-65).
 */
export function useReplayInAddress(): void {
  const { scene, search, go, page } = useLiveMap()
  const { range } = useTimeRange()
  const { from, to } = useTimeWindow()
  const wanted = search.replay
  const at = useRef(wanted)
  at.current = wanted
  const isOn = wanted !== undefined

  useEffect(() => {
    if (!isOn || range.mode === 'fixed') return
    const time = wordOf({ mode: 'fixed', from, to })
    go((before) => (before.replay === undefined ? before : { ...before, time }))
  }, [isOn, range, go, from, to])

  useEffect(() => {
    if (!scene || !isOn || range.mode === 'live') return
    scene.replay.start({
      from: range.from,
      to: range.to,
      at: Date.parse(at.current ?? '') || range.from,
      of: search.of,
    })
    return () => scene.replay.leave()
  }, [scene, isOn, range, search.of])

  // the address changes where the replay rests: an address a frame would fill the history of the browser
  useEffect(
    () =>
      page.subscribe(({ replay }) => {
        if (!replay || replay.playing || replay.phase !== 'ready') return
        const word = new Date(replay.at).toISOString()
        if (word === at.current) return
        at.current = word
        go((before) => (before.replay === undefined ? before : { ...before, replay: word }))
      }),
    [page, go],
  )
}
