import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { listRuleFields, type RuleField } from '@carapace/shared/msoc/rules/rules.contract'
import { call } from '../../../core/call/call.ts'
import { completionsAt, searchNames, serviceIn } from './completions.ts'
import { type YamlPlace, yamlPlace } from './yaml-place.ts'

/** The most fields that are offered; more letters find the others. */
const mostFields = 50

/** Keys whose value is a map or a list: the cursor goes on in the next line. */
const opening: Readonly<Record<string, string>> = {
  logsource: 'logsource:\n  ',
  detection: 'detection:\n  ',
  correlation: 'correlation:\n  ',
  filter: 'filter:\n  ',
  tests: 'tests:\n  - name: ',
  tags: 'tags:\n  - ',
  falsepositives: 'falsepositives:\n  - ',
  references: 'references:\n  - ',
}

/** Completes a rule's text: its keys and values, the fields of events, and modifiers (rule RULE-UI-13). */
export async function completeRule(context: CompletionContext): Promise<CompletionResult | null> {
  const text = context.state.doc.toString()
  const place = yamlPlace(text, context.pos)
  if (place.typed === '' && !context.explicit) return null
  const completions = completionsAt(place, searchNames(text))
  if (completions === undefined) return null
  if (completions.kind === 'fields') return fieldsAt(context, place, serviceIn(text))
  if (completions.kind === 'modifiers') {
    const from = place.from + place.typed.lastIndexOf('|') + 1
    return { from, options: completions.words.map((label) => ({ label })), validFor: /^\w*$/ }
  }
  const from = context.pos - /[\w-]*$/.exec(place.typed)![0].length
  const isKey = completions.kind === 'keys'
  return {
    from,
    options: completions.words.map((label) => ({ label, ...(isKey && { apply: opening[label] ?? `${label}: ` }) })),
    validFor: /^[\w-]*$/,
  }
}

async function fieldsAt(
  context: CompletionContext,
  { from, typed }: YamlPlace,
  service: string | undefined,
): Promise<CompletionResult | null> {
  const stop = new AbortController()
  context.addEventListener('abort', () => stop.abort(), { onDocChange: true })
  try {
    const input = { service, q: typed.slice(0, 100), limit: mostFields }
    const { fields } = await call(listRuleFields, input, { signal: stop.signal })
    return { from, options: fields.map(optionOf), filter: false }
  } catch (thrown) {
    // the user typed on: the next completion asks again
    if (stop.signal.aborted) return null
    throw thrown
  }
}

function optionOf({ name, type, description, examples }: RuleField): Completion {
  const like = examples.length === 0 ? '' : ` Examples: ${examples.join(', ')}.`
  return { label: name, detail: type, info: `${description}${like}` }
}
