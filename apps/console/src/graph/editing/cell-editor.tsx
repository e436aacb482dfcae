import { Checkbox, PopoverNext } from '@blueprintjs/core'
import type { Field } from '@carapace/shared/graph/artefacts/fields'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { sentenceCase } from '../../core/format/format.ts'
import { usePageContext, useEdit } from '../page/page-context.tsx'
import { statusesToSay } from './status-menu.tsx'
import { fieldOf, type Part, partTitle, valueOf } from './values.ts'

/** How an edit ends: by a key that moves on, by a loss of focus, or cancelled. */
export type Ending = 'enter' | 'next' | 'previous' | 'left' | 'cancel'

interface CellEditorProps {
  readonly row: Artefact
  readonly part: Part
  readonly byMouse: boolean
  readonly onEnd: (ending: Ending) => void
}

interface EditorProps<T> {
  readonly label: string
  readonly value: T
  readonly byMouse: boolean
  readonly onType: (value: T) => void
  readonly onEnd: (ending: Ending) => void
}

/** Whether a part can be edited in a cell; the others are edited in the drawer. */
export function isCellPart(kind: string, part: Part): boolean {
  if (part === '@title' || part === '@status') return true
  const input = fieldOf(kind, part)?.input
  return input !== undefined && !['text', 'lines', 'own'].includes(input)
}

/**
 * The editor of one value in its cell. The page keeps the unsaved input, which thus survives when the cell is scrolled
 * out of view (rule GRAPH-UI-5).
 */
export function CellEditor({ row, part, byMouse, onEnd }: CellEditorProps) {
  const { edits } = usePageContext()
  const edit = useEdit(row.uuid, part)
  const value = edit ? edit.draft : valueOf(row, part)
  const common = {
    label: `${partTitle(row.kind, part)} of ${row.code}`,
    byMouse,
    onType: (draft: unknown) => edits.type(row, part, draft),
    onEnd,
  }
  if (part === '@title') return <LineEditor {...common} value={String(value)} max={300} />
  if (part === '@status')
    return (
      <ChoiceEditor
        {...common}
        value={String(value)}
        choices={withNow(statusesToSay(row.kind), String(value)).map((word) => [word, sentenceCase(word)])}
      />
    )
  return <FieldEditor {...common} field={fieldOf(row.kind, part)!} value={value} />
}

function withNow(words: readonly string[], now: string): readonly string[] {
  return words.includes(now) ? words : [now, ...words]
}

function FieldEditor({ field, value, onType, ...common }: EditorProps<unknown> & { readonly field: Field }) {
  if (field.input === 'number')
    return (
      <LineEditor
        {...common}
        type="number"
        value={value === null ? '' : String(value)}
        onType={(text) => onType(text === '' ? null : Number(text))}
      />
    )
  if (field.input === 'date')
    return (
      <LineEditor
        {...common}
        type="date"
        value={(value as string | null) ?? ''}
        onType={(text) => onType(text === '' ? null : text)}
      />
    )
  if (field.input === 'choice')
    return (
      <ChoiceEditor
        {...common}
        value={(value as string | null) ?? ''}
        choices={[['', '–'], ...Object.entries(field.choices ?? {})]}
        onType={(text) => onType(text === '' ? null : text)}
      />
    )
  if (field.input === 'choices')
    return <ChoicesEditor {...common} value={value as string[]} choices={field.choices ?? {}} onType={onType} />
  return <LineEditor {...common} value={String(value ?? '')} max={200} onType={onType} />
}

function endingOf({ key, shiftKey }: KeyboardEvent): Ending | undefined {
  if (key === 'Enter') return 'enter'
  if (key === 'Escape') return 'cancel'
  if (key === 'Tab') return shiftKey ? 'previous' : 'next'
  return undefined
}

/** Ends the edit on its keys, and only once: removing the input from the page also causes a blur event. */
function useEnding(onEnd: (ending: Ending) => void) {
  const isOver = useRef(false)
  const end = (ending: Ending) => {
    if (isOver.current) return
    isOver.current = true
    onEnd(ending)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const ending = event.nativeEvent.isComposing ? undefined : endingOf(event)
    event.stopPropagation()
    if (ending === undefined) return
    event.preventDefault()
    end(ending)
  }
  return { end, onKeyDown, onBlur: () => end('left') }
}

function LineEditor({
  label,
  value,
  type = 'text',
  max,
  onType,
  onEnd,
}: EditorProps<string> & { readonly type?: 'text' | 'number' | 'date'; readonly max?: number }) {
  const ending = useEnding(onEnd)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    if (type === 'text') field.current?.select()
  }, [type])
  return (
    <input
      ref={field}
      className="gr-cell-input"
      type={type}
      aria-label={label}
      value={value}
      maxLength={max}
      autoComplete="off"
      onChange={(event) => onType(event.target.value)}
      onKeyDown={ending.onKeyDown}
      onBlur={ending.onBlur}
    />
  )
}

/** With the mouse, a choice is stored at once; with the keyboard, Enter or Tab stores the current one. */
function ChoiceEditor({
  label,
  value,
  choices,
  byMouse,
  onType,
  onEnd,
}: EditorProps<string> & { readonly choices: readonly (readonly [string, string])[] }) {
  const ending = useEnding(onEnd)
  const byKeys = useRef(!byMouse)
  const field = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    field.current?.focus()
    try {
      if (byMouse) field.current?.showPicker()
    } catch {
      // a browser that wants another click for it
    }
  }, [byMouse])
  return (
    <select
      ref={field}
      className="gr-cell-input"
      aria-label={label}
      value={value}
      onPointerDown={() => (byKeys.current = false)}
      onKeyDown={(event) => {
        byKeys.current = true
        ending.onKeyDown(event)
      }}
      onChange={(event) => {
        onType(event.target.value)
        if (!byKeys.current) ending.end('enter')
      }}
      onBlur={ending.onBlur}
    >
      {choices.map(([word, text]) => (
        <option key={word} value={word}>
          {text}
        </option>
      ))}
    </select>
  )
}

function ChoicesEditor({
  label,
  value,
  choices,
  onType,
  onEnd,
}: EditorProps<readonly string[]> & { readonly choices: Readonly<Record<string, string>> }) {
  const ending = useEnding(onEnd)
  const toggle = (word: string) =>
    onType(
      value.includes(word)
        ? value.filter((each) => each !== word)
        : Object.keys(choices).filter((each) => each === word || value.includes(each)),
    )
  return (
    <PopoverNext
      isOpen
      placement="bottom-start"
      arrow={false}
      animation="minimal"
      onClose={() => ending.end('left')}
      content={
        <div className="gr-choices" role="group" aria-label={label} onKeyDown={ending.onKeyDown}>
          {Object.entries(choices).map(([word, text], place) => (
            <Checkbox
              key={word}
              autoFocus={place === 0}
              label={text}
              checked={value.includes(word)}
              onChange={() => toggle(word)}
            />
          ))}
        </div>
      }
    >
      <span className="gr-cell-now">{value.map((word) => choices[word]).join(', ') || '–'}</span>
    </PopoverNext>
  )
}
