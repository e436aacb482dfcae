import type { KeyboardEvent } from 'react'

export interface Segment<Key extends string> {
  readonly key: Key
  readonly label: string
}

interface SegmentsProps<Key extends string> {
  readonly label: string
  readonly segments: readonly Segment<Key>[]
  readonly chosen: Key | null | undefined
  readonly disabled?: boolean
  /** Grey, as a switch of the view; else filled, as a value. */
  readonly isSwitch?: boolean
  readonly onChoose: (key: Key) => void
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** One of a few words side by side; arrows go from one to the next. */
export function Segments<Key extends string>({ label, segments, chosen, disabled = false, isSwitch = false, onChoose }: SegmentsProps<Key>) {
  const at = segments.findIndex(({ key }) => key === chosen)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key]
    if (step === undefined || disabled) return
    event.preventDefault() // else the page moves in the tree
    const next = (at < 0 ? (step > 0 ? 0 : segments.length - 1) : at + step + segments.length) % segments.length
    onChoose(segments[next]!.key)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div className={isSwitch ? 'at-segments at-switch' : 'at-segments'} role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {segments.map((segment, index) => (
        <button
          key={segment.key} type="button" role="radio" className="at-segment" aria-checked={index === at} title={segment.label} disabled={disabled}
          tabIndex={index === Math.max(0, at) ? 0 : -1} onClick={() => onChoose(segment.key)}
        >
          {segment.label}
        </button>
      ))}
    </div>
  )
}
