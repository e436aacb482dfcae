import { number } from '../../core/format/format.ts'
import '../graph.css'

export interface Figure {
  readonly title: string
  readonly value: number
  /** The total of which it is a part, or another note. */
  readonly of?: string
}

/** Key figures above a list. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <div className="gr-summary">
      {figures.map(({ title, value, of }) => (
        <div key={title} className="gr-figure">
          <p className="gr-figure-title">{title}</p>
          <span className="gr-figure-value num">{number(value)}</span>
          {of !== undefined && <span className="gr-figure-of num">{of}</span>}
        </div>
      ))}
    </div>
  )
}
