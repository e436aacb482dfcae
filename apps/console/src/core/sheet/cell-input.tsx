import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

/** What may be chosen for a cell. */
export interface CellOption {
  /** What is typed by choosing it. */
  readonly text: string
  /** Behind it, such as the description of a rating. */
  readonly note: string
}

/** How an edit ends: Enter moves down, Tab sideways, an arrow where typing began the edit. */
export type CellEnding = 'ArrowDown' | 'ArrowUp' | 'ArrowLeft' | 'ArrowRight' | 'next' | 'previous' | 'left' | 'cancel'

interface CellInputProps {
  readonly label: string
  readonly text: string
  readonly isTyped: boolean
  /** The most characters that can be typed. */
  readonly most: number
  readonly options: (typed: string) => readonly CellOption[]
  readonly onType: (text: string) => void
  readonly onEnd: (ending: CellEnding, text: string) => void
}

/** Whether the field grows by its style: a script that measures it lays the whole table out with each key. */
const growsByStyle = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/**
 * The editor of a cell: a text that grows over the cells below, with what may be chosen. Up and down choose where there
 * are choices; Alt-Enter begins a new line (rule SHEET-3).
 */
export function CellInput({ label, text, isTyped, most, options, onType, onEnd }: CellInputProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isOver = useRef(false)
  const [at, setAt] = useState(-1)
  const id = useId()
  const shown = options(text)
  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])
  useEffect(() => {
    const { current } = field
    if (!current || growsByStyle) return
    current.style.height = 'auto'
    current.style.height = `${Math.min(current.scrollHeight + 2, 240)}px`
  }, [text])
  const end = (ending: CellEnding, chosen = text) => {
    if (isOver.current) return
    isOver.current = true
    onEnd(ending, chosen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && event.altKey) {
      event.preventDefault()
      return onType(`${text}\n`)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && shown.length > 0) {
      event.preventDefault()
      return setAt(((at + step + 1 + shown.length + 1) % (shown.length + 1)) - 1)
    }
    const ending = endingOf(event, isTyped)
    if (ending === undefined) return
    event.preventDefault()
    end(ending, shown[at]?.text ?? text)
  }
  return (
    <>
      <textarea
        ref={field}
        className="sheet-input"
        rows={1}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={shown.length > 0 ? id : undefined}
        aria-activedescendant={at >= 0 ? `${id}${at}` : undefined}
        maxLength={most}
        value={text}
        onChange={(event) => (setAt(-1), onType(event.target.value))}
        onKeyDown={onKeyDown}
        onBlur={() => end('left')}
      />
      {shown.length > 0 && (
        <ul className="sheet-options" id={id} role="listbox" aria-label={label}>
          {shown.map((option, index) => (
            <li
              key={option.text}
              id={`${id}${index}`}
              role="option"
              aria-selected={index === at}
              onPointerDown={(event) => {
                event.preventDefault()
                end('ArrowDown', option.text)
              }}
            >
              <span>{option.text}</span>
              {option.note !== '' && <span className="sheet-option-note">{option.note}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function endingOf({ key, shiftKey }: KeyboardEvent, isTyped: boolean): CellEnding | undefined {
  if (key === 'Escape') return 'cancel'
  if (key === 'Enter') return shiftKey ? 'ArrowUp' : 'ArrowDown'
  if (key === 'Tab') return shiftKey ? 'previous' : 'next'
  const isArrow = key === 'ArrowDown' || key === 'ArrowUp' || key === 'ArrowLeft' || key === 'ArrowRight'
  return isTyped && isArrow ? key : undefined
}
