import { DialogBody } from '@blueprintjs/core'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { shownOnce, useHotkeyList } from '../../core/hotkeys/hotkeys.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { Kbd } from '../../core/ui/kbd.tsx'

const help = createStore<{ readonly shown: boolean }>(() => ({ shown: false }))

export function showHotkeys(): void {
  help.setState({ shown: true })
}

/** All hotkeys of the current screen, by group. */
export function HotkeyHelp() {
  const shown = useStore(help, (state) => state.shown)
  const list = useHotkeyList()
  return (
    <Dialog isOpen={shown} onClose={() => help.setState({ shown: false })} title="Keyboard shortcuts">
      <DialogBody>
        <div className="hotkeys">
          {[...Map.groupBy(shownOnce(list), ({ group }) => group)].map(([group, members]) => (
            <section key={group}>
              <h3>{group}</h3>
              <dl>
                {members.map(({ keys, title }) => (
                  <div key={keys}>
                    <dt>{title}</dt>
                    <dd>
                      <Kbd keys={keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogBody>
    </Dialog>
  )
}
