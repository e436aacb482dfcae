import { Button } from '@blueprintjs/core'
import { type Artefact, getArtefacts, getImpact, type Link } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type ReactNode, useState } from 'react'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { type TraceProviderProps, useKindParts } from '../page/kind-parts.ts'
import { tried, usePageContext, usePageGraph } from '../page/page-context.tsx'
import { nodeOf } from '../store/graph-state.ts'
import { NodeLink } from '../links/node-link.tsx'
import { type ChainNode, chainOf, type ChainStage } from './chain.ts'
import { useAgain } from './use-detail.ts'

/** Number of artefacts per stage that are shown at first. */
const shownAtOnce = 3

/** Maximum depth of the chain in steps, including requirements that refine others. */
const deepest = 8

/**
 * The trace of an artefact, from the item to the verification. Suspect links are dashed, and are confirmed here (rule
 * GRAPH-UI-13).
 */
export function Trace({ artefact }: { readonly artefact: Artefact }) {
  const { upstream, downstream, problem, refetch } = useReach(artefact.uuid)
  const { stages, chainEnds, traceFeet } = useKindParts()
  const chain = upstream && downstream ? chainOf(nodeOf(artefact), upstream, downstream, stages) : []
  const { artefacts, links } = useFacts(chain)
  return (
    <Providers artefact={artefact} chain={chain} artefacts={artefacts} links={links}>
      {chain.length > 0 ? (
        <>
          <ol className="gr-chain" aria-label="Trace">
            {chain.map((stage) => (
              <StageItems key={stage.key} artefact={artefact} stage={stage} chain={chain} artefacts={artefacts} />
            ))}
            {chainEnds.map((End, index) => (
              <End key={index} artefact={artefact} />
            ))}
          </ol>
          {chain.length === 1 && (
            <p className="c-note gr-chain-alone">Nothing is linked with it yet. Link it in Details.</p>
          )}
          {traceFeet.map((Foot, index) => (
            <Foot key={index} artefact={artefact} />
          ))}
        </>
      ) : problem === undefined ? (
        <SkeletonRows rows={8} columns={['120px', '1fr']} />
      ) : (
        <ErrorState title="The trace did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
    </Providers>
  )
}

/** The modules' providers around a trace, each nested in the one before. */
function Providers({ children, ...read }: TraceProviderProps) {
  return useKindParts().traceProviders.reduceRight<ReactNode>(
    (inner, Provider) => <Provider {...read}>{inner}</Provider>,
    children,
  )
}

function useReach(uuid: string) {
  const up = useEndpoint(getImpact, { uuid, direction: 'upstream', depth: deepest, limit: 1_000 })
  const down = useEndpoint(getImpact, { uuid, direction: 'downstream', depth: deepest, limit: 1_000 })
  const refetch = () => (up.refetch(), down.refetch())
  useAgain(up.refetch)
  useAgain(down.refetch)
  return { upstream: up.data, downstream: down.data, problem: up.problem ?? down.problem, refetch }
}

/** The artefacts of kinds that have a trace fact, with their fields and links. */
function useFacts(chain: readonly ChainStage[]): {
  readonly artefacts: ReadonlyMap<string, Artefact>
  readonly links: readonly Link[]
} {
  const {
    program: { programUuid },
  } = usePageContext()
  const { traceFacts } = useKindParts()
  const own = usePageGraph((graph) => graph.artefacts)
  const wanted = chain
    .flatMap(({ nodes }) => nodes.slice(0, 20))
    .filter(({ kind, uuid }) => traceFacts[kind] && !own.has(uuid))
    .map(({ uuid }) => uuid)
    .slice(0, 200)
  const { data } = useEndpoint(
    getArtefacts,
    { program_uuid: programUuid, uuids: wanted.join(',') },
    { enabled: wanted.length > 0 },
  )
  const artefacts = new Map([...own, ...(data?.artefacts ?? []).map((each) => [each.uuid, each] as const)])
  return { artefacts, links: data?.links ?? [] }
}

interface StageItemsProps {
  readonly artefact: Artefact
  readonly stage: ChainStage
  readonly chain: readonly ChainStage[]
  readonly artefacts: ReadonlyMap<string, Artefact>
}

function StageItems({ artefact, stage, chain, artefacts }: StageItemsProps) {
  const { key, title, nodes, isHere } = stage
  const { traceFacts, stageNotes, belowStage } = useKindParts()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? nodes : nodes.slice(0, shownAtOnce)
  const Note = stageNotes[key]
  return (
    <>
      {shown.map((node, place) => {
        const Fact = traceFacts[node.kind]
        return (
          <ChainItem
            key={node.uuid}
            node={node}
            title={place === 0 ? title : undefined}
            note={Note && <Note artefact={artefact} />}
            isHere={isHere && place === 0}
          >
            {Fact && <Fact node={node} artefact={artefacts.get(node.uuid)} />}
          </ChainItem>
        )
      })}
      {shown.length < nodes.length && (
        <li className="gr-chain-more">
          <button type="button" onClick={() => setWhole(true)}>
            {nodes.length - shown.length} more
          </button>
        </li>
      )}
      {belowStage.map((Below, index) => (
        <Below key={index} artefact={artefact} stage={stage} chain={chain} />
      ))}
    </>
  )
}

interface ChainItemProps {
  readonly node: ChainNode
  readonly title: string | undefined
  /** Shown beside the title. */
  readonly note: ReactNode
  readonly isHere: boolean
  readonly children: ReactNode
}

function ChainItem({ node, title, note, isHere, children }: ChainItemProps) {
  const [suspect] = node.suspects
  return (
    <li
      className={['gr-chain-item', isHere && 'gr-chain-here', suspect && 'gr-chain-suspect'].filter(Boolean).join(' ')}
      aria-current={isHere ? 'true' : undefined}
    >
      {(title !== undefined || suspect || isHere) && (
        <span className="gr-chain-title">
          {title}
          {isHere ? <span className="gr-chain-note">this record</span> : note}
          {!isHere && suspect && (
            <span className="gr-chain-doubt" title={suspect.suspect ?? ''}>
              suspect: {suspect.suspect}
            </span>
          )}
        </span>
      )}
      <span className="gr-chain-line">
        <span className="gr-chain-name">
          {isHere ? (
            <>
              <span className="mono">{node.code}</span> <b>{node.title}</b>
            </>
          ) : (
            <NodeLink node={node} className="gr-chain-link">
              <span className="mono">{node.code}</span> {node.title}
            </NodeLink>
          )}
        </span>
        {suspect ? <ConfirmButton node={node} /> : children}
      </span>
      {isHere && suspect && <span className="gr-chain-doubt">suspect: {suspect.suspect}</span>}
    </li>
  )
}

/** Confirms that an artefact with a suspect link is still valid. */
function ConfirmButton({ node: { suspects, code } }: { readonly node: ChainNode }) {
  const { program, refusal } = usePageContext()
  const [busy, setBusy] = useState(false)
  if (refusal !== undefined) return null
  const confirm = async () => {
    setBusy(true)
    await tried(() => program.confirm(suspects.map(({ uuid }) => uuid)))
    setBusy(false)
  }
  return (
    <Button
      size="small"
      variant="outlined"
      loading={busy}
      text="Confirm"
      aria-label={`Confirm that ${code} still holds`}
      onClick={() => void confirm()}
    />
  )
}
