import { Button } from '@blueprintjs/core'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import type { Severity } from '@carapace/shared/msoc/severity'
import { useId, useState } from 'react'
import { SeverityLabel } from '../../../core/ui/severity-glyph.tsx'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { CaseSearch } from '../triage/case-search.tsx'
import { useAlertPage } from '../page-context.tsx'
import { filters, paramText, wordText } from './filters.ts'
import { chosen, type FilterKey, type FilterParam, isDeniable, keyOf, narrowed } from '../search.ts'

interface FilterEditorProps {
  readonly param: FilterParam
  readonly onDone: () => void
  readonly onTurn: (param: FilterParam) => void
}

/** Edits one filter: is or is not, and its values. */
export function FilterEditor({ param, onDone, onTurn }: FilterEditorProps) {
  const key = keyOf(param)
  const { words } = filters[key]
  return (
    <div className="am-editor">
      {isDeniable(key) && <IsOrIsNot param={param} onTurn={onTurn} />}
      {words !== undefined && <WordsEditor param={param} words={words} onDone={onDone} />}
      {words === undefined &&
        (key === 'case' ? <CaseEditor onDone={onDone} /> : <TextEditor key={param} param={param} onDone={onDone} />)}
    </div>
  )
}

/** Switches between "is" and "is not"; the values are kept. */
function IsOrIsNot({ param, onTurn }: Omit<FilterEditorProps, 'onDone'>) {
  const { search, go } = useAlertPage()
  const key = keyOf(param)
  const turn = (other: FilterParam) => {
    const words = chosen(search, param)
    if (words.length > 0) go(narrowed(narrowed(search, param, ''), other, words), true)
    onTurn(other)
  }
  const denied = `not_${key}` as FilterParam
  return (
    <span className="am-is" role="group" aria-label="Is or is not">
      <button type="button" aria-pressed={param === key} onClick={() => param !== key && turn(key)}>
        is
      </button>
      <button type="button" aria-pressed={param === denied} onClick={() => param !== denied && turn(denied)}>
        is not
      </button>
    </span>
  )
}

/** Filters that hold one value at a time. */
const oneWord: readonly FilterKey[] = ['owner', 'acknowledged', 'suppressed', 'overdue']

interface WordsEditorProps extends Pick<FilterEditorProps, 'param' | 'onDone'> {
  readonly words: readonly string[]
}

/** The known values of a filter as checkboxes; each tick applies at once. */
function WordsEditor({ param, words, onDone }: WordsEditorProps) {
  const { search, go } = useAlertPage()
  const key = keyOf(param)
  const isOne = oneWord.includes(key)
  const ticked = chosen(search, param)
  const turn = (word: string) => {
    if (isOne) onDone()
    const next = ticked.includes(word) ? ticked.filter((each) => each !== word) : isOne ? [word] : [...ticked, word]
    go(narrowed(search, param, next), true)
  }

  return (
    <fieldset className="am-words">
      <legend className="c-visually-hidden">{paramText(param)}</legend>
      {words.map((word, index) => (
        <label key={word} className="am-word">
          <input
            type="checkbox"
            className="am-check"
            checked={ticked.includes(word)}
            autoFocus={index === 0}
            onChange={() => turn(word)}
          />
          <Word filter={key} word={word} />
        </label>
      ))}
    </fieldset>
  )
}

function Word({ filter, word }: { readonly filter: FilterKey; readonly word: string }) {
  if (filter === 'severity') return <SeverityLabel severity={word as Severity} />
  return filter === 'status' ? <StatusBadge status={word} /> : <span>{wordText(filter, word)}</span>
}

/** Free text; several values are separated by commas. */
function TextEditor({ param, onDone }: Pick<FilterEditorProps, 'param' | 'onDone'>) {
  const { search, go } = useAlertPage()
  const [text, setText] = useState(search[param] ?? '')
  const id = useId()
  const { hint = '' } = filters[keyOf(param)]

  return (
    <form
      className="am-text-editor"
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
        go(narrowed(search, param, text))
      }}
    >
      <label htmlFor={id}>{hint}</label>
      <input
        id={id}
        className="am-input mono"
        value={text}
        maxLength={222}
        autoFocus
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" intent="primary" size="small">
        Apply
      </Button>
    </form>
  )
}

/** Selects a case by its title or number. */
function CaseEditor({ onDone }: Pick<FilterEditorProps, 'onDone'>) {
  const { search, go } = useAlertPage()
  const [found, setFound] = useState<Case>()
  return (
    <form
      className="am-text-editor am-case-editor"
      onSubmit={(event) => {
        event.preventDefault()
        if (found === undefined) return
        onDone()
        go(narrowed(search, 'case', found.uuid))
      }}
    >
      <CaseSearch chosen={found} onChoose={setFound} />
      <Button type="submit" intent="primary" size="small" disabled={found === undefined}>
        Apply
      </Button>
    </form>
  )
}
