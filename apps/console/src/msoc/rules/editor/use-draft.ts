import { useState } from 'react'
import { newRuleText } from './template.ts'

interface SavedText {
  readonly rule: { readonly version: number; readonly revision: number }
  readonly versions: readonly { readonly version: number; readonly text: string }[]
}

/** The text in the editor, and the version that it was made from (rules RULE-UI-14, RULE-UI-21). */
export function useDraft(saved: SavedText | undefined) {
  const newest = saved?.versions[0]
  const [text, setText] = useState(newest?.text ?? newRuleText)
  const [basis, setBasis] = useState(newest?.version)
  // nothing was written here: the latest text of another user is shown
  const based = saved?.versions.find(({ version }) => version === basis)
  const isUnsaved = text !== (based?.text ?? newRuleText)
  const isBehind = newest !== undefined && newest.version !== basis
  if (isBehind && (!isUnsaved || text === newest.text)) {
    setBasis(newest.version)
    setText(newest.text)
  }
  return {
    text,
    setText,
    isUnsaved,
    /** Another user saved a newer version than the one that this text was made from. */
    isBehind: isBehind && isUnsaved && text !== newest.text,
    /** Shows the newest version, without the user's changes. */
    takeNewest: () => {
      setBasis(newest?.version)
      setText(newest?.text ?? newRuleText)
    },
    /** Goes on with this text, to be saved over the newest version. */
    keepOwn: () => setBasis(newest?.version),
  }
}
