import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { SelectionIcon, MoreIcon } from '@blueprintjs/icons'
import { saveCanNote } from '@carapace/shared/msoc/can/notes.contract'
import { idText } from '@carapace/shared/msoc/can/frame'
import { memo } from 'react'
import { useRefusal } from '../../../../core/session/may.ts'
import { copyText } from '../../../../core/ui/copy.ts'
import { EmptyState } from '../../../../core/ui/empty-state.tsx'
import { SeverityGlyph } from '../../../../core/ui/severity-glyph.tsx'
import { useBench, useAnalyzerState } from '../../bench.ts'
import type { Detail as DetailReport } from '../../engine/protocol.ts'
import { copyTimeLink } from '../../time-link.ts'
import { BitGrid } from './bit-grid.tsx'
import { Pictures } from './pictures.tsx'
import { SignalTable } from './signal-table.tsx'

/** The detail of one id: its oddities, its bits, its signals, and both over time. */
export const Detail = memo(function Detail() {
  const detail = useAnalyzerState((state) => state.detail)
  if (detail === null) return <NothingChosen />
  return (
    <section className="an-detail" aria-label={`Detail of ${idText(detail.id, detail.ext)}`}>
      <Head detail={detail} />
      <div className="an-detail-top">
        <BitGrid detail={detail} />
        <div className="an-detail-signals">
          <SignalTable detail={detail} />
          <Oddities sentences={detail.oddities.slice(1)} />
        </div>
      </div>
      <Pictures detail={detail} />
    </section>
  )
})

function NothingChosen() {
  const { look } = useBench()
  return (
    <section className="an-detail an-none" aria-label="Detail">
      <EmptyState
        icon={<SelectionIcon size={24} />}
        title={look.id === undefined ? 'No id is chosen' : 'No frame of this id'}
      >
        {look.id === undefined
          ? 'Choose a row to see its bits, its signals and its timing.'
          : 'None of the kept frames has this id.'}
      </EmptyState>
    </section>
  )
}

function Head({ detail }: { readonly detail: DetailReport }) {
  const { id, ext, name, facts, oddities, comment } = detail
  return (
    <header className="an-detail-head">
      <h2>
        <span className="mono">{idText(id, ext)}</span> <span title={comment}>{name ?? 'not in DBC'}</span>
      </h2>
      <span className="an-faint an-facts" title={facts.join(', ')}>
        {facts.join(', ')}
      </span>
      {oddities[0] !== undefined && (
        <span className="an-odd" title={oddities[0]}>
          <SeverityGlyph severity="critical" /> {oddities[0]}
        </span>
      )}
      <DetailMenu detail={detail} />
    </header>
  )
}

function DetailMenu({ detail: { id, ext } }: { readonly detail: DetailReport }) {
  const bench = useBench()
  const refusal = useRefusal(saveCanNote)
  const word = idText(id, ext)
  const content = (
    <Menu aria-label={`Of ${word}`}>
      <MenuItem
        text="Add a note at this time"
        label="b"
        disabled={refusal !== undefined}
        roleStructure="menuitem"
        onClick={() => bench.setDialog({ about: 'note' })}
      />
      <MenuItem text="Copy link to this time" label="y" roleStructure="menuitem" onClick={() => copyTimeLink(bench)} />
      <MenuItem text="Copy the id" roleStructure="menuitem" onClick={() => copyText(word)} />
      <MenuItem
        text="Show its frames alone"
        roleStructure="menuitem"
        onClick={() => bench.lookAt({ ...bench.look, mode: 'trace', q: word })}
      />
    </Menu>
  )
  return (
    <PopoverNext content={content} placement="bottom-end" arrow={false} animation="minimal">
      <Button size="small" variant="minimal" icon={<MoreIcon />} aria-label={`More for ${word}`} aria-haspopup="menu" />
    </PopoverNext>
  )
}

/** The given oddities as a list; the first one is shown in the header. */
function Oddities({ sentences }: { readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <ul className="an-oddities">
      {sentences.map((sentence) => (
        <li key={sentence}>
          <SeverityGlyph severity="high" /> {sentence}
        </li>
      ))}
    </ul>
  )
}
