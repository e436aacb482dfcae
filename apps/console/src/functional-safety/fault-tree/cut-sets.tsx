import { HTMLSelect } from '@blueprintjs/core'
import { LayoutHierarchyIcon } from '@blueprintjs/icons'
import type { CutSet } from '@carapace/shared/graph/fault-tree/analysis'
import { useMemo } from 'react'
import { type Column, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { useDraft } from '../../core/ui/use-draft.ts'
import { Segments } from '../../graph/editing/segments.tsx'
import type { AnalysisSettings, TreeAnalysis } from './analysis/use-analysis.ts'
import { useFaultTreeContext } from './editor-context.ts'
import { scientific } from './words.ts'

interface SetRow {
  readonly key: string
  readonly number: number
  readonly set: CutSet
}

/** The minimal cut sets by order or by probability; selecting one highlights it in the tree (rule FTA-UI-11). */
export function CutSets() {
  const { analysis } = useFaultTreeContext()
  const { sets, chosen, choose, events, result, more } = analysis
  const rows = useMemo(() => sets.map((set, at): SetRow => ({ key: String(at), number: at + 1, set })), [sets])
  const columns = useMemo(() => columnsOf(events, result), [events, result])
  return (
    <>
      <SetTools analysis={analysis} />
      <DataTable
        id="fault-tree-cut-sets"
        label="Minimal cut sets"
        columns={columns}
        rows={result ? rows : analysis.trouble === undefined ? undefined : []}
        keyOf={({ key }) => key}
        rowHeight={28}
        onOpen={({ set }) => choose(set === chosen ? undefined : set)}
        onEnd={more}
        selectedKey={chosen === undefined ? '' : String(sets.indexOf(chosen))}
        empty={
          <EmptyState icon={<LayoutHierarchyIcon size={24} />} title="No cut sets">
            {result && !result.sets.complete
              ? 'None is known within the limits of time and memory.'
              : 'No combination of events within the cut-offs makes the top event occur.'}
          </EmptyState>
        }
      />
    </>
  )
}

function columnsOf(events: TreeAnalysis['events'], result: TreeAnalysis['result']): readonly Column<SetRow>[] {
  const named = ({ set }: SetRow) =>
    set.events.map((name) => [name, events.get(name)?.title].filter(Boolean).join(' ')).join(' · ')
  const top = result?.probability?.exact ?? result?.probability?.upper
  return [
    { key: 'number', title: 'No.', width: 56, numeric: true, always: true, render: ({ number }) => number },
    { key: 'order', title: 'Order', width: 56, numeric: true, render: ({ set }) => set.events.length },
    {
      key: 'events',
      title: 'Events',
      width: 260,
      grow: 1,
      always: true,
      render: (row) =>
        row.set.events.length === 0 ? (
          'none: the top event occurs in any case'
        ) : (
          <>
            {row.set.events.map((name, at) => (
              <span key={name}>
                {at > 0 && ' · '}
                <span className="mono">{name}</span> <span className="ft-second">{events.get(name)?.title}</span>
              </span>
            ))}
          </>
        ),
      text: named,
    },
    {
      key: 'probability',
      title: 'Probability',
      width: 96,
      numeric: true,
      priority: 1,
      render: ({ set }) => (result?.probability ? scientific(set.probability, 3) : ''),
    },
    {
      key: 'share',
      title: 'Of top',
      width: 72,
      numeric: true,
      priority: 2,
      render: ({ set }) =>
        result?.probability && top !== undefined && top > 0 ? `${((100 * set.probability) / top).toFixed(1)} %` : '',
    },
  ]
}

const times = [2, 10, 30, 120, 600] as const

function SetTools({ analysis: { settings, setSettings, result } }: { readonly analysis: TreeAnalysis }) {
  const { cutOff, by, milliseconds } = settings
  const set = (change: Partial<AnalysisSettings>) => setSettings({ ...settings, ...change })
  return (
    <div className="ft-tools">
      <Segments
        look="switch"
        label="Order of cut sets"
        segments={[
          { key: 'probability', label: 'Most probable first' },
          { key: 'order', label: 'Smallest first' },
        ]}
        chosen={result && !result.probability ? 'order' : by}
        disabled={result !== undefined && !result.probability}
        onChoose={(key) => set({ by: key })}
      />
      <CutOffInput
        label="Order at most"
        value={cutOff.order}
        isFit={(value) => Number.isInteger(value) && value >= 1 && value <= 1_000}
        onChange={(order) => set({ cutOff: cutOffWith(cutOff, { order }) })}
      />
      <CutOffInput
        label="Probability at least"
        value={cutOff.probability}
        isFit={(value) => value >= 0 && value <= 1}
        onChange={(probability) => set({ cutOff: cutOffWith(cutOff, { probability }) })}
      />
      <label className="te-row">
        <span className="te-label">Time limit</span>
        <HTMLSelect
          className="ft-limit"
          value={milliseconds}
          options={times.map((seconds) => ({
            value: seconds * 1_000,
            label: seconds < 60 ? `${seconds} s` : `${seconds / 60} min`,
          }))}
          onChange={(event) => set({ milliseconds: Number(event.currentTarget.value) })}
        />
      </label>
    </div>
  )
}

type CutOff = AnalysisSettings['cutOff']

function cutOffWith(
  before: CutOff,
  change: { readonly order?: number | undefined; readonly probability?: number | undefined },
): CutOff {
  const { order, probability } = { ...before, ...change }
  return { ...(order !== undefined && { order }), ...(probability !== undefined && { probability }) }
}

interface CutOffInputProps {
  readonly label: string
  readonly value: number | undefined
  readonly isFit: (value: number) => boolean
  readonly onChange: (value: number | undefined) => void
}

/** A number that may be empty; one that does not fit is put back. */
function CutOffInput({ label, value, isFit, onChange }: CutOffInputProps) {
  const [draft, setDraft, written] = useDraft()
  const commit = () => {
    const text = written()?.trim()
    setDraft(undefined)
    if (text === undefined) return
    if (text === '') onChange(undefined)
    else if (isFit(Number(text))) onChange(Number(text))
  }
  return (
    <label className="te-row">
      <span className="te-label">{label}</span>
      <input
        className="bp6-input num ft-number"
        inputMode="decimal"
        placeholder="no limit"
        maxLength={12}
        value={draft ?? value ?? ''}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </label>
  )
}
