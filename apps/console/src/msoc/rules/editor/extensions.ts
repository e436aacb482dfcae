import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { completeRule } from './complete-rule.ts'

interface EditorOptions {
  readonly label: string
  readonly onChange: (text: string) => void
}

/** Colours of the tokens; weights are not changed, so that columns stay aligned. */
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--s2)' },
  { tag: tags.comment, color: 'var(--text-3)' },
  { tag: [tags.meta, tags.typeName, tags.labelName], color: 'var(--s3)' },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: 'var(--text-2)' },
])

/**
 * The editor of a rule's text: YAML with line numbers, history, marks and completion. The tab key leaves the editor, as
 * it leaves every other field.
 */
export function extensionsOf({ label, onChange }: EditorOptions): Extension {
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    indentOnInput(),
    indentUnit.of('  '),
    bracketMatching(),
    closeBrackets(),
    yaml(),
    syntaxHighlighting(colours),
    autocompletion({ override: [completeRule], icons: false, activateOnTypingDelay: 60 }),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString())
    }),
  ]
}
