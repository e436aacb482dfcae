import { Button } from '@blueprintjs/core'
import { CrossIcon, TrashIcon } from '@blueprintjs/icons'
import type { KeyboardEvent } from 'react'
import { useDraft } from '../../../core/ui/use-draft.ts'
import { useFaultTreeContext } from '../editor-context.ts'
import { isEvent, usesOf, withWords } from '../edits.ts'
import type { FaultPlace } from '../places.ts'
import { removeNode } from '../use-keys.ts'
import { kindWords, usedText } from '../words.ts'
import { GateSection } from './gate-section.tsx'
import { KindSection, TransferSection } from './kind-section.tsx'
import { FailureSection, ImportanceSection, ProbabilitySection } from './event-sections.tsx'
import { MoreSection } from './more-section.tsx'

interface PlaceProps {
  readonly place: FaultPlace
}

/** Shows and edits the selected node. */
export function NodePanel({ place }: PlaceProps) {
  const { node } = place
  return (
    <aside className="te-panel" aria-label={`Node ${node.id}`}>
      <PanelHead key={place.key} place={place} />
      <div className="te-panel-body" key={`of ${node.id}`}>
        {node.kind === 'gate' ? <GateSection node={node} /> : <KindSection node={node} />}
        {node.kind === 'transfer' && <TransferSection node={node} />}
        {isEvent(node) && <ProbabilitySection node={node} />}
        {isEvent(node) && <FailureSection node={node} />}
        <ImportanceSection node={node} />
        <MoreSection node={node} />
      </div>
    </aside>
  )
}

function PanelHead({ place }: PlaceProps) {
  const context = useFaultTreeContext()
  const { tree, select, refusal, run } = context
  const { node, parent } = place
  const used = usedText(usesOf(tree, node.id))
  const [draft, setDraft, written] = useDraft()
  const commit = () => {
    const title = written()?.trim()
    setDraft(undefined)
    if (title !== undefined && title !== node.title)
      run(`Rename ${node.id}`, (now) => withWords(now, node.id, { title }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Escape') setDraft(undefined)
    else commit()
    focusCard()
  }
  return (
    <header className="te-panel-head">
      <div className="te-panel-id">
        <span className="mono">{node.id}</span>
        <span>{parent === undefined ? 'Top event' : kindWords[node.kind]}</span>
        {used !== undefined && <span className="te-used">{used}</span>}
        <span className="te-panel-tools">
          {parent !== undefined && (
            <Button
              variant="minimal"
              size="small"
              icon={<TrashIcon />}
              aria-label={used === undefined ? 'Remove the node' : 'Remove the node from here'}
              disabled={refusal !== undefined}
              onClick={() => removeNode(context, place)}
            />
          )}
          <Button
            variant="minimal"
            size="small"
            icon={<CrossIcon />}
            aria-label="Close"
            onClick={() => select(undefined)}
          />
        </span>
      </div>
      <input
        id="ft-title"
        className="te-title-field"
        aria-label="Text of the node"
        placeholder={node.id}
        maxLength={200}
        value={draft ?? node.title}
        readOnly={refusal !== undefined}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
    </header>
  )
}

/** Moves the focus back to the card, where keys navigate the tree. */
function focusCard(): void {
  document.querySelector<HTMLElement>('.te-canvas .react-flow__node.selected')?.focus({ preventScroll: true })
}
