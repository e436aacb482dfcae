import { Button, HTMLSelect, TextArea } from '@blueprintjs/core'
import { CrossIcon, TrashIcon } from '@blueprintjs/icons'
import type { EventNode, FaultNode, GateNode, TransferNode } from '@carapace/shared/functional-safety/fault-tree/tree'
import { nodeId } from '@carapace/shared/functional-safety/fault-tree/tree'
import { fitOfRatePerHour } from '@carapace/shared/functional-safety/fault-tree/event-models'
import { rateOf } from '@carapace/shared/functional-safety/fault-tree/expression'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { number } from '../../core/format/format.ts'
import { toast } from '../../core/ui/toast.ts'
import { useDraft } from '../../core/ui/use-draft.ts'
import { Segments } from '../../graph/editing/segments.tsx'
import { placeOf } from '../../graph/page/page-context.tsx'
import { useGraph } from '../../graph/store/program-store.ts'
import { useFaultTreeContext } from './editor-context.ts'
import {
  asEvent,
  gatesFor,
  groupOf,
  isEvent,
  nodeOf,
  possibleParts,
  renamed,
  turnedInto,
  usesOf,
  withGate,
  withNode,
  withoutPart,
  withPart,
  withWords,
} from './edits.ts'
import { ModelEditor } from './expression-field.tsx'
import { Picker } from './node-picker.tsx'
import type { FaultPlace } from './places.ts'
import { removeNode } from './use-keys.ts'
import { gateMeanings, gateWords, kindWords, measureText, scientific, usedText } from './words.ts'

interface PlaceProps {
  readonly place: FaultPlace
}

/** Shows and edits the selected node. */
export function NodePanel({ place }: PlaceProps) {
  const { node } = place
  return (
    <aside className="te-panel" aria-label={`Node ${node.id}`}>
      <PanelHead key={place.key} place={place} />
      <div className="te-panel-body" key={`of ${node.id}`}>
        {node.kind === 'gate' ? <GateSection node={node} /> : <KindSection node={node} />}
        {node.kind === 'transfer' && <TransferSection node={node} />}
        {isEvent(node) && <ProbabilitySection node={node} />}
        {isEvent(node) && <FailureSection node={node} />}
        <ImportanceSection node={node} />
        <MoreSection node={node} />
      </div>
    </aside>
  )
}

