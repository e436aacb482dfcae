import type { AlertChange } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useMemo } from 'react'
import { clock, zonedDateTime } from '../../../core/format/format.ts'
import { activityOf } from '../sentences.ts'
import { Section } from './section.tsx'

/** The changes of the alert and who made them, latest first. */
export function ActivitySection({ changes }: { readonly changes: readonly AlertChange[] }) {
  const lines = useMemo(() => activityOf(changes), [changes])
  return (
    <Section title="Activity">
      <ol className="am-activity">
        {lines.map(({ seq, at, actor, sentence }) => (
          <li key={seq}>
            <time dateTime={at} title={zonedDateTime(at)} className="num">
              {clock(at)}
            </time>
            <span className="am-actor" title={actor}>
              {actor}
            </span>
            <span>{sentence}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
