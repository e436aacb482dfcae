import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { copyText } from '../../core/ui/copy.ts'
import { usePageContext, usePageGraph } from '../page/page-context.tsx'
import { type Edit, orphaned } from './edits.ts'
import { partText, partTitle } from './values.ts'

/** The input for artefacts that somebody deleted while the user typed: to copy, or to discard (rule GRAPH-UI-5). */
export function OrphanedEdits() {
  const { edits } = usePageContext()
  const all = useStore(edits.state, (state) => state.all)
  const artefacts = usePageGraph((graph) => graph.artefacts)
  const isWhole = usePageGraph((graph) => graph.isWhole)
  const found = useMemo(() => orphaned(all, { artefacts, isWhole }), [all, artefacts, isWhole])
  return found.map((edit) => <OrphanedEdit key={`${edit.uuid} ${edit.part}`} edit={edit} />)
}

function OrphanedEdit({ edit: { uuid, kind, code, part, draft } }: { readonly edit: Edit }) {
  const { edits } = usePageContext()
  const words = partText(kind, part, draft)
  return (
    <div className="gr-outdated gr-orphaned" role="alert">
      <p>
        <b>{code}</b> was deleted while you changed {partTitle(kind, part).toLowerCase()}. Your input:
      </p>
      <blockquote>{words || 'nothing'}</blockquote>
      <Button size="small" variant="outlined" onClick={() => copyText(words)}>
        Copy
      </Button>{' '}
      <Button size="small" variant="minimal" onClick={() => edits.cancel(uuid, part)}>
        Discard
      </Button>
    </div>
  )
}
