import type { KeyboardEvent } from 'react'
import '../graph.css'

export interface Segment<Key extends string> {
  readonly key: Key
  readonly label: string
  /** Shown after the label: its value. */
  readonly detail?: string
  readonly help?: string
}

interface SegmentsProps<Key extends string> {
  readonly label: string
  readonly segments: readonly Segment<Key>[]
  readonly chosen: Key | null | undefined
  /**
   * `wide`: full width and filled, for a value; `switch`: narrow and grey, for a switch of the view; absent: as wide as
   * the labels.
   */
  readonly look?: 'wide' | 'switch'
  readonly disabled?: boolean
  readonly onChoose: (key: Key) => void
  /** Called when the selected option is clicked again: none is selected then. Absent: one is always selected. */
  readonly onTakeAway?: () => void
  /** The state without a selection: "not rated". */
  readonly takenAway?: string
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Radio buttons for a few options side by side; arrow keys move between them. */
export function Segments<Key extends string>({
  label,
  segments,
  chosen,
  look,
  disabled = false,
  onChoose,
  onTakeAway,
  takenAway = 'not chosen',
}: SegmentsProps<Key>) {
  const at = segments.findIndex(({ key }) => key === chosen)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key]
    if (step === undefined || disabled) return
    event.preventDefault() // otherwise the page moves in its own list
    const next = (at < 0 ? (step > 0 ? 0 : segments.length - 1) : at + step + segments.length) % segments.length
    onChoose(segments[next]!.key)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div
      className={['gr-segments', look && `gr-segments-${look}`].filter(Boolean).join(' ')}
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {segments.map((segment, index) => (
        <button
          key={segment.key}
          type="button"
          role="radio"
          aria-checked={index === at}
          title={titleOf(segment, index === at && onTakeAway && !disabled ? takenAway : undefined)}
          disabled={disabled}
          tabIndex={index === Math.max(0, at) ? 0 : -1}
          onClick={() => (index === at && onTakeAway ? onTakeAway() : onChoose(segment.key))}
        >
          {segment.label}
          {segment.detail !== undefined && <span className="num"> {segment.detail}</span>}
        </button>
      ))}
    </div>
  )
}

function titleOf({ label, help }: Pick<Segment<string>, 'label' | 'help'>, again: string | undefined): string {
  return again === undefined ? (help ?? label) : `${help ?? label} (again: ${again})`
}
