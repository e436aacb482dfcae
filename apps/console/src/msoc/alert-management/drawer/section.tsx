import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  /** A note beside the title, for example the number of items. */
  readonly note?: ReactNode
  /** A link at the right. */
  readonly link?: ReactNode
  readonly children: ReactNode
}

/** A section of the alert detail with a heading. */
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
