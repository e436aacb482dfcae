import { getSyslogLosses } from '@carapace/shared/msoc/ingest/ingest.contract'
import { may } from '@carapace/shared/permissions'
import { useEndpoint } from '../../../core/call/query.ts'
import { dateTime } from '../../../core/format/format.ts'
import { useSession } from '../../../core/session/session.ts'
import { lossTexts } from './loss-texts.ts'

const everyMs = 10_000

/** Syslog lines that were lost because nobody knows whose they are, and what to do (rule SYSLOG-32). */
export function SyslogLosses() {
  const role = useSession()?.role
  const enabled = role !== undefined && may(role, getSyslogLosses.needs)
  const { data } = useEndpoint(getSyslogLosses, {}, { enabled, refetchEveryMs: everyMs })
  const texts = data === undefined ? [] : lossTexts(data)
  if (data === undefined || texts.length === 0) return null
  return (
    <section className="c-panel jb-wide" aria-label="Lost syslog lines">
      <div className="c-panel-head">
        <h2>Lost syslog lines</h2>
        <span className="c-note num">
          {data.last_at === null ? '' : `the last ${dateTime(Date.parse(data.last_at))}`}
        </span>
      </div>
      <ul className="jb-losses num">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="jb-losses c-note">
        Put an ingest key into the lines, or have the operator of this installation assign the hosts:{' '}
        <code>npm run admin -- syslog list</code>
      </p>
    </section>
  )
}
