import { DuplicateIcon, TrashIcon } from '@blueprintjs/icons'
import { readGraph } from '@carapace/shared/msoc/playbooks/graph'
import { isNodeType } from '@carapace/shared/msoc/playbooks/node-settings'
import { nodeTypes, portsOf } from '@carapace/shared/msoc/playbooks/node-types'
import type { PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'
import { readableBy } from '@carapace/shared/msoc/playbooks/readable'
import { listPlaybookSecrets } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useEndpoint } from '../../../core/call/query.ts'
import { LineField } from '../../../core/ui/field.tsx'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { pathsOf } from '../fields/completion.ts'
import { type FieldContext, FieldContextProvider } from '../fields/field-context.ts'
import { Mistakes, NodeForm } from '../fields/node-form.tsx'
import { titleOf } from '../graph/card.tsx'
import { edgeKey, justNode } from '../graph/graph-canvas.tsx'
import { NodeIcon } from '../node-icons.tsx'
import { portText } from '../words.ts'
import { duplicateChosen, removeChosen } from './actions.ts'
import { useEditorContext } from './editor-context.ts'
import { changed, whyNotConnected, withEdge, withoutEdge } from './edits.ts'
import { RetryFields } from './retry-fields.tsx'

/** The settings of the chosen step (rule PLAYBOOK-UI-15). */
export function StepPanel({ node }: { readonly node: PlaybookNode }) {
  const context = useEditorContext()
  const { store, refusal } = context
  const declared = isNodeType(node.type) ? nodeTypes[node.type] : undefined
  const change = (label: string, key: string, next: Partial<PlaybookNode>) =>
    store.edit(label, (graph) => changed(graph, node.id, next), `${node.id} ${key}`)
  const isAction = declared !== undefined && declared.effect !== 'flow' && declared.effect !== 'waits'
  return (
    <FieldContextProvider value={useFields(node)}>
      <header className="pb-panel-head">
        <div className="pb-panel-id">
          <NodeIcon type={node.type} />
          <span>{declared?.title ?? node.type}</span>
          <span className="mono pb-id">{node.id}</span>
          <span className="pb-panel-tools">
            <IconButton
              size="small"
              icon={<DuplicateIcon size={14} />}
              label="Duplicate"
              keys="d"
              disabled={refusal !== undefined}
              onClick={() => duplicateChosen(context)}
            />
            <IconButton
              size="small"
              icon={<TrashIcon size={14} />}
              label="Remove"
              keys="Delete"
              disabled={refusal !== undefined}
              onClick={() => removeChosen(context)}
            />
          </span>
        </div>
        <h2>{titleOf(node)}</h2>
        <p className="c-note">{declared?.summary ?? 'This console does not know this type of step.'}</p>
      </header>
      <div className="pb-panel-body c-form" key={node.id} data-step={node.id}>
        <Mistakes name="" />
        <LineField
          label="Title"
          placeholder={declared?.title ?? ''}
          maxLength={100}
          autoComplete="off"
          disabled={refusal !== undefined}
          value={node.title}
          onChange={(title) => change('Title of a step', 'title', { title })}
        />
        <NodeForm
          node={node}
          fields={declared?.fields ?? []}
          onChange={(name, value) =>
            change('Settings of a step', name, { settings: { ...node.settings, [name]: value } })
          }
        />
        {isAction && (
          <RetryFields
            retry={node.retry}
            isReadOnly={refusal !== undefined}
            onChange={(retry) => change('Retries of a step', 'retry', { retry })}
          />
        )}
        <Exits node={node} />
      </div>
    </FieldContextProvider>
  )
}

function useFields(node: PlaybookNode): FieldContext {
  const { store, problems, refusal } = useEditorContext()
  const { graph, trigger } = useStore(store, ({ shown }) => shown)
  const { data } = useEndpoint(listPlaybookSecrets, {})
  const paths = useMemo(() => pathsOf(readableBy(readGraph(graph), trigger, node.id)), [graph, trigger, node.id])
  const mistakes = useMemo(
    () =>
      problems
        .filter((problem) => problem.node === node.id)
        .map(({ field, message }) => ({ field: field ?? '', message })),
    [problems, node.id],
  )
  const secrets = useMemo(() => (data?.secrets ?? []).map(({ name }) => name), [data])
  return { paths, secrets, isReadOnly: refusal !== undefined, mistakes }
}

/** The exits with the steps that follow: each can be visited or disconnected without the canvas. */
function Exits({ node }: { readonly node: PlaybookNode }) {
  const { store, choose, refusal } = useEditorContext()
  const { graph } = useStore(store, ({ shown }) => shown)
  const ports = portsOf(node)
  if (ports.length === 0) return null
  return (
    <section className="pb-section" aria-label="Exits">
      <h3>Exits</h3>
      {ports.map((port) => {
        const edges = graph.edges.filter((edge) => edge.from === node.id && edge.port === port)
        return (
          <div key={port} className="pb-exit-row">
            <span className="pb-exit-name">{portText(port)}</span>
            <span className="pb-exit-targets">
              {edges.length === 0 && <span className="c-note">{port === 'error' ? 'fails the run' : 'ends here'}</span>}
              {edges.map((edge) => {
                const target = graph.nodes.find(({ id }) => id === edge.to)
                const name = target === undefined ? edge.to : titleOf(target)
                return (
                  <span key={edgeKey(edge)} className="pb-exit-target">
                    <button type="button" className="pb-text-button" onClick={() => choose(justNode(edge.to))}>
                      {name}
                    </button>
                    {refusal === undefined && (
                      <button
                        type="button"
                        className="pb-text-button pb-quiet"
                        aria-label={`Disconnect ${name}`}
                        title="Disconnect"
                        onClick={() => store.edit('Remove a connection', (now) => withoutEdge(now, edge))}
                      >
                        ×
                      </button>
                    )}
                  </span>
                )
              })}
              <ConnectTo node={node} port={port} />
            </span>
          </div>
        )
      })}
    </section>
  )
}

/** Connects an exit by keyboard: a list of the steps to which it may lead. */
function ConnectTo({ node, port }: { readonly node: PlaybookNode; readonly port: string }) {
  const { store, refusal } = useEditorContext()
  const { graph } = useStore(store, ({ shown }) => shown)
  if (refusal !== undefined) return null
  const targets = graph.nodes.filter(({ id }) => whyNotConnected(graph, { from: node.id, port, to: id }) === undefined)
  if (targets.length === 0) return null
  return (
    <select
      className="pb-connect"
      aria-label={`Connect ${portText(port)} to`}
      value=""
      onChange={({ target }) =>
        store.edit('Connect', (now) => withEdge(now, { from: node.id, port, to: target.value }))
      }
    >
      <option value="">connect to …</option>
      {targets.map((target) => (
        <option key={target.id} value={target.id}>
          {titleOf(target)}
        </option>
      ))}
    </select>
  )
}
