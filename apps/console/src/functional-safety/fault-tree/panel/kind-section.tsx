import { HTMLSelect } from '@blueprintjs/core'
import type { FaultNode, GateNode, TransferNode } from '@carapace/shared/functional-safety/fault-tree/tree'
import { Link } from '@tanstack/react-router'
import { toast } from '../../../core/ui/toast.ts'
import { Segments } from '../../../graph/editing/segments.tsx'
import { placeOf } from '../../../graph/page/page-context.tsx'
import { useGraph } from '../../../graph/store/program-store.ts'
import { useFaultTreeContext } from '../editor-context.ts'
import { asEvent, turnedInto, withNode } from '../edits.ts'
import { kindWords } from '../words.ts'
import { IdInput, Section } from './section.tsx'

export function KindSection({ node }: { readonly node: Exclude<FaultNode, GateNode> }) {
  const { run, refusal, program, artefact } = useFaultTreeContext()
  const other = useGraph(program, ({ artefacts }) =>
    [...artefacts.values()].find(({ kind, uuid }) => kind === 'fault-tree' && uuid !== artefact.uuid),
  )
  const words = { id: node.id, title: node.title, note: node.note }
  const turn = (kind: Exclude<FaultNode['kind'], 'gate'>) => {
    if (kind === node.kind) return
    if (kind === 'transfer' && !other) return toast.error('The program has no other fault tree to transfer in.')
    const next: FaultNode =
      kind === 'house'
        ? { ...words, kind, state: true }
        : kind === 'transfer'
          ? { ...words, kind, tree: other!.uuid }
          : asEvent(node, kind)
    run(`Make ${node.id} a ${kindWords[kind].toLowerCase()}`, (now) => turnedInto(now, node.id, next))
  }
  return (
    <Section title="Kind">
      <HTMLSelect
        fill
        aria-label="Kind of node"
        disabled={refusal !== undefined}
        value={node.kind}
        options={(['basic', 'undeveloped', 'conditioning', 'house', 'transfer'] as const).map((value) => ({
          value,
          label: kindWords[value],
        }))}
        onChange={(event) => turn(event.currentTarget.value as typeof node.kind)}
      />
      {node.kind === 'house' && (
        <Segments
          look="wide"
          label="State of the house event"
          segments={[
            { key: 'on', label: 'Occurred' },
            { key: 'off', label: 'Not occurred' },
          ]}
          chosen={node.state ? 'on' : 'off'}
          disabled={refusal !== undefined}
          onChoose={(key) =>
            run(`State of ${node.id}`, (now) => withNode(now, node.id, () => ({ ...node, state: key === 'on' })))
          }
        />
      )}
    </Section>
  )
}

export function TransferSection({ node }: { readonly node: TransferNode }) {
  const { program, artefact, run, refusal } = useFaultTreeContext()
  const artefacts = useGraph(program, (graph) => graph.artefacts)
  const trees = [...artefacts.values()].filter(({ kind, uuid }) => kind === 'fault-tree' && uuid !== artefact.uuid)
  const target = artefacts.get(node.tree)
  const place = target && placeOf(program.programUuid, target)
  const set = (change: Partial<TransferNode>) =>
    run(`Transfer ${node.id}`, (now) =>
      withNode(now, node.id, () => {
        const { node: _inner, ...rest } = node
        return { ...rest, ...change }
      }),
    )
  return (
    <Section title="Transferred from">
      <HTMLSelect
        fill
        aria-label="Tree that is transferred in"
        disabled={refusal !== undefined}
        value={node.tree}
        options={[
          ...(target ? [] : [{ value: node.tree, label: 'A removed tree' }]),
          ...trees.map(({ uuid, code, title }) => ({ value: uuid, label: `${code} ${title}` })),
        ]}
        onChange={(event) => set({ tree: event.currentTarget.value })}
      />
      <IdInput
        key={node.node ?? ''}
        label="Node of it; empty: its top event"
        id={node.node ?? ''}
        isReadOnly={refusal !== undefined}
        onChange={(inner) => set(inner === '' ? {} : { node: inner })}
      />
      {place && <Link {...(place as object as { to: '.' })}>Open {target.code}</Link>}
    </Section>
  )
}
