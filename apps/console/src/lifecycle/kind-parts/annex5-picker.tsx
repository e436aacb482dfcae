import { Checkbox } from '@blueprintjs/core'
import { annex5Title } from '@carapace/shared/catalogues/annex5-titles'
import { annex5, annex5Items, itemsOf } from '@carapace/shared/catalogues/annex5'
import { useState } from 'react'
import type { FieldEditorProps } from '../../graph/page/kind-parts.ts'
import './annex5-picker.css'

/** Items of UN R155 Annex 5, chosen from all 69 by number or words (rule COMPLIANCE-4). */
export function Annex5Picker({ value, isReadOnly, onChange }: FieldEditorProps) {
  const chosen = value as readonly string[]
  const turn = (item: string) =>
    onChange(
      chosen.includes(item)
        ? chosen.filter((each) => each !== item)
        : annex5Items.filter((each) => chosen.includes(each) || each === item),
    )
  return (
    <div className="a5-picker">
      {chosen.length === 0 && <span className="gr-none">–</span>}
      {chosen.map((item) => (
        <Item key={item} item={item} isChosen isReadOnly={isReadOnly} onTurn={turn} />
      ))}
      {!isReadOnly && (
        <details>
          <summary>Choose items</summary>
          <Choices chosen={chosen} onTurn={turn} />
        </details>
      )}
    </div>
  )
}

function Choices({ chosen, onTurn }: { readonly chosen: readonly string[]; readonly onTurn: (item: string) => void }) {
  const [words, setWords] = useState('')
  return (
    <>
      <input
        className="bp6-input"
        aria-label="Find items of Annex 5"
        placeholder="Number or words"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className="a5-list" role="group" aria-label="Items of Annex 5">
        {annex5.map(({ key, title, groups }) => {
          const items = groups.flatMap(itemsOf).filter((item) => isFound(item, words) && !chosen.includes(item))
          return items.length === 0 ? null : (
            <div key={key}>
              <b>{title}</b>
              {items.map((item) => (
                <Item key={item} item={item} onTurn={onTurn} />
              ))}
            </div>
          )
        })}
      </div>
    </>
  )
}

interface ItemProps {
  readonly item: string
  readonly isChosen?: boolean
  readonly isReadOnly?: boolean
  readonly onTurn: (item: string) => void
}

function Item({ item, isChosen = false, isReadOnly = false, onTurn }: ItemProps) {
  return (
    <Checkbox
      checked={isChosen}
      disabled={isReadOnly}
      label={`${item} ${annex5Title(item) ?? 'no item of Annex 5'}`}
      onChange={() => onTurn(item)}
    />
  )
}

function isFound(item: string, words: string): boolean {
  const text = `${item} ${annex5Title(item) ?? ''}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
