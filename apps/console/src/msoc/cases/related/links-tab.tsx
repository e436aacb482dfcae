import { CrossIcon, LinkIcon } from '@blueprintjs/icons'
import { Button } from '@blueprintjs/core'
import { type CaseLink, removeCaseLink } from '@carapace/shared/msoc/cases/case-links.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { dateTime, number } from '../../../core/format/format.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { useCasePage } from '../page-context.tsx'
import { AddLink } from './add-link.tsx'
import { linkKindTexts } from './link-kinds.ts'

/** What the case refers to: other cases, vehicles, threat scenarios, components, tickets and addresses. */
export function LinksTab() {
  const { detail, refusal } = useCasePage()
  const [adding, setAdding] = useState(false)
  const links = detail.links.filter(({ kind }) => kind !== 'observable')
  return (
    <section className="c-panel cs-fill" aria-label="Links">
      <div className="c-panel-head">
        <h2>
          Links <span className="cs-note num">{number(links.length)}</span>
        </h2>
        <ActButton icon={<LinkIcon />} refusal={refusal} onClick={() => setAdding(true)}>
          Add link
        </ActButton>
      </div>
      {links.length === 0 ? (
        <EmptyState icon={<LinkIcon size={24} />} title="No links yet">
          Link a threat scenario, a component, a vulnerability, a ticket, another case or a vehicle.
        </EmptyState>
      ) : (
        <ul className="cs-links">
          {links.map((link) => (
            <OneLink key={link.uuid} link={link} />
          ))}
        </ul>
      )}
      <AddLink isOpen={adding} onClose={() => setAdding(false)} />
    </section>
  )
}

/** A link with who made it, and the button that removes it. */
export function OneLink({ link }: { readonly link: CaseLink }) {
  const { detail, refusal, run } = useCasePage()
  const { uuid, kind, title, target, note, incoming, added_by: by, added_at: at } = link
  const remove = () => void run(() => call(removeCaseLink, { case_uuid: detail.case.uuid, uuid }))
  return (
    <li>
      <span className="c-badge c-tone-grey">{linkKindTexts[kind]}</span>
      <Target link={link} />
      {target !== '' && title !== '' && <span className="cs-note cs-cell-title">{target}</span>}
      {note !== '' && <span className="cs-note cs-cell-title">{note}</span>}
      <span className="cs-note cs-right">
        {incoming && 'linked from there, '}
        {by}, <span className="num">{dateTime(at)}</span>
      </span>
      {refusal === undefined && (
        <Button
          size="small"
          variant="minimal"
          icon={<CrossIcon size={12} />}
          aria-label={`Remove the link ${title || target}`}
          title="Remove the link"
          onClick={remove}
        />
      )}
    </li>
  )
}

/** The name of what is linked; a link where the console or an address can show it. */
function Target({ link: { kind, title, target, target_uuid: uuid } }: { readonly link: CaseLink }) {
  const text = title || target
  if (kind === 'case' && uuid !== null)
    return (
      <Link to="/org/msoc/dashboard/case-management/general" search={{ case: uuid }}>
        {text}
      </Link>
    )
  if (kind === 'observable' && uuid !== null)
    return (
      <Link className="mono" to="/org/msoc/dashboard/observable/general" search={{ observable: uuid } as never}>
        {text}
      </Link>
    )
  if (kind === 'vehicle')
    return (
      <Link
        className="mono"
        to="/org/msoc/dashboard/projects/vehicle/$tab"
        params={{ tab: 'info' }}
        search={{ vehicle: text } as never}
      >
        {text}
      </Link>
    )
  if (/^https?:\/\//i.test(target))
    return (
      <a href={target} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    )
  return <span>{text}</span>
}
