import { Button, HTMLSelect } from '@blueprintjs/core'
import { CrossIcon, TrashIcon } from '@blueprintjs/icons'
import { type CommonCauseGroup, commonCauseModels } from '@carapace/shared/functional-safety/fault-tree/tree'
import { useMemo, useState } from 'react'
import { useFaultTreeContext } from './editor-context.ts'
import { freshId, groupOf, isEvent, mostFactors, withGroup, withoutGroup } from './edits.ts'
import { ExpressionField, FormulaInput } from './expression-field.tsx'
import { Picker } from './node-picker.tsx'

const newGroup = (): CommonCauseGroup => ({
  id: freshId('CC'),
  title: '',
  note: '',
  model: 'beta-factor',
  members: [],
  total: 1e-6,
  factors: [0.1],
  staggered: false,
})

/** The common-cause groups of the tree: events that may fail together (rules FTA-6, FTA-20 to FTA-24). */
export function CommonCauses() {
  const { tree, refusal } = useFaultTreeContext()
  const [chosenId, choose] = useState<string>()
  // a group is stored with its second member
  const [draft, setDraft] = useState<CommonCauseGroup>()
  const chosen = tree.groups.find(({ id }) => id === chosenId) ?? (draft?.id === chosenId ? draft : undefined)
  return (
    <div className="ft-groups">
      <ul className="ft-list" aria-label="Common-cause groups">
        {tree.groups.map(({ id, title, model, members }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === chosenId} onClick={() => choose(id)}>
              <span className="mono">{id}</span> {title}
              <span className="ft-second">
                {model}, {members.length} events
              </span>
            </button>
          </li>
        ))}
        <li>
          <Button
            size="small"
            variant="minimal"
            disabled={refusal !== undefined}
            onClick={() => {
              const group = newGroup()
              setDraft(group)
              choose(group.id)
            }}
          >
            New group
          </Button>
        </li>
      </ul>
      {chosen ? (
        <GroupEditor
          key={chosen.id}
          group={chosen}
          isStored={chosen !== draft}
          onDraft={setDraft}
          onRemoved={() => choose(undefined)}
        />
      ) : (
        <p className="c-note">Events that may fail of one cause are computed together: choose a group, or make one.</p>
      )}
    </div>
  )
}

interface GroupEditorProps {
  readonly group: CommonCauseGroup
  readonly isStored: boolean
  readonly onDraft: (group: CommonCauseGroup) => void
  readonly onRemoved: () => void
}

function GroupEditor({ group, isStored, onDraft, onRemoved }: GroupEditorProps) {
  const { tree, run, refusal } = useFaultTreeContext()
  const { id, model, members, total, factors, staggered } = group
  const isReadOnly = refusal !== undefined
  const items = useMemo(
    () =>
      tree.nodes
        .filter((node) => isEvent(node) && groupOf(tree, node.id) === undefined && !members.includes(node.id))
        .map((node) => ({ id: node.id, text: `${node.id} ${node.title}` })),
    [tree, members],
  )
  const set = (change: Partial<CommonCauseGroup>) => {
    const next = { ...group, ...change }
    if (isStored || next.members.length >= 2) run(`Common causes ${id}`, (now) => withGroup(now, next))
    else onDraft(next)
  }
  const firstLevel = model === 'MGL' || model === 'beta-factor' ? 2 : 1
  return (
    <div className="ft-group">
      <div className="te-row">
        <HTMLSelect
          aria-label="Model of common causes"
          disabled={isReadOnly}
          value={model}
          options={[...commonCauseModels]}
          onChange={(event) => {
            const next = event.currentTarget.value as CommonCauseGroup['model']
            const most = Math.max(1, mostFactors(next, members.length))
            set({ model: next, factors: factors.slice(0, most), staggered: next === 'alpha-factor' && staggered })
          }}
        />
        {model === 'alpha-factor' && (
          <label className="te-row">
            <input
              type="checkbox"
              checked={staggered}
              disabled={isReadOnly}
              onChange={(event) => set({ staggered: event.target.checked })}
            />
            from staggered tests
          </label>
        )}
        <Button
          className="ft-end"
          size="small"
          variant="minimal"
          icon={<TrashIcon />}
          aria-label={`Remove the group ${id}`}
          disabled={isReadOnly}
          onClick={() => {
            if (!isStored || run(`Remove ${id}`, (now) => withoutGroup(now, id))) onRemoved()
          }}
        />
      </div>
      <ExpressionField
        label="Probability of each member"
        value={total}
        isReadOnly={isReadOnly}
        onChange={(value) => set({ total: value })}
      />
      <div className="ft-arguments">
        {factors.map((factor, at) => (
          <FormulaInput
            key={at}
            label={model === 'beta-factor' ? 'Beta' : `Factor of ${firstLevel + at}`}
            value={factor}
            isReadOnly={isReadOnly}
            onChange={(value) => set({ factors: factors.with(at, value) })}
          />
        ))}
        {factors.length < mostFactors(model, members.length) && (
          <Button
            size="small"
            variant="minimal"
            disabled={isReadOnly}
            onClick={() => set({ factors: [...factors, 0] })}
          >
            Next level
          </Button>
        )}
        {factors.length > 1 && (
          <Button
            size="small"
            variant="minimal"
            disabled={isReadOnly}
            onClick={() => set({ factors: factors.slice(0, -1) })}
          >
            Without the last level
          </Button>
        )}
      </div>
      <ul className="ft-members" aria-label="Members">
        {members.map((member) => (
          <li key={member} className="mono">
            {member}
            <Button
              size="small"
              variant="minimal"
              icon={<CrossIcon size={12} />}
              aria-label={`Take ${member} out of the group`}
              disabled={isReadOnly || (isStored && members.length <= 2)}
              onClick={() => {
                const left = members.filter((each) => each !== member)
                set({ members: left, factors: factors.slice(0, Math.max(1, mostFactors(model, left.length))) })
              }}
            />
          </li>
        ))}
      </ul>
      <Picker
        label={members.length < 2 ? 'Add two events or more' : 'Add an event'}
        items={items}
        isReadOnly={isReadOnly}
        onPick={(member) => set({ members: [...members, member] })}
      />
    </div>
  )
}
