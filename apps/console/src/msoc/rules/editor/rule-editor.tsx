import type { getRule, RuleRow } from '@carapace/shared/msoc/rules/rules.contract'
import { saveRule } from '@carapace/shared/msoc/rules/rules.contract'
import { useCallback, useRef, useState } from 'react'
import type { z } from 'zod'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { usePageTitle } from '../../../core/page/page-title.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { BacktestPanel } from '../panels/backtest-panel.tsx'
import { CheckPanel, NotChecked } from '../panels/check-panel.tsx'
import { TryPanel } from '../panels/try-panel.tsx'
import { VersionsPanel } from '../panels/versions-panel.tsx'
import { FormView } from '../form/form-view.tsx'
import type { EditorPanel, EditorSearch } from '../search.ts'
import { BehindBar } from './behind-bar.tsx'
import { EditorHead } from './editor-head.tsx'
import { PanelTabs, ViewTabs } from './editor-tabs.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { useCheck } from './use-check.ts'
import { useDraft } from './use-draft.ts'
import { YamlEditor, type YamlEditorHandle } from './yaml-editor.tsx'

interface RuleEditorProps {
  readonly search: EditorSearch
  readonly go: (search: EditorSearch, replace?: boolean) => void
  readonly onList: () => void
  /** Undefined: a new rule. */
  readonly saved: z.output<typeof getRule.output> | undefined
  readonly onSaved: (rule: RuleRow) => void
  readonly onChanged: () => void
}

/** The text of a rule at the left, what it does at the right (rules RULE-UI-10 to RULE-UI-24). */
export function RuleEditor({ search, go, onList, saved, onSaved, onChanged }: RuleEditorProps) {
  const draft = useDraft(saved)
  const { text, setText, isUnsaved } = draft
  const check = useCheck(text)
  const [isSaving, setSaving] = useState(false)
  const editor = useRef<YamlEditorHandle>(null)
  const refusal = useRefusal(saveRule)
  const isReadOnly = refusal !== undefined
  usePageTitle(saved === undefined ? 'New rule' : `${saved.rule.title} · Rules`)
  const view = search.view ?? 'text'
  const panel = panelOf(search.panel, saved !== undefined)
  const canSave = (isUnsaved || saved === undefined) && !draft.isBehind && !isReadOnly
  const save = () => canSave && setSaving(true)
  useHotkeys([{ keys: 'Ctrl-S', title: 'Save the rule', group: 'Rules', inFields: true, run: save }])
  const show = useCallback((line: number, column: number) => editor.current?.show(line, column), [])

  return (
    <div className="ru-page">
      <EditorHead
        saved={saved}
        isUnsaved={isUnsaved}
        canSave={canSave}
        refusal={refusal}
        onSave={save}
        onList={onList}
        onChanged={onChanged}
      />
      {draft.isBehind && saved !== undefined && (
        <BehindBar version={saved.rule.version} onTake={draft.takeNewest} onKeep={draft.keepOwn} />
      )}
      <div className="ru-split">
        <section className="ru-main" aria-label="Rule">
          <ViewTabs view={view} onView={(next) => go({ ...search, view: next === 'text' ? undefined : next }, true)} />
          {view === 'text' ? (
            <YamlEditor
              ref={editor}
              label="Text of the rule"
              text={text}
              marks={check.marks}
              isReadOnly={isReadOnly}
              onChange={setText}
            />
          ) : (
            <FormView
              text={text}
              isReadOnly={isReadOnly}
              onChange={setText}
              onText={() => go({ ...search, view: undefined }, true)}
            />
          )}
        </section>
        <section className="ru-side" aria-label="What it does">
          <PanelTabs
            panel={panel}
            isSaved={saved !== undefined}
            wrong={check.marks.length}
            onPanel={(next) => go({ ...search, panel: next }, true)}
          />
          {panel === 'check' &&
            (check.checked === undefined ? (
              <NotChecked problem={check.problem} onRetry={check.again} />
            ) : (
              <CheckPanel {...check.checked} onShow={show} />
            ))}
          {panel === 'try' && <TryPanel text={text} rule={saved?.rule} />}
          {panel === 'backtest' && saved !== undefined && (
            <BacktestPanel uuid={saved.rule.uuid} version={saved.rule.version} runs={saved.rule.enabled_version} />
          )}
          {panel === 'versions' && saved !== undefined && (
            <VersionsPanel
              rule={saved.rule}
              versions={saved.versions}
              fourEyes={saved.four_eyes}
              text={text}
              onUse={setText}
              onChanged={onChanged}
            />
          )}
        </section>
      </div>
      <LeaveGuard isUnsaved={isUnsaved} />
      {isSaving && (
        <SaveDialog
          text={text}
          rule={saved?.rule}
          onSaved={(rule) => {
            setSaving(false)
            onSaved(rule)
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  )
}

/** A rule that is not saved yet has no versions and no backtests. */
function panelOf(panel: EditorPanel | undefined, isSaved: boolean): EditorPanel {
  if (panel === undefined || (!isSaved && (panel === 'backtest' || panel === 'versions'))) return 'check'
  return panel
}
