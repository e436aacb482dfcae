import { type EditorPanel, editorPanels, type EditorSearch, editorViews } from '../search.ts'

type View = NonNullable<EditorSearch['view']>

const viewNames: Readonly<Record<View, string>> = { text: 'Text', form: 'Form' }
const panelNames: Readonly<Record<EditorPanel, string>> = {
  check: 'Check',
  try: 'Try',
  backtest: 'Backtest',
  versions: 'Versions',
}

/** Switches between the text and the form. */
export function ViewTabs({ view, onView }: { readonly view: View; readonly onView: (view: View) => void }) {
  return (
    <nav className="c-tabs ru-tabs" aria-label="Views of the rule">
      {editorViews.map((each) => (
        <button
          key={each}
          type="button"
          className="c-tab"
          aria-current={each === view ? 'page' : undefined}
          onClick={() => onView(each)}
        >
          {viewNames[each]}
        </button>
      ))}
    </nav>
  )
}

interface PanelTabsProps {
  readonly panel: EditorPanel
  readonly isSaved: boolean
  /** How many faults, warnings and failed tests there are. */
  readonly wrong: number
  readonly onPanel: (panel: EditorPanel) => void
}

/** Switches between the panels; those of saved rules are disabled for a new one. */
export function PanelTabs({ panel, isSaved, wrong, onPanel }: PanelTabsProps) {
  return (
    <nav className="c-tabs ru-tabs" aria-label="Panels">
      {editorPanels.map((each) => (
        <button
          key={each}
          type="button"
          className="c-tab"
          aria-current={each === panel ? 'page' : undefined}
          disabled={!isSaved && (each === 'backtest' || each === 'versions')}
          title={!isSaved && (each === 'backtest' || each === 'versions') ? 'Save the rule first.' : undefined}
          onClick={() => onPanel(each)}
        >
          {panelNames[each]}
          {each === 'check' && wrong > 0 && <span className="num ru-count">{wrong}</span>}
        </button>
      ))}
    </nav>
  )
}
