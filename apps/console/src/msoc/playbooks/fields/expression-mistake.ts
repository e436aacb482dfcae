import { ExpressionError, parsePath, parseTemplate } from '@carapace/shared/msoc/playbooks/expressions'

/** A mistake in an expression, with the text around it. */
export interface ExpressionMistake {
  readonly message: string
  /** The text before the mistake, shortened. */
  readonly before: string
  /** The character at which the text stops being an expression. */
  readonly at: string
}

const lettersBefore = 18

/** Why a text is not an expression, and where; undefined if it is one, or empty (rule PLAYBOOK-UI-15). */
export function mistakeIn(text: string, isTemplate: boolean): ExpressionMistake | undefined {
  if (text.trim() === '') return undefined
  try {
    if (isTemplate) parseTemplate(text)
    else parsePath(text)
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof ExpressionError)) throw thrown
    const { at, message } = thrown
    const start = Math.max(0, at - lettersBefore)
    return {
      message,
      before: `${start > 0 ? '…' : ''}${text.slice(start, at)}`,
      at: text.slice(at, at + 2).replace(/(?<=[^{}]).$/, '') || '▯',
    }
  }
}
