import { Button } from '@blueprintjs/core'
import { EyeOffIcon, PauseIcon, PlayIcon } from '@blueprintjs/icons'
import { Kbd } from '../../../../core/ui/kbd.tsx'
import { useBench } from '../../bench.ts'
import { listModes, type ListMode } from '../../engine/protocol.ts'
import { BusChips } from './bus-chips.tsx'
import { DbcMenu } from './dbc-menu.tsx'
import { FilterField } from './filter-field.tsx'
import { MoreMenu } from './more-menu.tsx'
import { SourceSwitch } from './source-switch.tsx'

const titles: Readonly<Record<ListMode, string>> = { overwrite: 'Overwrite', trace: 'Trace', transport: 'ISO-TP, UDS' }

/** The source, the view and the filter of the frames, and the actions on them. */
export function Toolbar({ onLive }: { readonly onLive: (() => void) | undefined }) {
  return (
    <div className="an-bar" role="toolbar" aria-label="Packet analyzer">
      <Modes />
      <BusChips />
      <DbcMenu />
      <FilterField />
      <NotchButton />
      <span className="an-bar-end">
        <SourceSwitch onLive={onLive} />
        <PauseButton />
        <MoreMenu />
      </span>
    </div>
  )
}

function Modes() {
  const { look, lookAt } = useBench()
  return (
    <span className="an-switch" role="group" aria-label="How frames are listed">
      {listModes.map((mode) => (
        <button
          key={mode}
          type="button"
          aria-pressed={(look.mode ?? 'overwrite') === mode}
          onClick={() => lookAt({ ...look, mode })}
        >
          {titles[mode]}
        </button>
      ))}
    </span>
  )
}

/**
 * Marks all changes until now as known: then only bytes that never changed before are highlighted (rule ANALYZER-UI-6).
 */
function NotchButton() {
  const { isNotched, setNotched } = useBench()
  return (
    <Button
      icon={<EyeOffIcon />}
      aria-pressed={isNotched}
      active={isNotched}
      className="an-notch"
      onClick={() => setNotched(!isNotched)}
    >
      Notch known changes
    </Button>
  )
}

function PauseButton() {
  const { source, isPaused, setPaused } = useBench()
  if (source.kind !== 'live') return null
  return (
    <Button
      icon={isPaused ? <PlayIcon /> : <PauseIcon />}
      endIcon={<Kbd keys="Space" />}
      active={isPaused}
      onClick={() => setPaused(!isPaused)}
    >
      {isPaused ? 'Go on' : 'Pause'}
    </Button>
  )
}
