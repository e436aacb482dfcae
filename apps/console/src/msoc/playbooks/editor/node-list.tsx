import { SearchIcon } from '@blueprintjs/icons'
import { isNodeType, type NodeType } from '@carapace/shared/msoc/playbooks/node-settings'
import { nodeGroups } from '@carapace/shared/msoc/playbooks/node-declaration'
import { nodeTypes } from '@carapace/shared/msoc/playbooks/node-types'
import { type KeyboardEvent, useState } from 'react'
import { Kbd } from '../../../core/ui/kbd.tsx'
import { matches } from '../../../core/palette/palette.ts'
import { dragType } from '../graph/graph-canvas.tsx'
import { NodeIcon } from '../node-icons.tsx'
import { addNode } from './actions.ts'
import { useEditorContext } from './editor-context.ts'

export const nodeFilterId = 'pb-node-filter'
const all = Object.keys(nodeTypes).filter(isNodeType)

/** The types of steps by group: Enter adds after the chosen step, dragging adds anywhere (rule PLAYBOOK-UI-11). */
export function NodeList() {
  const context = useEditorContext()
  const [words, setWords] = useState('')
  const found = all.filter((type) => {
    const { title, summary, group } = nodeTypes[type]
    return words.trim() === '' || matches(words.trim(), title, summary, group)
  })
  const add = (type: NodeType) => {
    addNode(context, type)
    setWords('')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const [first] = found
    if (event.key === 'Enter' && first !== undefined) {
      event.currentTarget.blur()
      add(first)
    }
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    event.currentTarget.closest('nav')?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
  }
  return (
    <nav className="pb-types" aria-label="Steps to add">
      <label className="c-search pb-types-search">
        <SearchIcon />
        <input
          id={nodeFilterId}
          type="search"
          aria-label="Find a step to add"
          placeholder="Add a step"
          autoComplete="off"
          spellCheck={false}
          disabled={context.refusal !== undefined}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          onKeyDown={onKeyDown}
        />
        <Kbd keys="n" />
      </label>
      <div className="pb-types-list" onKeyDown={moveFocus}>
        {nodeGroups.map((group) => {
          const inGroup = found.filter((type) => nodeTypes[type].group === group)
          return inGroup.length === 0 ? null : (
            <section key={group} aria-label={group}>
              <h2>{group}</h2>
              {inGroup.map((type) => (
                <TypeButton key={type} type={type} onAdd={() => add(type)} />
              ))}
            </section>
          )
        })}
        {found.length === 0 && <p className="c-note pb-types-none">No step is called that.</p>}
      </div>
    </nav>
  )
}

function TypeButton({ type, onAdd }: { readonly type: NodeType; readonly onAdd: () => void }) {
  const { refusal } = useEditorContext()
  const { title, summary } = nodeTypes[type]
  return (
    <button
      type="button"
      className="pb-type"
      draggable={refusal === undefined}
      disabled={refusal !== undefined}
      title={summary}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(dragType, type)
        dataTransfer.effectAllowed = 'copy'
      }}
      onClick={onAdd}
    >
      <NodeIcon type={type} />
      <span>{title}</span>
    </button>
  )
}

/** Arrow keys move between the buttons. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  event.stopPropagation()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const next = buttons[at + step]
  if (next === undefined && step < 0) document.getElementById(nodeFilterId)?.focus()
  else next?.focus()
}
