import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  /** How much of it there is, beside the title. */
  readonly note?: ReactNode
  /** One link, at the right. */
  readonly link?: ReactNode
  readonly children: ReactNode
}

/** A part of an alert under a heading. */
export function Section({ title, note, link, children }: SectionProps) {
  const heading = useId()
  return (
    <section className="am-section" aria-labelledby={heading}>
      <div className="am-section-head">
        <h3 id={heading}>
          {title} {note !== undefined && <span className="am-section-note">{note}</span>}
        </h3>
        {link}
      </div>
      {children}
    </section>
  )
}
