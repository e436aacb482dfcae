import { type Dispatch, useEffect, useRef } from 'react'
import { type Boxes, type BoxesMove, emptyBoxes } from './boxes.ts'
import './two-factor.css'

const places = [...emptyBoxes.digits.keys()]

/** Keys that move between the boxes, instead of within a box. */
const keys = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Delete', 'Backspace'])

interface CodeBoxesProps {
  readonly boxes: Boxes
  readonly move: Dispatch<BoxesMove>
  readonly readOnly: boolean
  /** The id of the element that explains the code. */
  readonly describedBy: string
}

/** A code of six digits, with a box for each. */
export function CodeBoxes({ boxes, move, readOnly, describedBy }: CodeBoxesProps) {
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  useEffect(() => {
    const box = inputs.current[boxes.at]
    box?.focus()
    box?.select()
  }, [boxes])

  return (
    <fieldset className="code" aria-describedby={describedBy}>
      <legend className="c-visually-hidden">Verification code</legend>
      {places.map((at) => (
        <input
          key={at}
          ref={(box) => {
            inputs.current[at] = box
          }}
          aria-label={`Digit ${at + 1} of ${boxes.digits.length}`}
          type="text"
          inputMode="numeric"
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          value={boxes.digits[at]}
          readOnly={readOnly}
          onFocus={() => move({ kind: 'focused', at })}
          onChange={(event) => move({ kind: 'typed', at, text: event.target.value })}
          onPaste={(event) => {
            event.preventDefault()
            if (!readOnly) move({ kind: 'pasted', at, text: event.clipboardData.getData('text') })
          }}
          onKeyDown={(event) => {
            if (!keys.has(event.key) || readOnly || event.ctrlKey || event.metaKey || event.altKey) return
            event.preventDefault()
            move({ kind: 'key', at, key: event.key })
          }}
        />
      ))}
    </fieldset>
  )
}
