import {
  ChevronDownIcon,
  ChevronUpIcon,
  CrossIcon,
  LinkIcon,
  MaximizeIcon,
  MinimizeIcon,
  OneToManyIcon,
} from '@blueprintjs/icons'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { ArtefactStatus } from '@carapace/shared/graph/artefacts/statuses'
import { type ReactNode, useEffect, useState } from 'react'
import { hotkeys } from '../../core/hotkeys/hotkeys.ts'
import { useOpenCode } from '../../core/page/page-title.ts'
import { copyLink } from '../../core/ui/copy.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { Comments } from '../collaboration/comments.tsx'
import { Details } from './details.tsx'
import { History } from '../history/history.tsx'
import { Impact } from '../impact/impact-view.tsx'
import { Review } from '../collaboration/review.tsx'
import { Trace } from './trace.tsx'
import { useDetail } from './use-detail.ts'
import { setPart, usePageContext, useEdit } from '../page/page-context.tsx'
import { EditTrouble } from '../editing/conflict.tsx'
import type { Detail } from '../store/program-api.ts'
import { StatusMenu } from '../editing/status-menu.tsx'
import './drawer.css'

/** One tab of the drawer. */
export interface DrawerPart {
  readonly part: string
  readonly title: string
  readonly render: () => ReactNode
  /** The position among the tabs; absent: after Details. */
  readonly order?: number
}

interface ArtefactDrawerProps {
  readonly artefact: Artefact
  /** Tabs that only this page adds. */
  readonly parts?: readonly DrawerPart[] | undefined
  /** There is no list beside the drawer, but an editor. */
  readonly isAlone?: boolean
}

/** The drawer of one artefact beside the list: its trace, all its details, its history and its comments. */
export function ArtefactDrawer({ artefact, parts, isAlone = false }: ArtefactDrawerProps) {
  useOpenCode(isAlone ? undefined : artefact.code)
  const { search, go } = usePageContext()
  const { detail, problem, again } = useDetail(artefact.uuid)
  const [isWidened, setWide] = useState(false)
  const isWide = isWidened || search.part === 'impact'
  const all = [...partsOf(artefact, detail), ...(parts ?? [])].sort((a, b) => orderOf(a) - orderOf(b))
  const now = search.part === 'impact' ? impactOf(artefact) : (all.find(({ part }) => part === search.part) ?? all[0]!)
  return (
    <aside
      className={isWide ? 'gr-drawer gr-drawer-wide' : 'gr-drawer'}
      aria-label={`${artefact.code} ${artefact.title}`}
    >
      <Head
        artefact={artefact}
        isAlone={isAlone}
        isWide={isWide}
        onWide={() => (setWide(!isWide), search.part === 'impact' && go({ part: undefined }, true))}
      />
      <div className="gr-drawer-tabs" role="tablist" aria-label="Tabs">
        {all.map(({ part, title }) => (
          <button
            key={part}
            type="button"
            role="tab"
            id={`tab-${part}`}
            aria-selected={part === now.part}
            aria-controls="artefact-part"
            onClick={() => go({ part: part === 'trace' ? undefined : part }, true)}
          >
            {title}
            {part === 'comments' && artefact.comments > 0 && <span className="num gr-count">{artefact.comments}</span>}
          </button>
        ))}
      </div>
      <div
        className="gr-drawer-body"
        role="tabpanel"
        id="artefact-part"
        {...(now.part === 'impact' ? { 'aria-label': 'Impact' } : { 'aria-labelledby': `tab-${now.part}` })}
        tabIndex={0}
      >
        {detail === undefined && problem !== undefined ? (
          <ErrorState title={`${artefact.code} did not load`} onRetry={again}>
            {problem}
          </ErrorState>
        ) : detail === undefined ? (
          <SkeletonRows rows={8} columns={['120px', '1fr']} />
        ) : (
          now.render()
        )}
      </div>
    </aside>
  )
}

const orderOf = ({ order = 30 }: DrawerPart) => order

function partsOf(artefact: Artefact, detail: Detail | undefined): readonly DrawerPart[] {
  return [
    { part: 'trace', order: 10, title: 'Trace', render: () => <Trace artefact={artefact} /> },
    { part: 'details', order: 20, title: 'Details', render: () => <Details detail={detail!} /> },
    {
      part: 'history',
      order: 50,
      title: 'History',
      render: () => <History key={artefact.revision} artefact={artefact} />,
    },
    { part: 'comments', order: 60, title: 'Comments', render: () => <Comments artefact={artefact} /> },
    { part: 'review', order: 70, title: 'Review', render: () => <Review detail={detail!} /> },
  ]
}

