import { Button } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import { areSharesComplete, shareSum } from '@carapace/shared/functional-safety/fmeda'
import { useId, useMemo } from 'react'
import type { FieldEditorProps } from '../../graph/page/kind-parts.ts'
import { setPart, useEdit, usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { nodeAt } from '../../graph/store/graph-state.ts'
import { ofKind } from '../safety.ts'
import { modeWords } from './mode-differences.ts'
import { ModeRow } from './mode-row.tsx'
import { mechanismsIn, type Mode, modesIn, problemsOfMode, withMode, withNewMode } from './modes.ts'
import { statedPercent } from './words.ts'
import './fmeda.css'

/** The maximum number of failure modes of an element. */
const mostOfElement = 50

/** The failure modes of a hardware element. Each change is stored at once (rule SAFETY-UI-15). */
export function ModesField({ artefact, value, isReadOnly, onChange }: FieldEditorProps) {
  const context = usePageContext()
  // the list knows a change before the drawer has read it again
  const row = usePageGraph(({ artefacts }) => artefacts.get(artefact.uuid))
  const edit = useEdit(artefact.uuid, 'modes')
  const modes = row && !edit ? modesIn(row) : (value as readonly Mode[])
  const set = (next: Mode[]) => (row ? void setPart(context, row, 'modes', next) : onChange(next))
  return (
    <div className="fm-modes">
      <Sum modes={modes} />
      {isReadOnly ? <ModesText modes={modes} /> : <ModeRows modes={modes} onChange={set} />}
    </div>
  )
}

function Sum({ modes }: { readonly modes: readonly Mode[] }) {
  if (modes.length === 0) return <p className="c-note">No failure mode yet.</p>
  const sum = statedPercent(shareSum(modes))
  return (
    <p className={areSharesComplete(modes) ? 'c-note num' : 'c-problem num'} role="status">
      {areSharesComplete(modes) ? `The shares add up to ${sum}.` : `The shares add up to ${sum} instead of 100 %.`}
    </p>
  )
}

interface ModeRowsProps {
  readonly modes: readonly Mode[]
  readonly onChange: (modes: Mode[]) => void
}

function ModeRows({ modes, onChange }: ModeRowsProps) {
  const list = useId()
  const artefacts = usePageGraph((graph) => graph.artefacts)
  const mechanisms = useMemo(() => mechanismsIn(ofKind({ artefacts }, 'hardware-element')), [artefacts])
  return (
    <>
      <datalist id={list}>
        {mechanisms.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="fm-mode-list">
        {modes.map((mode, at) => (
          <ModeRow
            key={at}
            mode={mode}
            problems={problemsOfMode(modes, mode)}
            others={modes.filter((other) => other !== mode).map(({ id }) => id)}
            list={list}
            onChange={(change) => onChange(withMode(modes, at, change))}
            onRemove={() => onChange(modes.toSpliced(at, 1))}
          />
        ))}
      </div>
      {modes.length < mostOfElement && (
        <Button
          className="fm-add"
          size="small"
          variant="outlined"
          icon={<AddIcon />}
          onClick={() => onChange(withNewMode(modes))}
        >
          Add a failure mode
        </Button>
      )}
    </>
  )
}

/** For users who may not change it. */
function ModesText({ modes }: { readonly modes: readonly Mode[] }) {
  const graph = usePageGraph((state) => state)
  const failureText = (uuid: string | null) => {
    const node = uuid === null ? undefined : nodeAt(graph, uuid)
    return node ? `${node.code} ${node.title}` : ''
  }
  return (
    <ul className="fm-mode-list">
      {modes.map((mode) => (
        <li key={mode.id} className="fm-mode-text">
          <b>{mode.id}</b>{' '}
          {Object.entries({ ...modeWords(mode), Failure: failureText(mode.failure) })
            .filter(([, text]) => text !== '')
            .map(([name, text]) => `${name}: ${text}`)
            .join('; ')}
        </li>
      ))}
    </ul>
  )
}
