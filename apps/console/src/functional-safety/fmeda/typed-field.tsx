import { type KeyboardEvent, useState } from 'react'
import { useDraft } from '../../core/ui/use-draft.ts'

interface TypedFieldProps {
  readonly label: string
  readonly value: string
  /** Only for screen readers: the heading above the field names it. */
  readonly isLabelHidden?: boolean
  readonly placeholder?: string
  /** The id of the list of suggestions. */
  readonly list?: string
  readonly className?: string
  /** Stores the text; returns the problem with it, or undefined. */
  readonly onDone: (text: string) => string | undefined
}

/** One line of text, which Enter or leaving the field stores, and Escape takes back. */
export function TypedField(props: TypedFieldProps) {
  const { label, value, isLabelHidden = false, placeholder, list, className = '' } = props
  const [draft, setDraft, typed] = useDraft()
  const [problem, setProblem] = useState<string>()
  const end = () => (setDraft(undefined), setProblem(undefined))
  const done = () => {
    const text = typed()?.trim()
    if (text === undefined) return
    const refused = text === value ? undefined : props.onDone(text)
    if (refused === undefined) end()
    else setProblem(refused)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') done()
    if (event.key !== 'Escape' || draft === undefined) return
    event.stopPropagation()
    end()
  }
  return (
    <label className={`gr-list-field ${className}`}>
      <span className={isLabelHidden ? 'c-visually-hidden' : undefined}>{label}</span>
      <input
        className="bp6-input"
        value={draft ?? value}
        placeholder={placeholder}
        list={list}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== undefined}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={done}
        onKeyDown={onKeyDown}
      />
      {problem !== undefined && (
        <span className="c-problem" role="alert">
          {problem}
        </span>
      )}
    </label>
  )
}
