import { useEffect, useState } from 'react'
import '../graph.css'

interface ListFieldProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly isReadOnly: boolean
  /** Answers what is wrong with what was typed. */
  readonly onDone: (text: string) => string | undefined
}

/** Several words in one line, stored when one leaves it. */
export function ListField({ label, hint, value, isReadOnly, onDone }: ListFieldProps) {
  const [typed, setTyped] = useState(value)
  const [problem, setProblem] = useState<string>()
  useEffect(() => setTyped(value), [value])
  const done = () => typed !== value && setProblem(onDone(typed))
  return (
    <label className="gr-list-field">
      <span>{label}</span>
      <input
        className="bp6-input"
        value={typed}
        disabled={isReadOnly}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={done}
        onKeyDown={(event) => event.key === 'Enter' && done()}
      />
      {problem !== undefined && (
        <span className="c-problem" role="alert">
          {problem}
        </span>
      )}
    </label>
  )
}
