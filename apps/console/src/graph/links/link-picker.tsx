import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { AddIcon, LinkIcon, SmallTickIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { getArtefacts, mostListed, type Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { Kbd } from '../../core/ui/kbd.tsx'
import { tried, usePageContext, usePageGraph } from '../page/page-context.tsx'
import { linkedWith, nodeOf } from '../store/graph-state.ts'
import { linkInputOf, type LinkSide } from './link-sides.ts'
import { type PickerAction, pickerAction } from './picker-keys.ts'

interface LinkPickerProps {
  /** The artefact to link. */
  readonly from: Node
  readonly side: LinkSide
  readonly onDone: () => void
  /** Absent: the picker is open at once, in a cell. Otherwise this button opens it. */
  readonly children?: ReactElement
}

/** Maximum number of suggestions; the search finds more. */
const mostOffered = 50

/** Finds artefacts to link, and links or unlinks them. A missing artefact is created and linked in one step. */
export function LinkPicker({ from, side, onDone, children }: LinkPickerProps) {
  const [isOpen, setOpen] = useState(children === undefined)
  const close = () => {
    setOpen(false)
    onDone()
  }
  return (
    <PopoverNext
      isOpen={isOpen}
      onInteraction={(next) => (next ? setOpen(true) : close())}
      placement="bottom-start"
      arrow={false}
      animation="minimal"
      content={<Offered from={from} side={side} onClose={close} />}
    >
      {children ?? <span className="gr-anchor" />}
    </PopoverNext>
  )
}

/** The button that opens the picker. */
export function LinkButton({
  from,
  side,
  refusal,
}: Pick<LinkPickerProps, 'from' | 'side'> & { readonly refusal: string | undefined }) {
  if (refusal !== undefined) return null
  return (
    <LinkPicker from={from} side={side} onDone={() => undefined}>
      <Button
        size="small"
        variant="minimal"
        icon={<LinkIcon size={12} />}
        text="Link"
        aria-label={`${side.title}: link`}
      />
    </LinkPicker>
  )
}

function Offered({
  from,
  side,
  onClose,
}: {
  readonly from: Node
  readonly side: LinkSide
  readonly onClose: () => void
}) {
  const { program } = usePageContext()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const isWriting = useRef(false)
  const { data, problem } = useEndpoint(getArtefacts, {
    program_uuid: program.programUuid,
    kinds: side.ends.join(','),
    limit: mostListed,
  })
  const linked = usePageGraph((graph) =>
    linkedWith(graph, from.uuid, side.side, ...side.links)
      .map(({ node }) => node.uuid)
      .join(),
  )
  const found = (data?.artefacts ?? [])
    .map(nodeOf)
    .filter((node) => node.uuid !== from.uuid && isFound(node, words))
    .slice(0, mostOffered)
  // what exists is not known before the list is loaded: nothing is offered to be created twice
  const makes = words.trim() === '' || data === undefined ? [] : side.ends
  const write = async (writing: () => Promise<void>) => {
    if (isWriting.current) return
    isWriting.current = true
    const isDone = await tried(writing)
    isWriting.current = false
    if (!isDone) return
    // the next search begins empty: words left over from this link would narrow it, or name a new artefact
    setWords('')
    setAt(0)
    if (side.isSingle) onClose()
  }
  const act = (action: PickerAction) => {
    if (action.do === 'move') setAt(action.to)
    else if (action.do === 'close') onClose()
    else if (action.do === 'select') void write(() => turn(found[action.place]!))
    else if (action.do === 'create') void write(() => make(makes[action.place]!))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const list = { isLoaded: data !== undefined, found: found.length, creatable: makes.length, at }
    const action = pickerAction(event.key, event.ctrlKey || event.metaKey, list)
    if (!action) return
    event.preventDefault()
    act(action)
  }
  return (
    <div className="gr-picker" onKeyDown={onKeyDown}>
      <input
        className="bp6-input"
        autoFocus
        aria-label={`Find what to link: ${side.title}`}
        placeholder="Id or words"
        value={words}
        autoComplete="off"
        onChange={(event) => (setWords(event.target.value), setAt(0))}
      />
      <Menu className="gr-picked" aria-label={side.title}>
        {found.map((node, place) => (
          <MenuItem
            key={node.uuid}
            roleStructure="menuitem"
            active={place === at}
            shouldDismissPopover={false}
            tabIndex={-1}
            text={
              <span className="gr-picker-row">
                <span className="mono">{node.code}</span> {node.title}
              </span>
            }
            labelElement={linked.includes(node.uuid) ? <SmallTickIcon title="Linked" /> : undefined}
            onClick={() => act({ do: 'select', place })}
          />
        ))}
        {makes.map((kind, place) => (
          <MenuItem
            key={kind}
            roleStructure="menuitem"
            active={found.length + place === at}
            shouldDismissPopover={false}
            tabIndex={-1}
            icon={<AddIcon size={14} />}
            text={`New ${artefactKindNamed(kind)!.title.toLowerCase()}: ${words.trim()}`}
            labelElement={place === 0 ? <Kbd keys="Ctrl-Enter" /> : undefined}
            onClick={() => act({ do: 'create', place })}
          />
        ))}
      </Menu>
      {data === undefined && problem === undefined && (
        <p className="c-note" role="status">
          Loading what can be linked…
        </p>
      )}
      {problem !== undefined && <p className="c-problem">{problem}</p>}
      {data !== undefined && found.length === 0 && makes.length === 0 && (
        <p className="c-note">There is nothing to link yet. Type a title to make one.</p>
      )}
    </div>
  )

  async function turn(node: Node): Promise<void> {
    const link = linkInputOf(side, from, node)
    if (linked.includes(node.uuid)) return void (await program.save({ unlink: [link] }))
    // a link of which only one is allowed replaces the existing one
    const before = side.isSingle
      ? linkedWith(program.state.getState(), from.uuid, side.side, ...side.links).map((other) =>
          linkInputOf(side, from, other.node),
        )
      : []
    await program.save({ link: [link], unlink: before })
  }

  async function make(kind: string): Promise<void> {
    const uuid = crypto.randomUUID()
    await program.save({
      artefacts: [{ new_uuid: uuid, kind, title: words.trim() }],
      link: [linkInputOf(side, from, { uuid, kind })],
    })
  }
}

function isFound({ code, title }: Node, words: string): boolean {
  const all = `${code} ${title}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
