import './graph.css'

interface SegmentsProps {
  readonly label: string
  /** Whether the label stands above, too. */
  readonly isLabelled?: boolean
  readonly options: readonly { readonly key: string; readonly label: string; readonly detail?: string; readonly help?: string }[]
  readonly chosen: string | undefined
  readonly isReadOnly?: boolean
  /** undefined: the chosen one was taken away again. */
  readonly onChoose: (key: string | undefined) => void
}

/** One of a few, side by side. */
export function Segments({ label, isLabelled = false, options, chosen, isReadOnly = false, onChoose }: SegmentsProps) {
  return (
    <div className="gr-segments-row">
      {isLabelled && <span className="gr-segments-label" aria-hidden>{label}</span>}
      <div className="gr-segments" role="group" aria-label={label}>
        {options.map(({ key, label: word, detail, help }) => (
          <button key={key} type="button" aria-pressed={key === chosen} disabled={isReadOnly} title={help} onClick={() => onChoose(key === chosen ? undefined : key)}>
            {word}{detail !== undefined && <span className="num"> {detail}</span>}
          </button>
        ))}
      </div>
    </div>
  )
}
