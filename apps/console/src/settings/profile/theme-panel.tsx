import { chooseTheme, type Theme, useTheme } from '../../core/preferences/theme.ts'

const choices: readonly { readonly theme: Theme; readonly text: string }[] = [
  { theme: 'light', text: 'Light' },
  { theme: 'dark', text: 'Dark' },
  { theme: 'system', text: 'As the system' },
]

/** The appearance of the workspace, in this browser. Changes apply at once. */
export function ThemePanel() {
  const { theme: chosen } = useTheme()
  return (
    <section className="c-panel" aria-label="Theme">
      <div className="c-panel-head">
        <h2>Theme</h2>
        <span className="c-note">in this browser</span>
      </div>
      <div className="c-form">
        <fieldset className="st-themes">
          <legend className="c-visually-hidden">Theme</legend>
          {choices.map(({ theme, text }) => (
            <label key={theme} className="c-radio">
              <input type="radio" name="theme" checked={theme === chosen} onChange={() => chooseTheme(theme)} />
              {text}
            </label>
          ))}
        </fieldset>
        {chosen === undefined && (
          <p className="c-note">Until you choose, operations are dark and the other pages light.</p>
        )}
      </div>
    </section>
  )
}
