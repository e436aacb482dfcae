import { Button } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import type { ProgramChoices } from '@carapace/shared/lifecycle/program/program-choices'
import { useState } from 'react'
import { useAction } from '../../core/call/use-action.ts'
import { SearchField } from '../../core/ui/search-field.tsx'
import type { Config, ListOf } from './use-creation.ts'

interface ElementListProps {
  readonly of: ListOf
  readonly config: Config
  readonly chosen: readonly string[]
  readonly onChoose: (uuids: readonly string[]) => void
  readonly onAdd: (title: string) => Promise<void>
}

/** Number of elements from which a search field is shown. */
const manyElements = 8

/** The program's elements of one kind, to choose from; a missing element can be added here. */
export function ElementList({ of: { list, title }, config, chosen, onChoose, onAdd }: ElementListProps) {
  const [words, setWords] = useState('')
  const all = config[list]
  const shown = all.filter((each) => `${each.code} ${each.title}`.toLowerCase().includes(words.toLowerCase()))
  const toggle = (uuid: string, isOn: boolean) =>
    onChoose(isOn ? [...chosen, uuid] : chosen.filter((each) => each !== uuid))
  return (
    <fieldset className="pg-list">
      <legend>
        {title} <span className="num">{all.length}</span>
      </legend>
      {all.length >= manyElements && (
        <SearchField
          value={words}
          label={`Search ${title.toLowerCase()}`}
          placeholder="Code or title"
          onSearch={setWords}
        />
      )}
      <div className="pg-list-rows" role="group" aria-label={title} tabIndex={0}>
        {shown.map(({ uuid, code, title: name }) => (
          <label key={uuid} className="c-radio">
            <input
              type="checkbox"
              checked={chosen.includes(uuid)}
              onChange={(event) => toggle(uuid, event.target.checked)}
            />
            <span className="mono pg-note">{code}</span>{' '}
            <span className="pg-list-name" title={name}>
              {name}
            </span>
          </label>
        ))}
        {all.length === 0 && <p className="c-note">None yet: add the first below.</p>}
      </div>
      <NewElement title={title} onAdd={onAdd} />
    </fieldset>
  )
}

function NewElement({ title, onAdd }: { readonly title: string; readonly onAdd: (title: string) => Promise<void> }) {
  const [name, setName] = useState('')
  const action = useAction()
  const add = () => {
    const title = name.trim()
    if (title === '') return
    setName('') // input during a save is the name of the next one
    void action.run(() =>
      onAdd(title).catch((problem: unknown) => {
        setName((typed) => typed || title)
        throw problem
      }),
    )
  }
  return (
    <div className="pg-list-new">
      <input
        className="bp6-input"
        aria-label={`New in ${title.toLowerCase()}`}
        placeholder={`New in ${title.toLowerCase()}`}
        value={name}
        maxLength={300}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault() // otherwise Enter would submit the surrounding form
          add()
        }}
      />
      <Button
        size="small"
        variant="outlined"
        icon={<AddIcon size={12} />}
        loading={action.busy}
        disabled={name.trim() === ''}
        aria-label={`Add to ${title.toLowerCase()}`}
        onClick={add}
      />
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">{`Failed to add ${title.toLowerCase()}: ${action.problem}`}</p>
      )}
    </div>
  )
}

interface OptionListsProps {
  readonly config: Config
  readonly chosen: ProgramChoices
  /** Why the user cannot change the choices; undefined if they can. */
  readonly refusal: string | undefined
  readonly onChoose: (change: Partial<ProgramChoices>) => void
}

/** The choices that are made once for the whole program: propulsion, design, regulations, ratings. */
export function OptionLists({ config, chosen, refusal, onChoose }: OptionListsProps) {
  const several = (name: 'propulsion_types' | 'regulation_types' | 'rating_types', title: string) => (
    <fieldset className="pg-list" disabled={refusal !== undefined}>
      <legend>{title}</legend>
      {config[name].map(({ key, label }) => {
        const now = chosen[name] as readonly string[]
        return (
          <label key={key} className="c-radio">
            <input
              type="checkbox"
              checked={now.includes(key)}
              onChange={(event) =>
                onChoose({ [name]: event.target.checked ? [...now, key] : now.filter((each) => each !== key) })
              }
            />
            {label}
          </label>
        )
      })}
    </fieldset>
  )
  return (
    <>
      {several('propulsion_types', 'Propulsion')}
      <fieldset className="pg-list" disabled={refusal !== undefined}>
        <legend>Design type</legend>
        {config.design_type.map(({ key, label }) => (
          <label key={key} className="c-radio">
            <input
              type="radio"
              name="design_type"
              checked={chosen.design_type === key}
              onChange={() => onChoose({ design_type: key as NonNullable<ProgramChoices['design_type']> })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {several('regulation_types', 'Regulation')}
      {several('rating_types', 'Rating')}
    </>
  )
}
