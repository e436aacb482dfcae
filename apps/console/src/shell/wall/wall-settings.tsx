import { Button, Checkbox, DialogBody, DialogFooter, HTMLSelect, Radio, RadioGroup } from '@blueprintjs/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from '../../core/ui/dialog.tsx'
import { wallDisplays, wallParts } from '../../core/wall/wall.ts'
import { useWall } from './use-wall-keys.ts'
import { displayNames, type Sound, usualSettings, type WallSettings, withWall } from './wall-search.ts'
import './wall-settings.css'

const paces = [
  { value: 15, label: '15 seconds' },
  { value: 30, label: '30 seconds' },
  { value: 60, label: '1 minute' },
  { value: 120, label: '2 minutes' },
  { value: 300, label: '5 minutes' },
]
const soundTitles: Readonly<Record<Sound, string>> = {
  off: 'None',
  critical: 'On new critical alerts',
  high: 'On new critical and high alerts',
}

/**
 * The settings of the wall, before it opens. The address contains all of them, so that a screen can be started with it
 * (rule WALL-2).
 */
export function WallSettingsDialog() {
  const { wallView, leave } = useWall()
  return (
    <Dialog isOpen={wallView === 'settings'} onClose={leave} title="Wall" className="wls">
      <Form />
    </Dialog>
  )
}

function Form() {
  const { show, leave } = useWall()
  const [settings, setSettings] = useState<WallSettings>(usualSettings)
  const change = (part: Partial<WallSettings>) => setSettings((before) => ({ ...before, ...part }))
  const toggle = (name: string) =>
    change({ panels: displayNames().filter((each) => (each === name) !== settings.panels.includes(each)) })
  const empty = settings.panels.length === 0

  return (
    <>
      <DialogBody>
        <fieldset>
          <legend>Panels</legend>
          {wallDisplays().map(({ name, title }) => (
            <Checkbox key={name} label={title} checked={settings.panels.includes(name)} onChange={() => toggle(name)} />
          ))}
        </fieldset>
        <label className="wls-pace">
          Change every
          <HTMLSelect
            options={paces}
            value={settings.every}
            disabled={settings.panels.length < 2}
            onChange={(event) => change({ every: Number(event.target.value) })}
          />
        </label>
        <RadioGroup
          label="Sound"
          selectedValue={settings.sound}
          onChange={(event) => change({ sound: event.currentTarget.value as Sound })}
        >
          {Object.entries(soundTitles).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </RadioGroup>
        <Address settings={settings} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="Cancel" onClick={leave} />
            <Button intent="primary" text="Show the wall" disabled={empty} onClick={() => show(settings)} />
          </>
        }
      />
    </>
  )
}

/** The address for a screen that starts automatically. */
function Address({ settings }: { readonly settings: WallSettings }) {
  const router = useRouter()
  const to = wallParts()[0]?.pages[0] ?? '/org'
  const { href } = router.buildLocation({ to, search: withWall({}, settings) as never })
  return (
    <label className="wls-address">
      The wall's address
      <input
        className="bp6-input mono"
        readOnly
        value={location.origin + href}
        onFocus={(event) => event.target.select()}
      />
    </label>
  )
}
