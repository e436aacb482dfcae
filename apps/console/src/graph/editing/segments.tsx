import type { KeyboardEvent } from 'react'
import '../graph.css'

export interface Segment<Key extends string> {
  readonly key: Key
  readonly label: string
  /** Behind the label: what it is worth. */
  readonly detail?: string
  readonly help?: string
}

interface SegmentsProps<Key extends string> {
  readonly label: string
  readonly segments: readonly Segment<Key>[]
  readonly chosen: Key | null | undefined
  /**
   * As wide as there is room and filled, as a value; or narrow and grey, as a switch of the view; else as wide as its
   * words.
   */
  readonly look?: 'wide' | 'switch'
  readonly disabled?: boolean
  readonly onChoose: (key: Key) => void
  /** The chosen one was chosen again: none is any more. Absent: one of them always is. */
  readonly onTakeAway?: () => void
  /** What is so once none is chosen any more: "not rated". */
  readonly takenAway?: string
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** One of a few words side by side; arrows go from one to the next. */
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
    event.preventDefault() // else the page moves in its own list
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
