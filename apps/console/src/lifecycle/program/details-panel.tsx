import { phaseLabels } from '@carapace/shared/graph/programs/phases'
import type { Program } from '@carapace/shared/graph/programs/programs.contract'
import { dateTime } from '../../core/format/format.ts'
import { roleWords } from '../../graph/members/role-words.ts'

/** The details of the program itself. */
export function DetailsPanel({ program }: { readonly program: Program }) {
  const { description, current_phase: phase, my_role: role, created_at: begun, updated_at: changed } = program
  return (
    <section className="c-panel" aria-labelledby="pg-details">
      <header className="c-panel-head">
        <h2 id="pg-details">Details</h2>
      </header>
      <p className="pg-words">{description || <span className="pg-note">No description yet.</span>}</p>
      <dl className="pg-facts">
        <div>
          <dt>Current phase</dt>
          <dd>{phaseLabels[phase]}</dd>
        </div>
        <div>
          <dt>Your role</dt>
          <dd>
            {role === null
              ? 'Not a member; you see it as an administrator'
              : `${roleWords[role].title}: ${roleWords[role].means}`}
          </dd>
        </div>
        <div>
          <dt>Begun</dt>
          <dd className="num">{dateTime(begun)}</dd>
        </div>
        <div>
          <dt>Last change</dt>
          <dd className="num">{dateTime(changed)}</dd>
        </div>
      </dl>
    </section>
  )
}
