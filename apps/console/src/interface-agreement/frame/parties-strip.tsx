import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { type Side, sides } from '@carapace/shared/interface-agreement/row'
import { Avatar } from '../../core/ui/avatar.tsx'
import type { Here, OpenAgreement } from '../use-agreement.ts'
import { partyNameOf, sideTexts, stateTexts } from '../words.ts'
import { barOf, openText, signedText } from './parties.ts'

/** At most as many people are shown by their initials; the tooltip names all. */
const mostShown = 4

/** Both parties with who is here and what is open, and how far they agree (rule AGREEMENT-UI-3). */
export function PartiesStrip({ agreement, people }: Pick<OpenAgreement, 'agreement' | 'people'>) {
  return (
    <section className="ia-strip" aria-label="Parties">
      {sides.map((side) => (
        <OneParty
          key={side}
          agreement={agreement}
          side={side}
          people={people.filter((person) => person.side === side)}
        />
      ))}
      <Progress agreement={agreement} />
    </section>
  )
}

interface OnePartyProps {
  readonly agreement: Agreement
  readonly side: Side
  readonly people: readonly Here[]
}

function OneParty({ agreement, side, people }: OnePartyProps) {
  const isMine = agreement.side === side
  const open = openText(agreement, side)
  return (
    <div className="ia-party">
      <div className="ia-party-name">
        <span className="ia-label">{sideTexts[side]}</span>
        <span className="ia-cut">
          <b title={partyNameOf(agreement, side)}>{partyNameOf(agreement, side) ?? 'Not invited yet'}</b>
          {isMine && <span className="c-badge c-tone-grey">you</span>}
        </span>
      </div>
      {people.length > 0 && (
        <span className="ia-people" title={`Here: ${people.map(({ name }) => name).join(', ')}`}>
          {people.slice(0, mostShown).map(({ uuid, name }) => (
            <Avatar key={uuid} name={name} />
          ))}
          {people.length > mostShown && <span className="num">+{people.length - mostShown}</span>}
        </span>
      )}
      <div className="ia-party-state">
        <span className="num">{signedText(agreement, side)}</span>
        {open !== undefined && <span className={isMine ? 'num' : 'num ia-proposed'}>{open}</span>}
      </div>
    </div>
  )
}

/** One segment for each work product. */
function Progress({ agreement }: { readonly agreement: Agreement }) {
  const { agreed, rows } = agreement
  const bar = barOf(agreement)
  const summary = (['accepted', 'proposed', 'not-accepted', 'draft'] as const)
    .map((state) => [state, bar.filter((each) => each === state).length] as const)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${stateTexts[state].toLowerCase()}`)
    .join(', ')
  return (
    <div className="ia-agreed">
      <div className="ia-agreed-head">
        <span className="ia-label">Agreed</span>
        <b className="num">
          {agreed} of {rows}
        </b>
      </div>
      <div className="ia-bar" role="img" aria-label={summary} title={summary}>
        {bar.map((state, index) => (
          <i key={index} data-state={state} />
        ))}
      </div>
    </div>
  )
}