/** Opened by a button, since it takes the width of the page. */
const impactOf = (artefact: Artefact): DrawerPart => ({
  part: 'impact',
  title: 'Impact',
  render: () => <Impact artefact={artefact} />,
})

interface HeadProps {
  readonly artefact: Artefact
  readonly isAlone: boolean
  readonly isWide: boolean
  readonly onWide: () => void
}

function Head({ artefact, isAlone, isWide, onWide }: HeadProps) {
  const context = usePageContext()
  const { go, search } = context
  const chosen = useEdit(artefact.uuid, '@status')
  return (
    <header className="gr-drawer-head">
      <div className="gr-drawer-id">
        <span className="mono gr-drawer-code">{artefact.code}</span>
        <StatusMenu
          kind={artefact.kind}
          code={artefact.code}
          status={artefact.status}
          saving={chosen?.phase === 'saving' ? (chosen.draft as ArtefactStatus) : undefined}
          refusal={context.refusal}
          onChoose={(status) => void setPart(context, artefact, '@status', status)}
        />
        <span className="gr-drawer-moves">
          {!isAlone && (
            <IconButton
              size="small"
              icon={<ChevronUpIcon />}
              label="Previous row"
              keys="k"
              onClick={() => press('k')}
            />
          )}
          {!isAlone && (
            <IconButton size="small" icon={<ChevronDownIcon />} label="Next row" keys="j" onClick={() => press('j')} />
          )}
          <IconButton
            size="small"
            icon={<OneToManyIcon />}
            label="Impact: what it touches"
            active={search.part === 'impact'}
            onClick={() => go({ part: search.part === 'impact' ? undefined : 'impact' }, true)}
          />
          <IconButton
            size="small"
            icon={<LinkIcon />}
            label="Copy link"
            onClick={() => copyLink(linkTo(search.programId!, artefact))}
          />
          <IconButton
            size="small"
            icon={isWide ? <MinimizeIcon /> : <MaximizeIcon />}
            label={!isWide ? 'As wide as the page' : isAlone ? 'Beside the canvas' : 'Beside the list'}
            onClick={onWide}
          />
          <IconButton
            size="small"
            icon={<CrossIcon />}
            label="Close the drawer"
            keys="Escape"
            onClick={() => go({ open: undefined, part: undefined })}
          />
        </span>
      </div>
      <Title artefact={artefact} />
      <EditTrouble uuid={artefact.uuid} part="@status" />
    </header>
  )
}

/** Triggers a keyboard shortcut of the list, wherever the list's cursor is. */
function press(keys: string): void {
  hotkeys
    .getState()
    .list.findLast((hotkey) => hotkey.keys === keys)
    ?.run(new KeyboardEvent('keydown'))
}

/** A link to the artefact itself, independent of what the list beside it shows. */
function linkTo(programId: string, { code }: Artefact): string {
  const link = new URL(location.href)
  link.search = new URLSearchParams({ programId, open: code }).toString()
  return link.href
}

/** The title; a click on it starts editing. */
function Title({ artefact }: { readonly artefact: Artefact }) {
  const { edits, refusal } = usePageContext()
  const edit = useEdit(artefact.uuid, '@title')
  const [isEditing, setEditing] = useState(false)
  useEffect(() => setEditing(false), [artefact.uuid])
  const end = (isKept: boolean) => {
    setEditing(false)
    if (isKept) void edits.commit(artefact.uuid, '@title')
    else edits.cancel(artefact.uuid, '@title')
  }
  if (!isEditing) {
    return (
      <>
        <h2>
          {refusal === undefined ? (
            <button type="button" className="gr-drawer-title" title="Change the title" onClick={() => setEditing(true)}>
              {String(edit?.draft ?? artefact.title)}
            </button>
          ) : (
            artefact.title
          )}
        </h2>
        <EditTrouble uuid={artefact.uuid} part="@title" />
      </>
    )
  }
  return (
    <textarea
      className="bp6-input gr-drawer-retitle"
      aria-label="Title"
      autoFocus
      rows={2}
      maxLength={300}
      value={String(edit?.draft ?? artefact.title)}
      onChange={(event) => edits.type(artefact, '@title', event.target.value.replaceAll('\n', ' '))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        end(event.key === 'Enter')
      }}
      onBlur={() => end(true)}
    />
  )
}
