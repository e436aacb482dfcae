import { Button, PopoverNext } from '@blueprintjs/core'
import { SmallCrossIcon } from '@blueprintjs/icons'
import { type AlertSource, alertSources } from '@carapace/shared/msoc/alerts'
import { type Severity, severities } from '@carapace/shared/msoc/severity'
import { useId, useState } from 'react'
import { sentenceCase } from '../../core/format.ts'
import { SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { useDesk } from './desk.tsx'
import { sourceTexts } from './sentences.ts'
import { chosen, type FilterKey, narrowed, statusesOf, type View, viewOf } from './search.ts'

interface FilterChipProps {
  readonly filter: FilterKey
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}

/** One filter: what it says, how to change it, and how to be rid of it. */
export function FilterChip({ filter, open, onOpen }: FilterChipProps) {
  const { search, go } = useDesk()
  const said = filter === 'vehicle' ? (search.vehicle ?? '') : chosen(search, filter).map(textOf).join(', ')
  const remove = () => {
    onOpen(false)
    go(narrowed(search, filter, ''))
  }

  return (
    <span className="am-chip">
      <PopoverNext
        isOpen={open}
        onInteraction={onOpen}
        content={filter === 'vehicle' ? <VehicleEditor onDone={() => onOpen(false)} /> : <WordsEditor filter={filter} />}
        placement="bottom-start"
        arrow={false}
        animation="minimal"
      >
        <button type="button" className="am-chip-text" aria-label={`Filter ${filter}: ${said || 'any'}`}>
          {filter} <b className={filter === 'vehicle' ? 'mono' : undefined}>{said || 'any'}</b>
        </button>
      </PopoverNext>
      <button type="button" className="am-chip-remove" aria-label={`Remove the ${filter} filter`} onClick={remove}>
        <SmallCrossIcon size={14} />
      </button>
    </span>
  )
}

function wordsFor(filter: 'severity' | 'status' | 'source', view: View): readonly string[] {
  if (filter === 'severity') return severities.toReversed()
  return filter === 'status' ? statusesOf(view) : alertSources
}

/** The words a filter knows, each to be ticked; every tick holds at once. */
function WordsEditor({ filter }: { readonly filter: 'severity' | 'status' | 'source' }) {
  const { search, go } = useDesk()
  const ticked = chosen(search, filter)
  const turn = (word: string) =>
    go(narrowed(search, filter, ticked.includes(word) ? ticked.filter((each) => each !== word) : [...ticked, word]), true)

  return (
    <fieldset className="am-words">
      <legend className="c-said">{sentenceCase(filter)}</legend>
      {wordsFor(filter, viewOf(search)).map((word, index) => (
        <label key={word} className="am-word">
          <input type="checkbox" className="am-check" checked={ticked.includes(word)} autoFocus={index === 0} onChange={() => turn(word)} />
          <Word filter={filter} word={word} />
        </label>
      ))}
    </fieldset>
  )
}

const textOf = (word: string) => (word in sourceTexts ? sourceTexts[word as AlertSource] : sentenceCase(word))

function Word({ filter, word }: { readonly filter: FilterKey; readonly word: string }) {
  if (filter === 'severity') return <SeverityLabel severity={word as Severity} />
  return filter === 'status' ? <StatusBadge status={word} /> : <span>{textOf(word)}</span>
}

function VehicleEditor({ onDone }: { readonly onDone: () => void }) {
  const { search, go } = useDesk()
  const [vin, setVin] = useState(search.vehicle ?? '')
  const id = useId()

  return (
    <form
      className="am-vehicle-editor"
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
        go(narrowed(search, 'vehicle', vin))
      }}
    >
      <label htmlFor={id}>VIN or device id</label>
      <input id={id} className="am-input mono" value={vin} maxLength={64} autoFocus spellCheck={false} onChange={(event) => setVin(event.target.value)} />
      <Button type="submit" intent="primary" size="small">
        Apply
      </Button>
    </form>
  )
}
