import { RE2JS } from 're2js'

const longestRegex = 4_096

/** Returns why a regular expression cannot be used; undefined if it can. */
export function regexFault(source: string, flags: string): string | undefined {
  if (source.length > longestRegex) return `it has more than ${longestRegex.toLocaleString('en')} characters`
  try {
    compileRegex(source, flags)
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return reason.replace(/^error parsing regexp: /, '').slice(0, 200)
  }
}

/**
 * Returns a test that searches the pattern anywhere in a text, in time linear in the text's length (RE2: without
 * lookaround and back-references, which need more).
 *
 * @throws if the pattern is invalid.
 */
export function compileRegex(source: string, flags: string): (text: string) => boolean {
  const compiled = RE2JS.compile(
    source,
    (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
      (flags.includes('m') ? RE2JS.MULTILINE : 0) |
      (flags.includes('s') ? RE2JS.DOTALL : 0),
  )
  return (text) => compiled.test(text)
}
