import { SearchIcon } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { Kbd } from './kbd.tsx'
import './ui.css'

/** The time to wait for the next letter before the list is requested, ms. */
const pauseMs = 60

/** The maximum length that every list accepts. */
const mostLetters = 100

interface SearchFieldProps {
  /** The searched words, from the address. */
  readonly value: string
  readonly label: string
  readonly placeholder: string
  readonly onSearch: (words: string) => void
}

/** The field that `/` focuses. It reports its words when the typing pauses, and at once on Enter. */
export function SearchField({ value, label, placeholder, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const send = (words: string) => {
    sent.current = words.trim()
    onSearch(sent.current)
  }

  // another address (back, a view) brings its own words; the field's words, coming back, must not replace newer ones
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed.trim() === sent.current) return
    const timer = setTimeout(() => send(typed), pauseMs)
    return () => clearTimeout(timer)
  })

  return (
    <label className="c-search">
      <SearchIcon />
      <input
        type="search"
        data-filter
        aria-label={label}
        placeholder={placeholder}
        maxLength={mostLetters}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(typed)
          if (event.key !== 'Escape') return
          event.preventDefault() // the browser would clear the field, and with it the search
          event.currentTarget.blur()
        }}
      />
      <Kbd keys="/" />
    </label>
  )
}