function PanelHead({ place }: PlaceProps) {
  const context = useFaultTreeContext()
  const { tree, select, refusal, run } = context
  const { node, parent } = place
  const used = usedText(usesOf(tree, node.id))
  const [draft, setDraft, written] = useDraft()
  const commit = () => {
    const title = written()?.trim()
    setDraft(undefined)
    if (title !== undefined && title !== node.title)
      run(`Rename ${node.id}`, (now) => withWords(now, node.id, { title }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Escape') setDraft(undefined)
    else commit()
    focusCard()
  }
  return (
    <header className="te-panel-head">
      <div className="te-panel-id">
        <span className="mono">{node.id}</span>
        <span>{parent === undefined ? 'Top event' : kindWords[node.kind]}</span>
        {used !== undefined && <span className="te-used">{used}</span>}
        <span className="te-panel-tools">
          {parent !== undefined && (
            <Button
              variant="minimal"
              size="small"
              icon={<TrashIcon />}
              aria-label={used === undefined ? 'Remove the node' : 'Remove the node from here'}
              disabled={refusal !== undefined}
              onClick={() => removeNode(context, place)}
            />
          )}
          <Button
            variant="minimal"
            size="small"
            icon={<CrossIcon />}
            aria-label="Close"
            onClick={() => select(undefined)}
          />
        </span>
      </div>
      <input
        id="ft-title"
        className="te-title-field"
        aria-label="Text of the node"
        placeholder={node.id}
        maxLength={200}
        value={draft ?? node.title}
        readOnly={refusal !== undefined}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
    </header>
  )
}

/** Moves the focus back to the card, where keys navigate the tree. */
function focusCard(): void {
  document.querySelector<HTMLElement>('.te-canvas .react-flow__node.selected')?.focus({ preventScroll: true })
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="te-section" aria-label={title}>
      <header>
        <h3>{title}</h3>
      </header>
      {children}
    </section>
  )
}

/** The maximum number of inputs that the panel lists: the canvas has them all. */
const mostListed = 40

function GateSection({ node }: { readonly node: GateNode }) {
  const { tree, run, refusal, reveal } = useFaultTreeContext()
  const { id, gate, least, parts } = node
  const isReadOnly = refusal !== undefined
  const fitting = gatesFor(parts.length)
  const kinds = fitting.includes(gate) ? fitting : [...fitting, gate]
  const items = useMemo(
    () => possibleParts(tree, id).map((each) => ({ id: each.id, text: `${each.id} ${each.title}` })),
    [tree, id],
  )
  return (
    <Section title="Gate">
      <Segments
        look="wide"
        label="Kind of gate"
        segments={kinds.map((key) => ({ key, label: gateWords[key], help: gateMeanings[key] }))}
        chosen={gate}
        disabled={isReadOnly}
        onChoose={(key) => run(`Make ${id} ${gateWords[key]}`, (now) => withGate(now, id, key))}
      />
      <p className="c-note">{gateMeanings[gate]}</p>
      {gate === 'at-least' && (
        <label className="te-row">
          <input
            className="bp6-input ft-least num"
            type="number"
            aria-label="How many inputs at least"
            min={1}
            max={parts.length}
            readOnly={isReadOnly}
            value={least}
            onChange={(event) =>
              event.target.value !== '' &&
              run(`Number of ${id}`, (now) => withGate(now, id, 'at-least', Number(event.target.value)))
            }
          />
          of {parts.length} inputs
        </label>
      )}
      <ul className="ft-inputs" aria-label="Inputs">
        {parts.slice(0, mostListed).map((part, at) => {
          const title = nodeOf(tree, part)?.title
          return (
            <li key={part} className="te-row">
              <button type="button" className="ft-link te-grow" onClick={() => reveal(part)}>
                <span className="mono te-code">{part}</span> {title}
              </button>
              {gate === 'inhibit' && at === parts.length - 1 && <span className="te-used">condition</span>}
              <Button
                variant="minimal"
                size="small"
                icon={<CrossIcon size={12} />}
                aria-label={`Take ${part} off`}
                disabled={isReadOnly}
                onClick={() => run(`Remove ${part}`, (now) => withoutPart(now, id, part))}
              />
            </li>
          )
        })}
        {parts.length > mostListed && <li className="c-note">and {number(parts.length - mostListed)} more</li>}
      </ul>
      <Picker
        label="Add an existing node"
        items={items}
        isReadOnly={isReadOnly}
        onPick={(part) => run(`Use ${part}`, (now) => withPart(now, id, part))}
      />
    </Section>
  )
}

function KindSection({ node }: { readonly node: Exclude<FaultNode, GateNode> }) {
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

function TransferSection({ node }: { readonly node: TransferNode }) {
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

function ProbabilitySection({ node }: { readonly node: EventNode }) {
  const { tree, run, refusal, analysis } = useFaultTreeContext()
  const group = groupOf(tree, node.id)
  const probability = analysis.events.get(node.id)?.probability
  const rate = useMemo(() => {
    if (node.probability === null) return undefined
    const parameters = new Map(tree.parameters.map(({ id, value }) => [id, value]))
    // parameters that are formulas themselves are left to the analysis
    const parameter = (id: string) => (typeof parameters.get(id) === 'number' ? (parameters.get(id) as number) : NaN)
    return rateOf(node.probability, { missionTime: tree.missionTime, parameter })
  }, [node.probability, tree.parameters, tree.missionTime])
  return (
    <Section title="Probability">
      {group ? (
        <p className="c-note">
          That of the common-cause group {group.id}, which it is a member of: see Common causes below.
        </p>
      ) : (
        <ModelEditor
          value={node.probability}
          isReadOnly={refusal !== undefined}
          onChange={(value) =>
            run(`Probability of ${node.id}`, (now) => withNode(now, node.id, () => ({ ...node, probability: value })))
          }
        />
      )}
      {probability !== undefined && (
        <p className="c-note num">
          {scientific(probability, 3)} at mission time
          {rate !== undefined && Number.isFinite(rate) && `, ${number(fitOfRatePerHour(rate))} FIT`}
        </p>
      )}
    </Section>
  )
}

function FailureSection({ node }: { readonly node: EventNode }) {
  const { program, run, refusal } = useFaultTreeContext()
  const artefacts = useGraph(program, (graph) => graph.artefacts)
  const items = useMemo(
    () =>
      [...artefacts.values()]
        .filter(({ kind }) => kind === 'failure')
        .map(({ uuid, code, title }) => ({ id: uuid, text: `${code} ${title}` })),
    [artefacts],
  )
  const set = (artefact: string | null) =>
    run(`Failure of ${node.id}`, (now) =>
      withNode(now, node.id, () => ({
        ...node,
        artefact,
        title: node.title || (artefact === null ? '' : (artefacts.get(artefact)?.title.slice(0, 200) ?? '')),
      })),
    )
  const linked = node.artefact === null ? undefined : artefacts.get(node.artefact)
  const place = linked && placeOf(program.programUuid, linked)
  return (
    <Section title="Failure that it stands for">
      {node.artefact === null ? (
        <Picker label="Link a failure" items={items} isReadOnly={refusal !== undefined} onPick={set} />
      ) : (
        <div className="te-row">
          {place ? (
            <Link {...(place as object as { to: '.' })} className="te-grow">
              <span className="mono">{linked.code}</span> {linked.title}
            </Link>
          ) : (
            <span className="te-grow">{linked ? `${linked.code} ${linked.title}` : 'A removed artefact'}</span>
          )}
          <Button
            variant="minimal"
            size="small"
            icon={<CrossIcon size={12} />}
            aria-label="Unlink it"
            disabled={refusal !== undefined}
            onClick={() => set(null)}
          />
        </div>
      )}
    </Section>
  )
}

function ImportanceSection({ node }: { readonly node: FaultNode }) {
  const { analysis } = useFaultTreeContext()
  const importance = analysis.events.get(node.id)?.importance
  if (!importance) return null
  const rows = [
    ['Birnbaum', importance.birnbaum],
    ['Criticality', importance.criticality],
    ['Fussell-Vesely', importance.fussellVesely],
    ['Risk achievement worth', importance.riskAchievementWorth],
    ['Risk reduction worth', importance.riskReductionWorth],
  ] as const
  return (
    <Section title={analysis.isOutdated ? 'Importance (outdated)' : 'Importance'}>
      <dl className="ft-facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{measureText(value)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function MoreSection({ node }: { readonly node: FaultNode }) {
  const { run, refusal, tree, reveal } = useFaultTreeContext()
  const [note, setNote] = useState<string>()
  const rename = (to: string) => {
    if (to === node.id) return
    if (!nodeId.safeParse(to).success) return toast.error('Letters, digits, _ and single hyphens; a letter first.')
    if (nodeOf(tree, to)) return toast.error(`There is a node ${to} already.`)
    if (run(`Rename ${node.id} to ${to}`, (now) => renamed(now, node.id, to))) setTimeout(() => reveal(to))
  }
  return (
    <Section title="More">
      <IdInput label="Id" id={node.id} isReadOnly={refusal !== undefined} onChange={rename} />
      <label className="te-label" htmlFor="ft-note">
        Note
      </label>
      <TextArea
        id="ft-note"
        className="te-wide"
        autoResize
        maxLength={2_000}
        readOnly={refusal !== undefined}
        value={note ?? node.note}
        onChange={(event) => setNote(event.target.value)}
        onBlur={() => {
          if (note !== undefined && note !== node.note)
            run(`Note on ${node.id}`, (now) => withWords(now, node.id, { note }))
          setNote(undefined)
        }}
      />
    </Section>
  )
}

interface IdInputProps {
  readonly label: string
  readonly id: string
  readonly isReadOnly: boolean
  readonly onChange: (id: string) => void
}

function IdInput({ label, id, isReadOnly, onChange }: IdInputProps) {
  const [draft, setDraft, written] = useDraft()
  const commit = () => {
    const text = written()?.trim()
    setDraft(undefined)
    if (text !== undefined && text !== id) onChange(text)
  }
  return (
    <label className="ft-field">
      <span className="te-label">{label}</span>
      <input
        className="bp6-input mono"
        maxLength={100}
        spellCheck={false}
        readOnly={isReadOnly}
        value={draft ?? id}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </label>
  )
}
