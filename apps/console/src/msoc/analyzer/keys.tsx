import { saveCanNote } from '@carapace/shared/msoc/can/notes.contract'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { useRefusal } from '../../core/session/may.ts'
import { useBench } from './bench.ts'
import { copyTimeLink } from './time-link.ts'

const group = 'Packet analyzer'

/** The keyboard shortcuts of the analyzer; its lists have their own. */
export function AnalyzerKeys() {
  const bench = useBench()
  const { analyzer, look, lookAt, source, isPaused, setPaused, isNotched, setNotched, goTo, focusTime, setDialog } =
    bench
  const mayNote = useRefusal(saveCanNote) === undefined
  const step = async (isBackward: boolean) => {
    const { summary } = analyzer.state.getState()
    const from = focusTime ?? (isBackward ? summary?.to : summary?.from)
    const place = from === undefined ? undefined : await analyzer.find(from, isBackward)
    if (place !== undefined) goTo(place.ts)
  }
  useHotkeys([
    { keys: '1', title: 'Overwrite', group, run: () => lookAt({ ...look, mode: 'overwrite' }) },
    { keys: '2', title: 'Trace', group, run: () => lookAt({ ...look, mode: 'trace' }) },
    { keys: '3', title: 'ISO-TP, UDS', group, run: () => lookAt({ ...look, mode: 'transport' }) },
    { keys: 'n', title: 'Next frame that passes the filter', group, run: () => void step(false) },
    { keys: 'N', title: 'Previous frame that passes the filter', group, run: () => void step(true) },
    { keys: 'x', title: 'Notch known changes', group, run: () => setNotched(!isNotched) },
    { keys: 'y', title: 'Copy link to this time', group, run: () => copyTimeLink(bench) },
    { keys: 'Escape', title: 'Close the detail', group, run: () => lookAt({ ...look, id: undefined }) },
    ...(mayNote
      ? [{ keys: 'b', title: 'Add a note at this time', group, run: () => setDialog({ about: 'note' }) }]
      : []),
    ...(source.kind === 'live'
      ? [{ keys: 'Space', title: 'Pause or go on', group, run: () => setPaused(!isPaused) }]
      : []),
  ])
  return null
}
