import { Button } from '@blueprintjs/core'
import { AddIcon, PathIcon } from '@blueprintjs/icons'
import { orderStory, type StoryEntry } from '@carapace/shared/msoc/cases/case-story.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { number } from '../../../core/format/format.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { moved, useReorder } from '../../../core/ui/reorder.ts'
import { useCasePage } from '../page-context.tsx'
import { StoryForm } from './story-form.tsx'
import { StoryPicker } from './story-picker.tsx'
import { StoryStep } from './story-step.tsx'

/** The attack as the analyst arranged it: chosen entries in order, each with a note (rule CASE-UI-50). */
export function StoryTab() {
  const { detail, refusal, run } = useCasePage()
  const { uuid } = detail.case
  const [order, setOrder] = useState<readonly string[]>()
  const [picking, setPicking] = useState(false)
  const [writing, setWriting] = useState(false)
  const story = inOrder(detail.story, order)
  const { propsOf } = useReorder((from, to) => void arrange(moved(story, from, to)), refusal === undefined)
  const arrange = async (next: readonly StoryEntry[]) => {
    const uuids = next.map((entry) => entry.uuid)
    setOrder(uuids)
    await run(() => call(orderStory, { case_uuid: uuid, uuids }))
    setOrder(undefined)
  }
  const byTime = () => void arrange(story.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)))

  return (
    <section className="c-panel cs-fill" aria-label="Story">
      <div className="c-panel-head">
        <h2>
          Story <span className="cs-note num">{number(story.length)}</span>
        </h2>
        <span className="cs-row">
          {story.length > 1 && (
            <Button
              size="small"
              variant="minimal"
              text="Order by time"
              disabled={refusal !== undefined}
              onClick={byTime}
            />
          )}
          <ActButton refusal={refusal} onClick={() => setWriting(true)}>
            Write a step
          </ActButton>
          <ActButton icon={<AddIcon />} refusal={refusal} onClick={() => setPicking(true)}>
            Pick entries
          </ActButton>
        </span>
      </div>
      {writing && <StoryForm onDone={() => setWriting(false)} />}
      {story.length === 0 && !writing ? (
        <EmptyState icon={<PathIcon size={24} />} title="The story is empty">
          Pick alerts, entries of the timeline and evidence, and arrange them as the attack went.
        </EmptyState>
      ) : (
        <ol className="cs-story">
          {story.map((entry, index) => (
            <StoryStep key={entry.uuid} entry={entry} place={index + 1} reorder={propsOf(index)} />
          ))}
        </ol>
      )}
      <StoryPicker isOpen={picking} onClose={() => setPicking(false)} />
    </section>
  )
}

function inOrder(story: readonly StoryEntry[], order: readonly string[] | undefined): readonly StoryEntry[] {
  if (order === undefined) return story
  return story.toSorted((a, b) => order.indexOf(a.uuid) - order.indexOf(b.uuid))
}
