import { Compartment, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { extensionsOf } from './extensions.ts'
import type { TextMark } from './marks.ts'

export interface YamlEditorHandle {
  /** Moves the cursor to a place, which counts from 1, and shows it. */
  readonly show: (line: number, column: number) => void
}

interface YamlEditorProps {
  readonly label: string
  readonly text: string
  readonly marks: readonly TextMark[]
  readonly isReadOnly: boolean
  readonly onChange: (text: string) => void
  readonly ref?: Ref<YamlEditorHandle>
}

/** The text of a rule in an editor with marks in place and completion (rules RULE-UI-11 to RULE-UI-13). */
export function YamlEditor({ label, text, marks, isReadOnly, onChange, ref }: YamlEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const locked = useRef(new Compartment())
  const changed = useEffectEvent(onChange)
  const firstText = useRef(text)

  useEffect(() => {
    const editor = new EditorView({
      parent: box.current!,
      doc: firstText.current,
      extensions: [extensionsOf({ label, onChange: (now) => changed(now) }), locked.current.of([])],
    })
    view.current = editor
    return () => editor.destroy()
  }, [label])

  useEffect(() => {
    const editor = view.current!
    editor.dispatch({ effects: locked.current.reconfigure(lockOf(isReadOnly)) })
  }, [isReadOnly, label])

  // a text from elsewhere (the form, another version) replaces the editor's; its own text comes back unchanged
  useEffect(() => {
    const editor = view.current!
    const now = editor.state.doc.toString()
    if (now !== text) editor.dispatch({ changes: { from: 0, to: now.length, insert: text } })
  }, [text])

  useEffect(() => {
    const editor = view.current!
    editor.dispatch(
      setDiagnostics(
        editor.state,
        marks.map((mark) => diagnosticOf(editor.state, mark)),
      ),
    )
  }, [marks])

  useImperativeHandle(ref, () => ({
    show: (line, column) => {
      const editor = view.current!
      const anchor = offsetOf(editor.state, line, column)
      editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
      editor.focus()
    },
  }))
  return <div ref={box} className="ru-editor" />
}

function lockOf(isReadOnly: boolean) {
  return isReadOnly ? [EditorState.readOnly.of(true), EditorView.contentAttributes.of({ 'aria-readonly': 'true' })] : []
}

/** The offset of a place; a place outside the text is moved to its edge, since the text may have changed since. */
function offsetOf({ doc }: EditorState, line: number, column: number): number {
  const { from, length } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  return from + Math.min(Math.max(column - 1, 0), length)
}

function diagnosticOf(state: EditorState, { line, column, severity, message }: TextMark): Diagnostic {
  const from = offsetOf(state, line, column)
  const rest = /^[^\s:|,\]]*/.exec(state.doc.lineAt(from).text.slice(from - state.doc.lineAt(from).from))![0]
  return { from, to: from + rest.length, severity, message }
}
