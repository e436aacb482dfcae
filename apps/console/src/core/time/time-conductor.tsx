import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, SmallTickIcon, ZoomOutIcon } from '@blueprintjs/icons'
import { type ReactNode, type SubmitEvent, useEffect, useId, useState } from 'react'
import { hotkeys } from '../hotkeys/hotkeys.ts'
import { useLiveStatus } from '../live/live.ts'
import { IconButton } from '../ui/tooltip.tsx'
import { useZone, zoneTitle } from '../format/zone.ts'
import { type TimeRange, useTimeRange, useTimeWindow } from './conductor.ts'
import { fieldValue, liveAgain, spans, textOf, titleOf, typedRange, windowAt } from './range.ts'
import './time-conductor.css'

/** The control of the time that all views show: live or fixed, how much, and zooming out. */
export function TimeConductor() {
  const { range, set, zoomOut, canZoomOut } = useTimeRange()
  const window = useTimeWindow()
  const connection = useLiveStatus((status) => status.state)
  useUndoKey(zoomOut)

  return (
    <div className="tc" role="group" aria-label="Time window">
      <span className="tc-text num">{textOf(window)}</span>
      <span className="tc-modes">
        <Mode pressed={range.mode === 'live'} onPress={() => set(liveAgain(range))}>
          <i className="tc-dot" data-connection={connection} aria-hidden />
          Live
        </Mode>
        <Mode pressed={range.mode === 'fixed'} onPress={() => set(frozen(range))}>
          Fixed
        </Mode>
      </span>
      <RangeMenu range={range} onChoose={set} />
      <IconButton icon={<ZoomOutIcon />} label="Zoom out" keys="Ctrl-Z" onClick={zoomOut} disabled={!canZoomOut} />
    </div>
  )
}

function Mode({
  pressed,
  onPress,
  children,
}: {
  readonly pressed: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}) {
  return (
    <button type="button" className="tc-mode" aria-pressed={pressed} onClick={() => !pressed && onPress()}>
      {children}
    </button>
  )
}

/** Ctrl-Z, but not while it undoes typing, and with lower priority than hotkeys of the content (rule TIME-8). */
function useUndoKey(zoomOut: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z'
      if (!isUndo || event.defaultPrevented || isTyping(event.target) || isTaken()) return
      event.preventDefault()
      zoomOut()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [zoomOut])
}

const isTaken = (): boolean => hotkeys.getState().list.some(({ keys }) => keys === 'Ctrl-Z')

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null
  )
}

/** A live window as it is now: the window on the screen may have moved a minute ago. */
function frozen(range: TimeRange): TimeRange {
  const { from, to } = windowAt(range, Date.now())
  return { mode: 'fixed', from, to }
}

interface RangeMenuProps {
  readonly range: TimeRange
  readonly onChoose: (range: TimeRange) => void
}

function RangeMenu({ range, onChoose }: RangeMenuProps) {
  const [open, setOpen] = useState(false)
  const choose = (chosen: TimeRange) => {
    setOpen(false)
    onChoose(chosen)
  }
  const content = (
    <div className="tc-menu">
      <Menu>
        {spans.map(({ ms, title }) => (
          <MenuItem
            key={ms}
            text={title}
            roleStructure="listoption"
            selected={range.mode === 'live' && range.spanMs === ms}
            labelElement={range.mode === 'live' && range.spanMs === ms ? <SmallTickIcon /> : undefined}
            onClick={() => choose({ mode: 'live', spanMs: ms })}
          />
        ))}
      </Menu>
      <AbsoluteForm onChoose={choose} />
    </div>
  )
  return (
    <PopoverNext
      isOpen={open}
      onInteraction={setOpen}
      content={content}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
    >
      <Button className="tc-range" endIcon={<CaretDownIcon />} text={titleOf(range)} aria-haspopup="dialog" />
    </PopoverNext>
  )
}

/** Two times in the user's zone, and a message if they are not valid (rule TIME-6). */
function AbsoluteForm({ onChoose }: { readonly onChoose: (range: TimeRange) => void }) {
  const window = useTimeWindow()
  const [from, setFrom] = useState(() => fieldValue(window.from))
  const [to, setTo] = useState(() => fieldValue(window.to))
  const [problem, setProblem] = useState<string>()
  const id = useId()
  const zone = zoneTitle(useZone())

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    const typed = typedRange(from, to)
    if (typeof typed === 'string') setProblem(typed)
    else onChoose(typed)
  }

  return (
    <form className="tc-form" noValidate onSubmit={submit}>
      <DateTimeField id={`${id}from`} label={`From (${zone})`} value={from} onChange={setFrom} />
      <DateTimeField id={`${id}to`} label={`To (${zone})`} value={to} onChange={setTo} />
      {problem !== undefined && (
        <p className="tc-problem" role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" intent="primary" text="Show this window" />
    </form>
  )
}

interface DateTimeFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function DateTimeField({ id, label, value, onChange }: DateTimeFieldProps) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="bp6-input num"
        type="datetime-local"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
