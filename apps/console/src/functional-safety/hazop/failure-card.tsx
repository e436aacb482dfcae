import { TrashIcon } from '@blueprintjs/icons'
import { failureKind } from '@carapace/shared/functional-safety/kinds/hazard.kinds'
import { line } from '@carapace/shared/graph/artefacts/fields'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useState } from 'react'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { DetailField } from '../../graph/drawer/details.tsx'
import { EditTrouble } from '../../graph/editing/conflict.tsx'
import { Segments } from '../../graph/editing/segments.tsx'
import { LinkButton } from '../../graph/links/link-picker.tsx'
import { linkSide } from '../../graph/links/link-sides.ts'
import { NodeLink } from '../../graph/links/node-link.tsx'
import { setPart, tried, useEdit, usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { linkedWith, nodeOf } from '../../graph/store/graph-state.ts'
import { type Judgement, judgementOf, stateWords } from './grid.ts'

const judgements = (['hazardous', 'harmless', 'not-applicable'] as const).map((key) => ({
  key,
  label: stateWords[key],
}))
const title = line('Malfunction')
const creates = linkSide('failure', 'creates', 'downstream')!

/** One failure: its judgement, reason and effects, edited in place, and the hazards that it creates. */
export function FailureCard({ failure }: { readonly failure: Artefact }) {
  const context = usePageContext()
  const { refusal, program } = context
  const [isRemoving, setRemoving] = useState(false)
  const edit = useEdit(failure.uuid, 'judgement')
  const judgement = edit ? (edit.draft as Judgement | null) : judgementOf(failure)
  const fields = judgement === 'not-applicable' ? (['reason'] as const) : fieldsOf(judgement)
  return (
    <article className="hz-failure" aria-label={`${failure.code} ${failure.title}`}>
      <header>
        <NodeLink node={failure} className="mono" />
        <StatusBadge status={failure.status} />
        {refusal === undefined && (
          <IconButton
            size="small"
            icon={<TrashIcon size={12} />}
            label={`Remove ${failure.code}`}
            onClick={() => setRemoving(true)}
          />
        )}
      </header>
      <Segments
        look="wide"
        label={`Judgement of ${failure.code}`}
        segments={judgements}
        chosen={judgement}
        disabled={refusal !== undefined}
        onChoose={(key) => void setPart(context, failure, 'judgement', key)}
        onTakeAway={() => void setPart(context, failure, 'judgement', null)}
        takenAway="not judged"
      />
      <EditTrouble uuid={failure.uuid} part="judgement" />
      {judgement !== 'not-applicable' && <DetailField artefact={failure} name="@title" field={title} />}
      {fields.map((name) => (
        <DetailField key={name} artefact={failure} name={name} field={failureKind.fields[name]} />
      ))}
      {judgement !== 'not-applicable' && <Hazards failure={failure} />}
      <ConfirmDialog
        isOpen={isRemoving}
        title={`Remove ${failure.code}?`}
        action="Remove"
        isDanger
        onClose={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false)
          void tried(() => program.remove([failure]))
        }}
      >
        Its links end; its history stays. The cell is open again if nothing else was found there.
      </ConfirmDialog>
    </article>
  )
}

/** A reason is needed only for what is not hazardous. */
const fieldsOf = (judgement: Judgement | null) =>
  judgement === 'harmless'
    ? (['reason', 'effect_item', 'effect_vehicle'] as const)
    : (['effect_item', 'effect_vehicle'] as const)

function Hazards({ failure }: { readonly failure: Artefact }) {
  const { refusal } = usePageContext()
  const graph = usePageGraph((state) => state)
  const hazards = linkedWith(graph, failure.uuid, 'downstream', 'creates')
  return (
    <div className="gr-links-side">
      <span className="gr-links-title">
        Hazards
        <LinkButton from={nodeOf(failure)} side={creates} refusal={refusal} />
      </span>
      {hazards.length > 0 && (
        <ul className="hz-hazards">
          {hazards.map(({ link, node }) => (
            <li key={link.uuid} title={link.suspect ?? undefined}>
              <NodeLink node={node} className="gr-chain-link">
                <span className="mono">{node.code}</span> {node.title}
              </NodeLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
