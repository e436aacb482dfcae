import { type ChangeEvent, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { completed, knownFilters, matching, type Typed, typedAt } from './completion.ts'
import { mistakeIn } from './expression-mistake.ts'
import { useFieldContext } from './field-context.ts'

interface ExpressionInputProps {
  readonly id?: string | undefined
  readonly label?: string
  readonly describedBy?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  /** Values stand in braces; without: the text is one path. */
  readonly isTemplate: boolean
  readonly isLong?: boolean
  readonly hasSecrets?: boolean
  readonly placeholder?: string | undefined
  readonly isWrong?: boolean
  readonly maxLength?: number
}

/** A text with values of the run in it, which are completed while they are typed (rule PLAYBOOK-UI-15). */
export function ExpressionInput({ isLong = false, hasSecrets = false, ...props }: ExpressionInputProps) {
  const { value, onChange, isTemplate, id, label, describedBy, placeholder, isWrong = false, maxLength } = props
  const { paths, secrets, isReadOnly } = useFieldContext()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const listId = useId()
  const [typed, setTyped] = useState<Typed>()
  const [at, setAt] = useState(0)
  const known = useMemo(
    () => (hasSecrets ? [...paths, ...secrets.map((name) => ({ path: `secrets.${name}`, type: 'secret' }))] : paths),
    [paths, secrets, hasSecrets],
  )
  const found = useMemo(
    () => (typed === undefined ? [] : matching(typed.isFilter ? knownFilters : known, typed.words)),
    [known, typed],
  )
  const isOpen = found.length > 0 && !(found.length === 1 && found[0]!.path === typed?.words)

  const look = (text: string, cursor: number | null) => {
    setTyped(isReadOnly ? undefined : typedAt(text, cursor ?? text.length, isTemplate))
    setAt(0)
  }
  const take = (path: string) => {
    if (typed === undefined) return
    const next = completed(value, typed, path, isTemplate)
    onChange(next.text)
    setTyped(undefined)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.cursor, next.cursor)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      return setTyped(undefined)
    }
    if (!isOpen || !['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return
    event.preventDefault()
    if (event.key === 'Enter') return take(found[at]!.path)
    const next = (at + (event.key === 'ArrowDown' ? 1 : -1) + found.length) % found.length
    setAt(next)
    document.getElementById(`${listId}${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const mistake = useMemo(() => mistakeIn(value, isTemplate), [value, isTemplate])
  const isInvalid = isWrong || mistake !== undefined
  const shared = {
    ref: field,
    id,
    className: `bp6-input pb-expression${isTemplate ? '' : ' mono'}${isInvalid ? ' pb-wrong-input' : ''}`,
    ...(!isLong && { role: 'combobox', 'aria-expanded': isOpen }),
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-autocomplete': 'list' as const,
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': isOpen ? `${listId}${at}` : undefined,
    'aria-invalid': isInvalid,
    autoComplete: 'off',
    spellCheck: isTemplate && isLong,
    readOnly: isReadOnly,
    placeholder,
    maxLength,
    value,
    onChange: ({ target }: ChangeEvent<HTMLInputElement & HTMLTextAreaElement>) => {
      onChange(target.value)
      look(target.value, target.selectionStart)
    },
    onFocus: () => isTemplate || value !== '' || look('', 0),
    onClick: () => typed !== undefined && look(value, field.current?.selectionStart ?? null),
    onBlur: () => setTyped(undefined),
    onKeyDown,
  }
  return (
    <div className="pb-expression-box">
      {isLong ? (
        <textarea {...shared} rows={Math.min(10, Math.max(3, value.split('\n').length + 1))} />
      ) : (
        <input {...shared} />
      )}
      {isOpen && (
        <ul id={listId} className="pb-completions" role="listbox" aria-label="Values">
          {found.map(({ path, type }, index) => (
            <li
              key={path}
              id={`${listId}${index}`}
              role="option"
              aria-selected={index === at}
              onMouseDown={(event) => {
                event.preventDefault() // the field keeps the focus
                take(path)
              }}
            >
              <span className="mono">{path}</span>
              <span className="pb-completion-type">{type}</span>
            </li>
          ))}
        </ul>
      )}
      {mistake !== undefined && !isOpen && (
        <p className="c-problem pb-mistake" role="status">
          <span className="mono pb-excerpt">
            {mistake.before}
            <mark>{mistake.at}</mark>
          </span>{' '}
          {mistake.message}
        </p>
      )}
    </div>
  )
}
