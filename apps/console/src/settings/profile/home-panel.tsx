import { useHasLicence } from '../../core/session/licences.ts'
import { homeOf } from '../../core/session/home.ts'
import { type Home, setPreferences, usePreferences } from '../../core/preferences/preferences.ts'
import { useSession } from '../../core/session/session.ts'

const choices: readonly { readonly home: Home; readonly text: string }[] = [
  { home: 'engineering', text: 'Lifecycle dashboard' },
  { home: 'operations', text: 'MSOC dashboard' },
]

/** The first page after a sign-in, in this browser (rule SESSION-6). Nothing to choose where only one is licensed. */
export function HomePanel() {
  const user = useSession()
  const { home } = usePreferences()
  const hasBoth = [useHasLicence('MSOC'), useHasLicence('LIFECYCLE_CONCEPT_PHASE')].every(Boolean)
  if (!user || !hasBoth) return null
  const current = homeOf(user, home)
  return (
    <section className="c-panel" aria-label="First page">
      <div className="c-panel-head">
        <h2>First page</h2>
        <span className="c-note">in this browser</span>
      </div>
      <div className="c-form">
        <fieldset className="st-themes">
          <legend className="c-visually-hidden">First page after signing in</legend>
          {choices.map(({ home: each, text }) => (
            <label key={each} className="c-radio">
              <input
                type="radio"
                name="home"
                checked={each === current}
                onChange={() => setPreferences({ home: each })}
              />
              {text}
            </label>
          ))}
        </fieldset>
      </div>
    </section>
  )
}
