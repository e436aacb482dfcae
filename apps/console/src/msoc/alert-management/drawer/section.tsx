import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  /** How much of it there is, beside the title. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

/** A part of the drawer under a heading. */
export function Section({ title, note, children }: SectionProps) {
  const heading = useId()
  return (
    <section className="am-section" aria-labelledby={heading}>
      <h3 id={heading}>
        {title} {note !== undefined && <span className="am-section-note">{note}</span>}
      </h3>
      {children}
    </section>
  )
}
