import { type KeyboardEvent, useId, useMemo, useState } from 'react'

interface Item {
  readonly id: string
  readonly text: string
}

interface PickerProps {
  readonly label: string
  readonly items: readonly Item[]
  readonly isReadOnly: boolean
  readonly onPick: (id: string) => void
}

/** Maximum number of suggestions; more letters find the others. */
const mostOffered = 8

/** Finds one of many by its text; arrows choose, Enter picks. */
export function Picker({ label, items, isReadOnly, onPick }: PickerProps) {
  const list = useId()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const offered = useMemo(() => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
    const fits = ({ text }: Item) => wanted.every((word) => text.toLowerCase().includes(word))
    return isOpen ? items.filter(fits).slice(0, mostOffered) : []
  }, [items, words, isOpen])
  const pick = (item: Item | undefined) => {
    if (!item) return
    setWords('')
    setAt(0)
    onPick(item.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt(Math.max(0, Math.min(offered.length - 1, at + step)))
    } else if (event.key === 'Enter') pick(offered[at])
    else if (event.key === 'Escape') {
      event.stopPropagation()
      setOpen(false)
    }
  }
  return (
    <div className="ft-picker">
      <input
        className="bp6-input te-wide"
        role="combobox"
        aria-label={label}
        aria-expanded={offered.length > 0}
        aria-controls={list}
        aria-activedescendant={offered[at] && `${list}${at}`}
        placeholder={label}
        autoComplete="off"
        disabled={isReadOnly}
        value={words}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          setWords(event.target.value)
          setAt(0)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={list} role="listbox" aria-label={label} hidden={offered.length === 0}>
        {offered.map((item, index) => (
          <li
            key={item.id}
            id={`${list}${index}`}
            role="option"
            aria-selected={index === at}
            // before the field loses the focus, and the list is gone
            onMouseDown={(event) => {
              event.preventDefault()
              pick(item)
            }}
          >
            {item.text}
          </li>
        ))}
      </ul>
    </div>
  )
}
