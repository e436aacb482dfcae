import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, CrossIcon, SmallTickIcon } from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import './ui.css'

export interface Choice<Word extends string> {
  readonly word: Word
  readonly text: string
  readonly icon?: ReactElement
}

interface FilterMenuProps<Word extends string> {
  /** The property to filter by: "Stage". */
  readonly name: string
  readonly choices: readonly Choice<Word>[]
  readonly chosen: readonly Word[]
  /** Only one value at a time: choosing closes the menu. */
  readonly single?: boolean
  readonly onChoose: (chosen: readonly Word[]) => void
}

/** A filter of a list: a chip that shows the chosen values, with a menu. */
export function FilterMenu<Word extends string>({
  name,
  choices,
  chosen,
  single = false,
  onChoose,
}: FilterMenuProps<Word>) {
  const summary = choices
    .filter(({ word }) => chosen.includes(word))
    .map(({ text }) => text)
    .join(', ')
  const toggle = (word: Word) => {
    const without = chosen.filter((each) => each !== word)
    onChoose(without.length < chosen.length ? without : single ? [word] : [...chosen, word])
  }
  const items = choices.map(({ word, text, icon }) => (
    <MenuItem
      key={word}
      icon={icon}
      text={text}
      roleStructure="menuitem"
      aria-current={chosen.includes(word)}
      labelElement={chosen.includes(word) ? <SmallTickIcon /> : undefined}
      shouldDismissPopover={single}
      onClick={() => toggle(word)}
    />
  ))
  return (
    <span className={summary === '' ? 'c-filter' : 'c-filter c-filter-set'}>
      <PopoverNext
        placement="bottom-start"
        arrow={false}
        animation="minimal"
        content={
          <Menu className="c-filter-menu" aria-label={name}>
            {items}
          </Menu>
        }
      >
        <Button
          variant="minimal"
          size="medium"
          endIcon={summary === '' ? <CaretDownIcon /> : undefined}
          aria-label={summary === '' ? name : `${name}: ${summary}`}
        >
          {summary === '' ? (
            name
          ) : (
            <>
              {name.toLowerCase()} <b>{summary}</b>
            </>
          )}
        </Button>
      </PopoverNext>
      {summary !== '' && (
        <Button
          variant="minimal"
          icon={<CrossIcon size={12} />}
          aria-label={`Remove the filter ${name.toLowerCase()}`}
          onClick={() => onChoose([])}
        />
      )}
    </span>
  )
}
