import type { ReactNode } from 'react'
import { useDraft } from '../../../core/ui/use-draft.ts'

/** A part of the panel with its heading. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="te-section" aria-label={title}>
      <header>
        <h3>{title}</h3>
      </header>
      {children}
    </section>
  )
}

interface IdInputProps {
  readonly label: string
  readonly id: string
  readonly isReadOnly: boolean
  readonly onChange: (id: string) => void
}

/** Text that is stored on Enter, or when the field is left. */
export function IdInput({ label, id, isReadOnly, onChange }: IdInputProps) {
  const [draft, setDraft, written] = useDraft()
  const commit = () => {
    const text = written()?.trim()
    setDraft(undefined)
    if (text !== undefined && text !== id) onChange(text)
  }
  return (
    <label className="ft-field">
      <span className="te-label">{label}</span>
      <input
        className="bp6-input mono"
        maxLength={100}
        spellCheck={false}
        readOnly={isReadOnly}
        value={draft ?? id}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </label>
  )
}
