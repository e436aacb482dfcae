import { useEffect, useState } from 'react'
import '../graph.css'

interface ListFieldProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly isReadOnly: boolean
  /** Returns the problem with the input, or undefined. */
  readonly onDone: (text: string) => string | undefined
}

/** Several values in one line, stored when the user leaves the field. */
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
