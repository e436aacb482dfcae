import { DialogBody } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import { type KeyboardEvent, type ReactElement, useId, useState } from 'react'
import { Dialog } from '../../core/ui/dialog.tsx'
import './item.css'

export interface Pick {
  readonly key: string
  readonly code: string
  readonly title: string
  /** Why it cannot be selected; undefined if it can. */
  readonly refusal?: string | undefined
}

interface PickDialogProps {
  readonly title: string
  /** The label of the search or name field. */
  readonly label: string
  readonly picks: readonly Pick[]
  readonly initial?: string
  /** The label of the action that creates an item with this name; absent: nothing can be created here. */
  readonly making?: (name: string) => string
  /** What must be chosen in `children` first; until then nothing is picked or created. */
  readonly missing?: string | undefined
  /** More input for a new item, above the list. */
  readonly children?: ReactElement
  readonly onPick: (key: string) => void
  readonly onMake?: (name: string) => void
  readonly onClose: () => void
}

const mostShown = 50

/** Picks an item by code or name, or creates one. By keyboard: letters filter, arrow keys move, Enter selects. */
export function PickDialog({
  title,
  label,
  picks,
  initial = '',
  making,
  missing,
  children,
  onPick,
  onMake,
  onClose,
}: PickDialogProps) {
  const [words, setWords] = useState(initial)
  const [at, setAt] = useState(0)
  const id = useId()
  const name = words.trim()
  const terms = name.toLowerCase().split(/\s+/)
  const found = picks
    .filter((pick) => terms.every((term) => `${pick.code} ${pick.title}`.toLowerCase().includes(term)))
    .slice(0, mostShown)
  const isNew =
    onMake !== undefined && name !== '' && !picks.some((pick) => pick.title.toLowerCase() === name.toLowerCase())
  const count = found.length + (isNew ? 1 : 0)
  const place = Math.min(at, Math.max(0, count - 1))
  const take = (index: number) => {
    if (missing !== undefined) return
    const pick = found[index]
    if (pick?.refusal !== undefined) return
    if (pick) onPick(pick.key)
    else if (isNew) onMake(name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setAt((place + (event.key === 'ArrowDown' ? 1 : count - 1)) % Math.max(1, count))
    else if (event.key === 'Enter') take(place)
    else return
    event.preventDefault()
  }
  return (
    <Dialog className="it-pick" isOpen title={title} onClose={onClose}>
      <DialogBody>
        {children}
        <label className="it-pick-label" htmlFor={id}>
          {label}
        </label>
        <input
          id={id}
          className="bp6-input it-pick-field"
          role="combobox"
          aria-expanded={count > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={count > 0 ? `${id}${place}` : undefined}
          aria-autocomplete="list"
          autoFocus
          autoComplete="off"
          maxLength={200}
          value={words}
          onFocus={(event) => event.target.select()}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setWords(event.target.value)
            setAt(0)
          }}
        />
        <ul id={`${id}list`} className="it-picks" role="listbox" aria-label={title}>
          {found.map((pick, index) => (
            <li
              key={pick.key}
              id={`${id}${index}`}
              role="option"
              aria-selected={index === place}
              aria-disabled={pick.refusal !== undefined || missing !== undefined}
              className="it-pick-row"
              onClick={() => take(index)}
            >
              <span className="mono it-code">{pick.code}</span>
              <span className="it-pick-title">{pick.title}</span>
              {pick.refusal !== undefined && <span className="c-note">{pick.refusal}</span>}
            </li>
          ))}
          {isNew && (
            <li
              id={`${id}${found.length}`}
              role="option"
              aria-selected={place === found.length}
              className="it-pick-row"
              onClick={() => take(found.length)}
            >
              <AddIcon size={12} />
              <span className="it-pick-title">{making?.(name) ?? `Make “${name}”`}</span>
            </li>
          )}
        </ul>
        {missing !== undefined && (
          <p className="c-note" role="status">
            {missing}
          </p>
        )}
        {count === 0 && (
          <p className="c-note">{onMake ? 'Write a name to make a new one.' : 'Nothing is called so.'}</p>
        )}
      </DialogBody>
    </Dialog>
  )
}
