import {
  ChatIcon,
  EditIcon,
  FlagIcon,
  FolderOpenIcon,
  ImportIcon,
  LinkIcon,
  PersonIcon,
  PulseIcon,
  UngroupObjectsIcon,
} from '@blueprintjs/icons'
import type { CaseChangeKind } from '@carapace/shared/msoc/cases/cases'
import type { CaseChange } from '@carapace/shared/msoc/cases/cases.contract'
import { type ReactElement, useMemo, useState } from 'react'
import { clock, number, zonedDateTime } from '../../core/format/format.ts'
import { Avatar } from '../../core/ui/avatar.tsx'
import { useCasePage } from './page-context.tsx'
import { Composer } from './composer.tsx'
import { commentIn, daysOf, sentenceOf } from './timeline.ts'

/** The comments and changes, latest first, with an input for a new comment. */
export function CaseTimeline() {
  const { timeline, case: shown } = useCasePage().detail
  const [onlyComments, setOnlyComments] = useState(false)
  const days = useMemo(
    () => daysOf(onlyComments ? timeline.filter(({ kind }) => kind === 'comment') : timeline),
    [timeline, onlyComments],
  )
  return (
    <section className="c-panel cs-activity" aria-label="Timeline">
      <div className="c-panel-head">
        <h2>Timeline</h2>
        <span className="cs-stages" role="group" aria-label="Shown">
          <button
            type="button"
            className="cs-stage"
            aria-pressed={!onlyComments}
            onClick={() => setOnlyComments(false)}
          >
            Everything
          </button>
          <button type="button" className="cs-stage" aria-pressed={onlyComments} onClick={() => setOnlyComments(true)}>
            Comments <span className="num">{number(shown.comments)}</span>
          </button>
        </span>
      </div>
      <Composer />
      <div className="cs-days" tabIndex={0} role="region" aria-label="What happened">
        {days.map(({ day, changes }) => (
          <section key={day} aria-label={day}>
            <h3 className="num">{day}</h3>
            <ol>
              {changes.map((change) => (
                <Entry key={change.seq} change={change} />
              ))}
            </ol>
          </section>
        ))}
        {days.length === 0 && <p className="cs-nothing">Nobody has commented yet.</p>}
      </div>
    </section>
  )
}

const icons: Readonly<Record<CaseChangeKind, ReactElement>> = {
  open: <FolderOpenIcon size={14} />,
  link: <LinkIcon size={14} />,
  unlink: <UngroupObjectsIcon size={14} />,
  stage: <PulseIcon size={14} />,
  owner: <PersonIcon size={14} />,
  title: <EditIcon size={14} />,
  severity: <FlagIcon size={14} />,
  comment: <ChatIcon size={14} />,
  capture: <ImportIcon size={14} />,
}

function Entry({ change }: { readonly change: CaseChange }) {
  const comment = commentIn(change)
  return (
    <li className={comment === undefined ? 'cs-entry' : 'cs-entry cs-comment'}>
      <span className="cs-entry-icon" aria-hidden>
        {comment === undefined ? icons[change.kind] : <Avatar name={change.actor} />}
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
        {comment !== undefined && <p className="cs-comment-text">{comment}</p>}
      </div>
    </li>
  )
}

/** Changes the first letter to lower case, since the sentence follows the name. */
function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
