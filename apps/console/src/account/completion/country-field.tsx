import { type Country, countryNamed } from '@carapace/shared/account/countries'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Field } from '../fields.tsx'
import { countriesFor } from './country-search.ts'

interface CountryFieldProps {
  /** A country's name; empty: none yet. */
  readonly value: string
  readonly onChange: (country: string) => void
}

const id = 'country'
const listId = 'country-list'
const optionId = ({ country }: Country) => `country-${country.replaceAll(/[^\p{L}]/gu, '-')}`

/** A choice from 240 countries: the user types a part of the name, or the dial code, and chooses. */
export function CountryField({ value, onChange }: CountryFieldProps) {
  const { text, found, active, isOpen, open, choose, type, leave, press } = useSearch(value, onChange)
  return (
    <Field id={id} label="Country">
      <div className="country">
        <input
          id={id}
          name={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          autoComplete="country-name"
          spellCheck={false}
          required
          placeholder="Search for your country"
          value={text}
          onClick={open}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
          onBlur={leave}
        />
        {isOpen && <CountryList found={found} active={active} value={value} onChoose={choose} />}
      </div>
    </Field>
  )
}

/** The typed text, the countries that match it, and the active item of that list. */
function useSearch(value: string, onChange: (country: string) => void) {
  /** Undefined: the user has typed nothing since the last choice. */
  const [words, setWords] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const found = countriesFor(words ?? '')
  const active = isOpen ? found[at] : undefined

  const open = () => {
    if (words === undefined)
      setAt(
        Math.max(
          0,
          found.findIndex(({ country }) => country === value),
        ),
      )
    setOpen(true)
  }
  const close = () => {
    setWords(undefined)
    setOpen(false)
  }
  const choose = ({ country }: Country) => {
    onChange(country)
    close()
  }
  const type = (text: string) => {
    setWords(text)
    setAt(0)
    setOpen(true)
    if (countryNamed(text)) onChange(text) // the browser fills in a whole name at once
  }
  const leave = () => {
    if (words?.trim() === '') onChange('')
    else if (words !== undefined && found.length === 1) onChange(found[0]!.country)
    close()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && isOpen) setAt(Math.min(Math.max(at + step, 0), found.length - 1))
    else if (step !== undefined) open()
    else if (event.key === 'Enter' && active) choose(active)
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }
  return { text: words ?? value, found, active, isOpen, open, choose, type, leave, press }
}

interface CountryListProps {
  readonly found: readonly Country[]
  readonly active: Country | undefined
  readonly value: string
  readonly onChoose: (country: Country) => void
}

function CountryList({ found, active, value, onChoose }: CountryListProps) {
  const list = useRef<HTMLUListElement>(null)
  const activeItem = useRef<HTMLLIElement>(null)
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    activeItem.current?.scrollIntoView({ block: 'nearest' }) // may return a promise, which is no clean-up function
  }, [active])

  if (found.length === 0)
    return (
      <p className="country-list country-none" role="status">
        No country of that name.
      </p>
    )
  return (
    // pressing the mouse must not take the focus from the field: losing the focus closes the list
    <ul
      ref={list}
      id={listId}
      className="country-list"
      role="listbox"
      aria-label="Countries"
      onMouseDown={(event) => event.preventDefault()}
    >
      {found.map((country) => (
        <li
          key={country.country}
          ref={country === active ? activeItem : undefined}
          id={optionId(country)}
          role="option"
          aria-selected={country.country === value}
          className={country === active ? 'country-option country-active' : 'country-option'}
          onClick={() => onChoose(country)}
        >
          <span>{country.country}</span>
          <span className="num">{country.code}</span>
        </li>
      ))}
    </ul>
  )
}
