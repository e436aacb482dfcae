import { useEffect, useRef } from 'react'
import { useTimeRange, useTimeWindow } from '../../../core/time/conductor.ts'
import { liveAgain, wordOf } from '../../../core/time/range.ts'
import { useLiveMap } from '../live-map-context.ts'

/** Enters and leaves a replay: sets the address, and the map follows it. */
export function useReplay(): { enter: (vin?: string) => void; leave: () => void } {
  const { go, search } = useLiveMap()
  const { range } = useTimeRange()
  const window = useTimeWindow()
  return {
    /** A replay's window is fixed: a live window is fixed at its current times. */
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
 * Applies the address to the replay, and writes the replay's time to the address when it pauses (rules MAP-UI-57,
 * MAP-UI-58, MAP-UI-65).
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

  // the address changes only when the replay pauses: one address per frame would fill the browser history
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
