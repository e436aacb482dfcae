import {
  BoxIcon,
  EditIcon,
  FlagIcon,
  FolderOpenIcon,
  GitBranchIcon,
  GitMergeIcon,
  ImportIcon,
  LinkIcon,
  LockIcon,
  PathIcon,
  PersonIcon,
  PulseIcon,
  TickCircleIcon,
  TimeIcon,
  UngroupObjectsIcon,
} from '@blueprintjs/icons'
import type { CaseChangeKind } from '@carapace/shared/msoc/cases/cases'
import type { CaseChange } from '@carapace/shared/msoc/cases/cases.contract'
import { type ReactElement, useMemo, useState } from 'react'
import { clock, number, sentenceCase, zonedDateTime } from '../../../core/format/format.ts'
import { Avatar } from '../../../core/ui/avatar.tsx'
import { FilterMenu } from '../../../core/ui/filter-menu.tsx'
import { Markdown } from '../../../core/ui/markdown.tsx'
import { useCasePage } from '../page-context.tsx'
import { Composer } from './composer.tsx'
import { commentIn, daysOf, inGroups, sentenceOf, type TimelineGroup, timelineGroups } from './timeline.ts'

/** The comments and changes, latest first, with an input for a new comment. */
export function Activity() {
  const { timeline, case: shown } = useCasePage().detail
  const [groups, setGroups] = useState<readonly TimelineGroup[]>([])
  const days = useMemo(() => daysOf(inGroups(timeline, groups)), [timeline, groups])
  const onlyComments = groups.length === 1 && groups[0] === 'comments'
  return (
    <section className="c-panel cs-activity" aria-label="Timeline">
      <div className="c-panel-head">
        <h2>Timeline</h2>
        <span className="cs-stages" role="group" aria-label="Shown">
          <button type="button" className="cs-stage" aria-pressed={groups.length === 0} onClick={() => setGroups([])}>
            Everything
          </button>
          <button
            type="button"
            className="cs-stage"
            aria-pressed={onlyComments}
            onClick={() => setGroups(['comments'])}
          >
            Comments <span className="num">{number(shown.comments)}</span>
          </button>
        </span>
        <FilterMenu name="Kinds" choices={groupChoices} chosen={groups} onChoose={setGroups} />
      </div>
      <Composer />
      <div className="cs-days" tabIndex={0} role="region" aria-label="What happened">
        {days.map(({ day, changes }) => (
          <section key={day} aria-label={day}>
            <h3 className="num">{day}</h3>
            <ol>
              {changes.map((change) => (
                <Entry key={`${change.from?.uuid ?? ''}${change.seq}`} change={change} />
              ))}
            </ol>
          </section>
        ))}
        {days.length === 0 && (
          <p className="cs-nothing">{onlyComments ? 'Nobody has commented yet.' : 'Nothing of these kinds yet.'}</p>
        )}
      </div>
    </section>
  )
}

const groupChoices = Object.keys(timelineGroups).map((word) => ({
  word: word as TimelineGroup,
  text: sentenceCase(word),
}))

const icons: Partial<Record<CaseChangeKind, ReactElement>> = {
  open: <FolderOpenIcon size={14} />,
  link: <LinkIcon size={14} />,
  unlink: <UngroupObjectsIcon size={14} />,
  stage: <PulseIcon size={14} />,
  status: <PulseIcon size={14} />,
  owner: <PersonIcon size={14} />,
  member: <PersonIcon size={14} />,
  severity: <FlagIcon size={14} />,
  capture: <ImportIcon size={14} />,
  task: <TickCircleIcon size={14} />,
  evidence: <BoxIcon size={14} />,
  reference: <LinkIcon size={14} />,
  story: <PathIcon size={14} />,
  pause: <TimeIcon size={14} />,
  access: <LockIcon size={14} />,
  merge: <GitMergeIcon size={14} />,
  unmerge: <GitBranchIcon size={14} />,
  split: <GitBranchIcon size={14} />,
}

function Entry({ change }: { readonly change: CaseChange }) {
  const comment = commentIn(change)
  return (
    <li className={comment === undefined ? 'cs-entry' : 'cs-entry cs-comment'}>
      <span className="cs-entry-icon" aria-hidden>
        {comment === undefined ? (icons[change.kind] ?? <EditIcon size={14} />) : <Avatar name={change.actor} />}
      </span>
      <div className="cs-entry-body">
        <p className="cs-entry-line">
          <span>
            <strong>{change.actor}</strong> <span className="cs-entry-what">{lowerFirst(sentenceOf(change))}</span>
          </span>
          <time className="num" dateTime={change.at} title={zonedDateTime(change.at)}>
            {clock(change.at)}
          </time>
        </p>
        {change.from !== null && <p className="cs-note">in CAS-{change.from.number}, before it was merged</p>}
        {comment !== undefined && (
          <div className="cs-comment-text">
            <Markdown text={comment} />
          </div>
        )}
      </div>
    </li>
  )
}

/** Changes the first letter to lower case, since the sentence follows the name. */
function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
