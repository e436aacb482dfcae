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

interface OfferedProps extends Pick<LinkPickerProps, 'from' | 'side'> {
  readonly onClose: () => void
}

/** The search for artefacts to link, with what it finds and what it can create. */
function Offered({ from, side, onClose }: OfferedProps) {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const search = (next: string) => {
    setWords(next)
    setAt(0)
  }
  const { found, creatable, isLoaded, problem } = useOffers(from, side, words)
  const { linked, turn, make } = useLinking(from, side)
  const write = useWriting(() => {
    // the next search begins empty: words left over from this link would narrow it, or name a new artefact
    search('')
    if (side.isSingle) onClose()
  })
  const act = (action: PickerAction) => {
    if (action.do === 'move') setAt(action.to)
    else if (action.do === 'close') onClose()
    else if (action.do === 'select') void write(() => turn(found[action.place]!))
    else if (action.do === 'create') void write(() => make(creatable[action.place]!, words.trim()))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const list = { isLoaded, found: found.length, creatable: creatable.length, at }
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
        onChange={(event) => search(event.target.value)}
      />
      <Menu className="gr-picked" aria-label={side.title}>
        {found.map((node, place) => (
          <FoundItem
            key={node.uuid}
            node={node}
            isActive={place === at}
            isLinked={linked.includes(node.uuid)}
            onSelect={() => act({ do: 'select', place })}
          />
        ))}
        {creatable.map((kind, place) => (
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
      <OffersNote isLoaded={isLoaded} problem={problem} isEmpty={found.length + creatable.length === 0} />
    </div>
  )
}

interface FoundItemProps {
  readonly node: Node
  readonly isActive: boolean
  readonly isLinked: boolean
  readonly onSelect: () => void
}

function FoundItem({ node, isActive, isLinked, onSelect }: FoundItemProps) {
  return (
    <MenuItem
      roleStructure="menuitem"
      active={isActive}
      shouldDismissPopover={false}
      tabIndex={-1}
      text={
        <span className="gr-picker-row">
          <span className="mono">{node.code}</span> {node.title}
        </span>
      }
      labelElement={isLinked ? <SmallTickIcon title="Linked" /> : undefined}
      onClick={onSelect}
    />
  )
}

interface OffersNoteProps {
  readonly isLoaded: boolean
  readonly problem: string | undefined
  readonly isEmpty: boolean
}

function OffersNote({ isLoaded, problem, isEmpty }: OffersNoteProps) {
  return (
    <>
      {!isLoaded && problem === undefined && (
        <p className="c-note" role="status">
          Loading what can be linked…
        </p>
      )}
      {problem !== undefined && <p className="c-problem">{problem}</p>}
      {isLoaded && isEmpty && <p className="c-note">There is nothing to link yet. Type a title to make one.</p>}
    </>
  )
}

/** The artefacts that the words find, and the kinds of which a new one can be created. */
function useOffers(from: Node, side: LinkSide, words: string) {
  const { program } = usePageContext()
  const { data, problem } = useEndpoint(getArtefacts, {
    program_uuid: program.programUuid,
    kinds: side.ends.join(','),
    limit: mostListed,
  })
  const found = (data?.artefacts ?? [])
    .map(nodeOf)
    .filter((node) => node.uuid !== from.uuid && isFound(node, words))
    .slice(0, mostOffered)
  // what exists is not known before the list is loaded: nothing is offered to be created twice
  const creatable = words.trim() === '' || data === undefined ? [] : side.ends
  return { found, creatable, isLoaded: data !== undefined, problem }
}

/** What the artefact is linked with, and the writes that change it. */
function useLinking(from: Node, side: LinkSide) {
  const { program } = usePageContext()
  const linked = usePageGraph((graph) =>
    linkedWith(graph, from.uuid, side.side, ...side.links)
      .map(({ node }) => node.uuid)
      .join(),
  )
  return { linked, turn, make }

  /** Links an artefact, or unlinks it. */
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

  /** Creates an artefact and links it. */
  async function make(kind: string, title: string): Promise<void> {
    const uuid = crypto.randomUUID()
    await program.save({
      artefacts: [{ new_uuid: uuid, kind, title }],
      link: [linkInputOf(side, from, { uuid, kind })],
    })
  }
}

/** Performs one write at a time, and calls back after each that succeeded. */
function useWriting(onDone: () => void): (writing: () => Promise<void>) => Promise<void> {
  const isWriting = useRef(false)
  return async (writing) => {
    if (isWriting.current) return
    isWriting.current = true
    const isDone = await tried(writing)
    isWriting.current = false
    if (isDone) onDone()
  }
}

function isFound({ code, title }: Node, words: string): boolean {
  const all = `${code} ${title}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
