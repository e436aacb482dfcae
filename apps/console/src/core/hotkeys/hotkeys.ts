import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { afterKey, nothingPressed, type Pressed, pressedIn } from './sequence.ts'

/**
 * One key, or a sequence with a space: `j`, `?`, `Escape`, `Space`, `g a`, `Ctrl-K`. Letters are lower case, except
 * after Ctrl; named keys as in `KeyboardEvent.key`.
 */
export interface Hotkey {
  readonly keys: string
  /** What it does, for the list that `?` shows. */
  readonly title: string
  /** The heading above it in that list. */
  readonly group: string
  readonly run: (event: KeyboardEvent) => void
  /** Active also while a text field has the focus: for Escape, and for keys with Ctrl, which type no text. */
  readonly inFields?: boolean
}

/** Every hotkey of the screens that are shown now, the latest registration last. */
export const hotkeys = createStore<{ readonly list: readonly Hotkey[] }>(() => ({ list: [] }))

export function useHotkeyList(): readonly Hotkey[] {
  return useStore(hotkeys, (state) => state.list)
}

/** Only the last registered hotkey of the same keys acts, so only that one is listed (rule KEY-3). */
export function shownOnce(list: readonly Hotkey[]): readonly Hotkey[] {
  return [...new Map(list.map((hotkey) => [hotkey.keys, hotkey])).values()]
}

/**
 * Registers hotkeys and returns a function that removes them. A later registration of the same keys has priority while
 * it exists (rule KEY-3).
 */
function registerHotkeys(list: readonly Hotkey[]): () => void {
  hotkeys.setState((state) => ({ list: [...state.list, ...list] }))
  return () => hotkeys.setState((state) => ({ list: state.list.filter((each) => !list.includes(each)) }))
}

/** A screen's hotkeys, while it is shown. Their actions may change with each render; the set of keys should not. */
export function useHotkeys(list: readonly Hotkey[]): void {
  const latest = useRef(list)
  latest.current = list

  const signature = list.map(({ keys, title, group }) => `${keys}\t${title}\t${group}`).join('\n')
  useEffect(
    () =>
      registerHotkeys(
        latest.current.map((hotkey, index) => ({ ...hotkey, run: (event) => latest.current[index]?.run(event) })),
      ),
    [signature],
  )
}

let pressed: Pressed = nothingPressed

/** Listens to keys on the page, and returns a function that stops it. Call once, from the shell. */
export function listenForHotkeys(): () => void {
  addEventListener('keydown', onKeydown)
  return () => removeEventListener('keydown', onKeydown)
}

function onKeydown(event: KeyboardEvent): void {
  const key = pressedIn(event)
  if (key === undefined || event.defaultPrevented || event.isComposing || (key === 'Space' && isPressed(event.target)))
    return

  const inField = isField(event.target)
  const offered = hotkeys.getState().list.filter((hotkey) => !inField || hotkey.inFields)
  const { next, hit } = afterKey(pressed, key, event.timeStamp, offered)
  pressed = next
  if (!hit) return key === 'Escape' ? leaveField(event.target) : undefined

  event.preventDefault() // `/` must not also be typed into the field that it focuses
  hit.run(event)
}

/** Escape leaves a text field, so that the next keys are the page's again (rule KEY-7). */
function leaveField(target: EventTarget | null): void {
  if (target instanceof HTMLElement && isTyped(target) && !isOver(target)) target.blur()
}

/** Whether the focused element reacts to Space itself (rule KEY-5). */
function isPressed(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('button, a, summary, input, [role=button], [role=menuitem]') !== null
  )
}

/** Whether keys type text here. A dialog counts as well: the screen below it must not act. */
function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return isTyped(target) || isOver(target)
}

const isTyped = (target: HTMLElement) =>
  target.isContentEditable || target.matches('input:not([type=checkbox],[type=radio]), textarea, select')

/** Whether it is in something that lies over the page. */
const isOver = (target: HTMLElement) => target.closest('[role=dialog], .bp6-dialog, .bp6-omnibar, .bp6-menu') !== null
