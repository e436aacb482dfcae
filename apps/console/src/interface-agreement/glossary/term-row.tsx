import { Button } from '@blueprintjs/core'
import { EditIcon, ResetIcon, TrashIcon } from '@blueprintjs/icons'
import type { Term } from '@carapace/shared/interface-agreement/cover'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { defaultOf } from './edits.ts'

type TermField = keyof Term

interface TermRowProps {
  readonly term: Term
  readonly refusal: string | undefined
  readonly onEdit: (field: TermField) => void
  readonly onReset: (to: Term) => void
  readonly onRemove: () => void
}

/** A term; a click on a cell edits it. */
export function TermRow({ term, refusal, onEdit, onReset, onRemove }: TermRowProps) {
  const reset = defaultOf(term)
  const isDisabled = refusal !== undefined
  const cell = (field: TermField) =>
    isDisabled ? (
      <span>{term[field] || '–'}</span>
    ) : (
      <button type="button" className="ia-cell" title="Edit" onClick={() => onEdit(field)}>
        {term[field] || '–'}
      </button>
    )
  return (
    <tr>
      <th scope="row">{cell('term')}</th>
      <td>{cell('meaning')}</td>
      <td>{cell('source')}</td>
      <td className="ia-row-acts">
        {reset !== undefined && (
          <IconButton
            icon={<ResetIcon />}
            label={`Put the default of ${term.term} back`}
            size="small"
            disabled={isDisabled}
            onClick={() => onReset(reset)}
          />
        )}
        <IconButton
          icon={<EditIcon />}
          label={refusal ?? `Edit ${term.term}`}
          size="small"
          disabled={isDisabled}
          onClick={() => onEdit('meaning')}
        />
        <IconButton
          icon={<TrashIcon />}
          label={refusal ?? `Remove ${term.term}`}
          size="small"
          disabled={isDisabled}
          onClick={onRemove}
        />
      </td>
    </tr>
  )
}

interface TermEditorProps {
  /** Empty: a new one. */
  readonly initial: Term
  /** The field that has the focus. */
  readonly focus: TermField
  readonly busy: boolean
  /** Why the last attempt to store it failed. */
  readonly problem: string | undefined
  readonly onSave: (term: Term) => void
  readonly onCancel: () => void
}

/** The same row with fields: Enter stores it, Escape leaves it as it was. */
export function TermEditor({ initial, focus, busy, problem, onSave, onCancel }: TermEditorProps) {
  const [term, setTerm] = useState(initial)
  const isReady = term.term.trim() !== '' && term.meaning.trim() !== '' && !busy
  const save = () => {
    if (isReady) onSave({ term: term.term.trim(), meaning: term.meaning.trim(), source: term.source.trim() })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    save()
  }
  const props = (field: TermField, label: string, maxLength: number) => ({
    'aria-label': label,
    className: 'bp6-input',
    value: term[field],
    maxLength,
    autoFocus: focus === field,
    onKeyDown,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setTerm({ ...term, [field]: target.value }),
  })
  return (
    <tr className="ia-editing">
      <th scope="row">
        <input {...props('term', 'Term', 100)} />
      </th>
      <td>
        <textarea {...props('meaning', 'Meaning', 1_000)} rows={3} />
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
      </td>
      <td>
        <input {...props('source', 'Source', 200)} />
      </td>
      <td className="ia-row-acts">
        <Button size="small" intent="primary" text="Save" loading={busy} disabled={!isReady} onClick={save} />
        <Button size="small" variant="outlined" text="Cancel" onClick={onCancel} />
      </td>
    </tr>
  )
}
