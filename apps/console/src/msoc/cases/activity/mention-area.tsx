import { type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react'
import { Avatar } from '../../../core/ui/avatar.tsx'
import { completed, mentionAt, type OpenMention, offeredFor } from './mentions.ts'

interface Person {
  readonly uuid: string
  readonly name: string
}

interface MentionAreaProps {
  readonly id?: string
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly people: readonly Person[]
  readonly maxLength: number
  readonly rows?: number
  readonly placeholder?: string
  readonly autoFocus?: boolean
  /** Ctrl-Enter. */
  readonly onSend: () => void
  /** Escape while no name is offered. */
  readonly onEscape?: () => void
}

/** A text field in which `@` offers people: arrows choose one, Enter or Tab takes it (rule CASE-UI-34). */
export function MentionArea({ id, label, value, onChange, people, onSend, onEscape, ...area }: MentionAreaProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [open, setOpen] = useState<OpenMention>()
  const [at, setAt] = useState(0)
  const offered = open === undefined ? [] : offeredFor(people, open.words)
  const chosen = offered[Math.min(at, offered.length - 1)]

  const look = ({ currentTarget: { value: text, selectionStart } }: SyntheticEvent<HTMLTextAreaElement>) => {
    setOpen(mentionAt(text, selectionStart))
    setAt(0)
  }
  const take = (person: Person) => {
    const box = field.current
    if (box === null || open === undefined) return
    const next = completed(value, box.selectionStart, open, `@${person.name}`)
    onChange(next.text)
    setOpen(undefined)
    // the caret can only be placed once the new text is in the field
    requestAnimationFrame(() => {
      box.focus()
      box.setSelectionRange(next.caret, next.caret)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return onSend()
    if (chosen !== undefined && isChoice(event.key)) {
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Enter' || event.key === 'Tab') take(chosen)
      else if (event.key === 'Escape') setOpen(undefined)
      else setAt((now) => stepped(now, event.key, offered.length))
      return
    }
    if (event.key === 'Escape') (onEscape ?? (() => field.current?.blur()))()
  }

  return (
    <div className="cs-mentions">
      <textarea
        {...area}
        ref={field}
        id={id}
        className="bp6-input"
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={chosen === undefined ? undefined : listId}
        aria-activedescendant={chosen === undefined ? undefined : `${listId}${chosen.uuid}`}
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
          look(event)
        }}
        onClick={look}
        onBlur={() => setOpen(undefined)}
        onKeyDown={onKeyDown}
      />
      {chosen !== undefined && (
        <ul id={listId} className="cs-offered" role="listbox" aria-label="People">
          {offered.map((person) => (
            <li
              key={person.uuid}
              id={`${listId}${person.uuid}`}
              role="option"
              aria-selected={person.uuid === chosen.uuid}
              onMouseDown={(event) => {
                event.preventDefault() // the field keeps the focus
                take(person)
              }}
            >
              <Avatar name={person.name} /> {person.name}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const isChoice = (key: string) => ['ArrowUp', 'ArrowDown', 'Enter', 'Tab', 'Escape'].includes(key)

function stepped(at: number, key: string, count: number): number {
  return (at + (key === 'ArrowUp' ? count - 1 : 1)) % count
}
