import { useEditorContext } from './editor-context.ts'
import type { EditorPanel } from '../search.ts'
import { DryRunPanel } from './dry-run-panel.tsx'
import type { SavedPlaybook } from './saved.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { StepPanel } from './step-panel.tsx'
import type { PlaybookActions } from './use-playbook-actions.ts'
import { VersionsPanel } from './versions-panel.tsx'

interface SidePanelProps {
  /** Undefined: the chosen step, or else the settings of the playbook. */
  readonly panel: EditorPanel | undefined
  readonly onPanel: (panel: EditorPanel | undefined) => void
  readonly saved: SavedPlaybook | undefined
  readonly actions: PlaybookActions
}

/** What is beside the canvas: the chosen step, the playbook's settings, a dry run, or the versions. */
export function SidePanel({ panel, onPanel, saved, actions }: SidePanelProps) {
  const { selected } = useEditorContext()
  const isVersions = panel === 'versions' && saved !== undefined
  const shown = panel === 'dry-run' || isVersions ? panel : panel === undefined && selected ? 'step' : 'settings'
  const tabs = [
    { key: 'step', text: 'Step', panel: undefined, isThere: selected !== undefined },
    { key: 'settings', text: 'Playbook', panel: 'settings', isThere: true },
    { key: 'dry-run', text: 'Dry run', panel: 'dry-run', isThere: true },
    { key: 'versions', text: 'Versions', panel: 'versions', isThere: saved !== undefined },
  ] as const
  return (
    <section className="pb-panel" aria-label="Settings">
      <nav className="c-tabs pb-tabs" aria-label="Panels">
        {tabs.map(({ key, text, panel: next, isThere }) => (
          <button
            key={key}
            type="button"
            className="c-tab"
            disabled={!isThere}
            aria-current={shown === key ? 'page' : undefined}
            onClick={() => onPanel(next)}
          >
            {text}
          </button>
        ))}
      </nav>
      {shown === 'step' && selected && <StepPanel node={selected} />}
      {shown === 'settings' && <SettingsPanel />}
      {shown === 'dry-run' && <DryRunPanel />}
      {shown === 'versions' && saved && (
        <VersionsPanel saved={saved} isBusy={actions.busy} onEnable={(version) => void actions.enable(version)} />
      )}
    </section>
  )
}
